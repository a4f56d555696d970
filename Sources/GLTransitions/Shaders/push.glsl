// Summary: Pushes the source out of the frame with the target.
// Family: moves
// Author: the dotransition project
// License: MIT
// Working space: linear
// Levels: yes

uniform float angle; // = 0.0; angle; Direction of movement: 0 right, 90deg up; slanted ways show mirrored edges.
uniform float blur; // = 0.2; 0 to 1; Motion blur while the pictures are fast.
uniform vec2 resolution;

// Slanted movement shows more than the pictures; their reflections continue them.
vec2 mirror(vec2 uv) {
  return 1.0 - abs(1.0 - abs(uv));
}

// Both pictures: `at` is a point in shares of the source, the target is `move` away.
vec4 both(vec2 at, vec2 move, vec2 major, float pixel) {
  float beyond = -0.5 - dot(at - 0.5, major);
  float joint = clamp(beyond / pixel + 0.5, 0.0, 1.0);
  vec4 color = vec4(0.0);
  if (joint < 1.0) color = getFromColor(mirror(at));
  if (joint > 0.0) color = mix(color, getToColor(mirror(at + move)), joint);
  return color;
}

vec4 transition(vec2 uv) {
  // The shortest way on which the source leaves the frame, and the side on which it does.
  vec2 move = vec2(cos(angle) / ratio, sin(angle));
  move /= max(abs(move.x), abs(move.y));
  vec2 major = abs(move.x) > abs(move.y) ? vec2(sign(move.x), 0.0) : vec2(0.0, sign(move.y));

  vec2 at = uv - smoothstep(0.0, 1.0, progress) * move;
  float pixel = 1.0 / dot(abs(major), resolution);
  if (blur <= 0.0) return both(at, move, major, pixel);
  vec2 trail = 0.06 * blur * 4.0 * progress * (1.0 - progress) * move;
  if (abs(move.y) < 1e-5) {
    // Along a row: where it begins, how long it is, and the joint, all to the right or to the left.
    float side = major.x, way = max(abs(trail.x), pixel);
    float start = side * (at.x - 0.5) - 0.5 * way;
    float joint = clamp(-0.5, start, start + way);
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
  float span = max(dot(trail, major), pixel);
  vec2 start = at - 0.5 * trail, end = at + 0.5 * trail;
  float joint = clamp((-0.5 - dot(at - 0.5, major)) / span + 0.5, 0.0, 1.0);
  vec2 middle = start + joint * trail;
  vec4 color = vec4(0.0);
  if (joint < 1.0) color += (1.0 - joint) * getFromCurve(middle, 0.5 * (middle + end), end);
  if (joint > 0.0) {
    color += joint * getToCurve(start + move, 0.5 * (start + middle) + move, middle + move);
  }
  return color;
}
