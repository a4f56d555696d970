// Summary: Spins the pictures, blurred while they are fast.
// Family: zooms
// Author: the dotransition project
// License: MIT
// Working space: linear
// Levels: yes

uniform float turns; // = 0.5; -3 to 3; Turns to the left; negative ones to the right.
uniform float strength; // = 0.5; 0 to 1; Motion blur.

const float PI = 3.14159265;
const float FASTEST = 1.875;

// A turn of points in shares of the frame, from its center.
mat2 rotation(float turn) {
  return mat2(cos(turn), -sin(turn) * ratio, sin(turn) / ratio, cos(turn));
}

// The mean of a picture along an arc, in parts that a curve follows.
vec4 blurred(bool isTarget, vec2 p, float angle) {
  float parts = max(ceil(abs(angle)), 1.0);
  float each = angle / parts;
  mat2 middle = rotation(0.5 * each), whole = rotation(each);
  middle *= 1.0 / cos(0.5 * each);
  vec4 sum = vec4(0.0);
  for (float i = 0.0; i < parts; i++) {
    vec2 a = p + 0.5, b = middle * p + 0.5;
    p = whole * p;
    sum += isTarget ? getToCurve(a, b, p + 0.5) : getFromCurve(a, b, p + 0.5);
  }
  return sum / parts;
}

vec4 transition(vec2 uv) {
  float t = progress;
  float moved = t * t * t * (10.0 + t * (6.0 * t - 15.0));
  float speed = 30.0 * t * t * (1.0 - t) * (1.0 - t);
  float whole = 2.0 * PI * turns;
  float swing = 0.1 * strength * speed * whole;
  // The source becomes the target while the frame is exposed.
  float exposure = 0.32 * speed / FASTEST;
  float shown = clamp((t - 0.5) / max(exposure, 1e-3) + 0.5, 0.0, 1.0);
  float near = 1.0 - 0.3 * speed / FASTEST;
  vec2 p = rotation(whole * moved - 0.5 * swing) * (uv - 0.5) * near;
  // By roots, which are about as far apart as brightness looks: neither end leaps.
  vec4 root = vec4(0.0);
  if (shown < 1.0) root += (1.0 - shown) * sqrt(blurred(false, p, swing));
  if (shown > 0.0) root += shown * sqrt(blurred(true, rotation(-whole) * p, swing));
  return root * root;
}
