// Summary: Loses focus, and finds it again on the target.
// Family: mixes
// Author: the dotransition project
// License: MIT
// Working space: linear
// Levels: yes

uniform float strength; // = 0.07; 0 to 0.25; Size of the blur, in shares of the height.
// The picture through a lens out of focus.
vec4 blurred(bool isTarget, vec2 uv, float amount) {
  float radius = strength * amount;
  return isTarget ? getToDisk(uv, radius) : getFromDisk(uv, radius);
}

vec4 transition(vec2 uv) {
  float shown = smoothstep(0.24, 0.76, progress);
  vec4 root = vec4(0.0);
  // By roots, which are about as far apart as brightness looks: neither end leaps.
  if (shown < 1.0) {
    vec4 source = blurred(false, uv, smoothstep(0.0, 0.55, progress));
    root += (1.0 - shown) * sqrt(source);
  }
  if (shown > 0.0) {
    root += shown * sqrt(blurred(true, uv, smoothstep(0.0, 0.55, 1.0 - progress)));
  }
  return root * root;
}
