// Summary: Loses focus, and finds it again on the target.
// Family: mixes
// Author: the dotransition project
// License: MIT
// Working space: linear
// Levels: yes

uniform float strength; // = 0.07; 0 to 0.25; Size of the blur, in shares of the height.
uniform vec2 resolution;

const int SAMPLES = 12;

// The picture through a lens out of focus: samples that fill a disk evenly, turned by the golden
// angle, of levels about as coarse as they lie apart, so that no copies of a line are seen. Some
// are of the next level, the more the nearer it is: no level sets in at once. What a level blurs
// the disk need not.
vec4 blurred(bool isTarget, vec2 uv, float amount) {
  float radius = strength * amount * resolution.y;
  float coarse = log2(max(0.55 * radius, 1.0));
  vec2 size = sqrt(radius * radius - exp2(2.0 * coarse) + 1.0) / resolution;
  vec4 sum = vec4(0.0);
  for (int i = 0; i < SAMPLES; i++) {
    float n = float(i);
    vec2 away = sqrt((n + 0.5) / float(SAMPLES)) * vec2(cos(2.399963 * n), sin(2.399963 * n));
    vec2 at = uv + away * size;
    float level = floor(coarse + fract(0.618034 * n));
    sum += isTarget ? getToColor(at, level) : getFromColor(at, level);
  }
  return sum / float(SAMPLES);
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
