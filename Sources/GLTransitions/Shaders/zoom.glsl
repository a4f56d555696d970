// Summary: Goes into the source, behind which is the target.
// Family: zooms
// Author: the dotransition project
// License: MIT
// Working space: linear

uniform vec2 center; // = vec2(0.5, 0.5); 0 to 1; Point that the camera goes to.
uniform float amount; // = 0.5; 0 to 1; How far the camera goes.

// How much later the target is seen in the farthest corner.
const float SPREAD = 0.22;

vec4 transition(vec2 uv) {
  float moved = smoothstep(0.0, 1.0, progress);
  float near = exp2(mix(0.8, 4.0, amount) * moved);
  // The target fills the frame before most of it is seen.
  float rest = 1.0 - smoothstep(0.0, 0.64, progress);
  float far = exp2(mix(-0.2, -0.9, amount) * rest);

  // The target is seen first where the camera looks.
  vec2 from = (uv - center) * vec2(ratio, 1.0);
  vec2 corner = (0.5 + abs(center - 0.5)) * vec2(ratio, 1.0);
  float late = length(from) / length(corner);
  float seen = smoothstep(0.0, 1.0, (progress - 0.1 - SPREAD * late) / 0.68);
  // While the target is small, the source is seen around it; less than a pixel wide is no edge.
  vec2 at = center + (uv - center) / far;
  vec2 inside = clamp((0.5 - abs(at - 0.5)) / max(0.6 * rest, 1e-6), 0.0, 1.0);
  seen *= inside.x * inside.y;
  // By roots, which are about as far apart as brightness looks: neither end leaps.
  vec4 root = vec4(0.0);
  if (seen < 1.0) root += (1.0 - seen) * sqrt(getFromColor(center + (uv - center) / near));
  if (seen > 0.0) root += seen * sqrt(getToColor(at));
  return root * root;
}
