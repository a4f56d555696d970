// Summary: Pans to the target so fast that all blurs.
// Family: moves
// Author: the dotransition project
// License: MIT
// Working space: linear
// Levels: yes

uniform float angle; // = 0.0; angle; Direction of movement: 0 right, 90deg up.
uniform float strength; // = 0.5; 0 to 1; Length of the way, and of the blur.
uniform vec2 resolution;

const int SAMPLES = 14;

// Reflections of the pictures fill the way between them.
vec2 mirror(vec2 uv) {
  return 1.0 - abs(mod(uv, 2.0) - 1.0);
}

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
  // Of a level as coarse as the samples lie apart, or rather less: it blurs both ways.
  float level = floor(max(log2(length(trail * resolution) / float(SAMPLES)) + 0.3, 0.0));
  // The pictures' joint is as soft, so that no copies of it are seen.
  float apart = dot(trail, major) / float(SAMPLES) + 1.0 / dot(abs(major), resolution);
  vec4 sum = vec4(0.0);
  for (int i = 0; i < SAMPLES; i++) {
    vec2 point = at + trail * (float(i) + 0.5) / float(SAMPLES);
    float joint = clamp(0.5 - (dot(point - 0.5, major) + 0.5 * way) / apart, 0.0, 1.0);
    if (joint < 1.0) sum += (1.0 - joint) * getFromColor(mirror(point), level);
    if (joint > 0.0) sum += joint * getToColor(mirror(point + move), level);
  }
  return sum / float(SAMPLES);
}
