// Summary: Blurs in circles until the target comes to rest.
// Family: zooms
// Author: the dotransition project
// License: MIT
// Working space: linear
// Levels: yes

uniform vec2 center; // = vec2(0.5, 0.5); 0 to 1; Center of the circles.
uniform float strength; // = 0.45; angle; Angle of the blur.

// Turns what is measured in shares of the frame.
mat2 turn(float angle) {
  return mat2(cos(angle), ratio * sin(angle), -sin(angle) / ratio, cos(angle));
}

const float TURN = 6.2831853;

// The picture turned by up to an angle: the mean along an arc, in parts that a curve follows.
vec4 blurred(bool isTarget, vec2 uv, float angle) {
  angle = clamp(angle, -TURN, TURN);
  float parts = max(ceil(abs(angle)), 1.0);
  float each = angle / parts;
  mat2 half = turn(0.5 * each), whole = turn(each);
  float stretch = 1.0 / cos(0.5 * each);
  vec2 away = uv - center;
  vec4 sum = vec4(0.0);
  for (float i = 0.0; i < parts; i++) {
    vec2 start = away + center, middle = half * away * stretch + center;
    away = whole * away;
    vec2 end = away + center;
    sum += isTarget ? getToCurve(start, middle, end) : getFromCurve(start, middle, end);
  }
  return sum / parts;
}

vec4 transition(vec2 uv) {
  // The arcs lie behind the source's motion and ahead of the target's, so that both seem to turn:
  // the one sets out and the other comes to rest.
  float source = -strength * smoothstep(0.0, 0.6, progress);
  float target = strength * smoothstep(0.0, 0.6, 1.0 - progress);
  float time = clamp((progress - 0.28) * (1.0 / 0.44), 0.0, 1.0);
  float shown = time * (0.5 + time * (1.5 - time));
  // By roots, which are about as far apart as brightness looks: neither end leaps.
  vec4 root = vec4(0.0);
  if (shown < 1.0) root += (1.0 - shown) * sqrt(blurred(false, uv, source));
  if (shown > 0.0) root += shown * sqrt(blurred(true, uv, target));
  return root * root;
}
