// Summary: Goes into the source, behind which is the target.
// Family: zooms
// Author: the dotransition project
// License: MIT
// Working space: linear
// Levels: yes

uniform vec2 center; // = vec2(0.5, 0.5); 0 to 1; Point that the camera goes to.
uniform float amount; // = 0.5; 0 to 1; How far the camera goes.
uniform vec2 resolution;

// How much later the target is seen in the farthest corner.
const float SPREAD = 0.32;

// The target, which goes on beyond its sides: reflected, the farther away the more blurred.
vec4 target(vec2 at) {
  vec2 beyond = max(abs(at - 0.5) - 0.5, 0.0) * resolution;
  return getToColor(1.0 - abs(1.0 - abs(at)), log2(1.0 + 1.2 * max(beyond.x, beyond.y)));
}

vec4 transition(vec2 uv) {
  float moved = smoothstep(0.0, 1.0, progress);
  float near = exp2(mix(0.8, 4.0, amount) * moved);
  // The target fills the frame before most of it is seen.
  float far = exp2(mix(-0.15, -0.7, amount) * (1.0 - smoothstep(0.0, 0.75, progress)));

  // The target is seen first where the camera looks.
  vec2 from = (uv - center) * vec2(ratio, 1.0);
  vec2 corner = (0.5 + abs(center - 0.5)) * vec2(ratio, 1.0);
  float late = length(from) / length(corner);
  float seen = smoothstep(0.0, 1.0, (progress - 0.1 - SPREAD * late) / 0.58);
  // By roots, which are about as far apart as brightness looks: neither end leaps.
  vec4 root = vec4(0.0);
  if (seen < 1.0) root += (1.0 - seen) * sqrt(getFromColor(center + (uv - center) / near));
  if (seen > 0.0) root += seen * sqrt(target(center + (uv - center) / far));
  return root * root;
}
