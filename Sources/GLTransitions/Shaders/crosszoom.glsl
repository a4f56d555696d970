// Summary: Rushes into the source and out of the target.
// Family: zooms
// Author: the dotransition project
// License: MIT
// Working space: linear
// Levels: yes

uniform float strength; // = 0.4; 0 to 1; How far the pictures are zoomed and blurred.
uniform vec2 center; // = vec2(0.5, 0.5); 0 to 1; Point that does not move.

vec4 transition(vec2 uv) {
  // A long exposure around this time, which sees the end of the one and the start of the other.
  float exposure = mix(0.42, 0.5, strength) * smoothstep(0.0, 0.3, 0.5 - abs(progress - 0.5));
  float start = progress - 0.5 * exposure, end = progress + 0.5 * exposure;
  float shown = clamp((end - 0.5) / max(exposure, 1e-3), 0.0, 1.0);
  float reach = strength * (1.6 - 0.7 * strength);
  vec2 away = uv - center;
  // By roots, which are about as far apart as brightness looks: neither end leaps.
  vec4 root = vec4(0.0);
  // From time a to time b points move as their squares: the product of both is the control point's.
  // Where little of a picture is seen, its curve keeps a length: else it is a sharp second picture.
  if (shown < 1.0) {
    float a = min(2.0 * start, 0.6), b = min(2.0 * end, 1.0);
    root += (1.0 - shown) * sqrt(getFromCurve(
      center + away * (1.0 - reach * a * a), center + away * (1.0 - reach * a * b),
      center + away * (1.0 - reach * b * b)));
  }
  if (shown > 0.0) {
    float a = 2.0 - max(2.0 * start, 1.0), b = min(2.0 - 2.0 * end, 0.6);
    root += shown * sqrt(getToCurve(
      center + away * (1.0 - reach * a * a), center + away * (1.0 - reach * a * b),
      center + away * (1.0 - reach * b * b)));
  }
  return root * root;
}
