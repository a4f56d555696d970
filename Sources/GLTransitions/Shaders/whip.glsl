// Summary: Pans to the target so fast that all blurs.
// Family: moves
// Author: the dotransition project
// License: MIT
// Working space: linear
// Levels: yes

uniform float angle; // = 0.0; angle; Direction of movement: 0 right, 90deg up.
uniform float strength; // = 0.5; 0 to 1; Length of the way, and of the blur.
uniform vec2 resolution;

vec4 transition(vec2 uv) {
  vec2 move = vec2(cos(angle) / ratio, sin(angle));
  move /= max(abs(move.x), abs(move.y));
  vec2 major = abs(move.x) > abs(move.y) ? vec2(sign(move.x), 0.0) : vec2(0.0, sign(move.y));
  float way = 1.0 + 0.6 * strength;
  move *= way;

  float t = progress;
  float moved = t * t * t * (10.0 + t * (6.0 * t - 15.0));
  float speed = 30.0 * t * t * (1.0 - t) * (1.0 - t);
  vec2 trail = mix(0.06, 0.24, strength) * speed * move;
  vec2 at = uv - moved * move - 0.5 * trail;
  if (abs(move.y) < 1e-5) {
    // Along a row: where it begins, how long it is, and the joint, all to the right or to the left.
    float pixel = 1.0 / resolution.x, side = major.x;
    float way = max(abs(trail.x), pixel);
    float start = side * (at.x + 0.5 * trail.x - 0.5) - 0.5 * way;
    float joint = clamp(-0.5 * abs(move.x), start, start + way);
    float share = (joint - start) / way;
    vec4 color = vec4(0.0);
    if (share < 1.0) {
      color += (1.0 - share) * getFromRow(0.5 + side * joint, 0.5 + side * (start + way));
    }
    if (share > 0.0) {
      color += share * getToRow(0.5 + side * start + move.x, 0.5 + side * joint + move.x);
    }
    return color;
  }
  // Along a slanted line: where the pictures' joint is on it.
  float span = max(dot(trail, major), 1.0 / dot(abs(major), resolution));
  float joint = clamp((-0.5 * way - dot(at - 0.5, major)) / span, 0.0, 1.0);
  vec2 middle = at + joint * trail, end = at + trail;
  vec4 color = vec4(0.0);
  if (joint < 1.0) color += (1.0 - joint) * getFromCurve(middle, 0.5 * (middle + end), end);
  if (joint > 0.0) {
    color += joint * getToCurve(at + move, 0.5 * (at + middle) + move, middle + move);
  }
  return color;
}
