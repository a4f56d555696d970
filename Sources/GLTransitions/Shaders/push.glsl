// Summary: Pushes the source out of the frame with the target.
// Family: moves
// Author: the dotransition project
// License: MIT
// Working space: linear
// Levels: yes

uniform float angle; // = 0.0; angle; Direction of movement: 0 right, 90deg up.
uniform float blur; // = 0.2; 0 to 1; Motion blur while the pictures are fast.
uniform vec2 resolution;

const int SAMPLES = 6;

// Slanted movement shows more than the pictures; their reflections continue them.
vec2 mirror(vec2 uv) {
  return 1.0 - abs(1.0 - abs(uv));
}

// A strip of both pictures: `at` is a point in shares of the source, the target is `move` away.
vec4 strip(vec2 at, vec2 move, vec2 major, float apart, float level) {
  float beyond = -0.5 - dot(at - 0.5, major);
  float joint = clamp(beyond / apart + 0.5, 0.0, 1.0);
  vec4 color = vec4(0.0);
  if (joint < 1.0) color = getFromColor(mirror(at), level);
  if (joint > 0.0) color = mix(color, getToColor(mirror(at + move), level), joint);
  return color;
}

vec4 transition(vec2 uv) {
  // The shortest way on which the source leaves the frame, and the side on which it does.
  vec2 move = vec2(cos(angle) / ratio, sin(angle));
  move /= max(abs(move.x), abs(move.y));
  vec2 major = abs(move.x) > abs(move.y) ? vec2(sign(move.x), 0.0) : vec2(0.0, sign(move.y));

  vec2 at = uv - smoothstep(0.0, 1.0, progress) * move;
  float pixel = 1.0 / dot(abs(major), resolution);
  if (blur <= 0.0) return strip(at, move, major, pixel, 0.0);
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
  // Of a level as coarse as the samples lie apart, or rather less: it blurs both ways.
  float level = floor(max(log2(length(trail * resolution) / float(SAMPLES)) - 0.7, 0.0));
  // The pictures' joint is as soft, so that no copies of it are seen.
  float apart = max(dot(trail, major) / float(SAMPLES), pixel);
  vec4 sum = vec4(0.0);
  for (int i = 0; i < SAMPLES; i++) {
    sum += strip(at + trail * ((float(i) + 0.5) / float(SAMPLES) - 0.5), move, major, apart, level);
  }
  return sum / float(SAMPLES);
}
