// Summary: Grows pixels to blocks, which part into the target.
// Family: pieces
// Author: the dotransition project
// License: MIT
// Working space: linear

uniform float blocks; // = 12.0; 2 to 60; Fewest blocks across the shorter side.

// Blocks no larger than this share of the shorter side are as good as the picture.
const float FINEST = 0.0105;
// The share of the time in which the source's blocks grow, and the target's shrink.
const float GROWTH = 0.38;
// The largest blocks go over to the target, the first from here on, each in so much of the time.
const float FIRST = 0.2;
const float CHANGE = 0.24;

// A number in 0...1 for a point of the grid, from whole numbers that float32 holds exactly.
float random(vec2 cell) {
  float a = mod(cell.x * 71.0 + 13.0, 251.0);
  float b = mod(a * a + cell.y * 113.0 + 7.0, 241.0);
  return mod(b * b * 5.0 + a * 29.0, 239.0) / 238.0;
}

// The mean color of the block around p, from three by three points of it.
vec4 block(bool isTarget, vec2 p, float size, vec2 frame) {
  vec2 middle = (floor(p / size) + 0.5) * size;
  vec4 sum = vec4(0.0);
  for (int y = -1; y <= 1; y++) {
    for (int x = -1; x <= 1; x++) {
      vec2 at = (middle + vec2(float(x), float(y)) * size / 3.0) / frame + 0.5;
      sum += isTarget ? getToColor(at) : getFromColor(at);
    }
  }
  return sum / 9.0;
}

vec4 level(bool isTarget, vec2 p, float number, float size, vec2 frame) {
  if (number > 0.0) return block(isTarget, p, size, frame);
  return isTarget ? getToColor(p / frame + 0.5) : getFromColor(p / frame + 0.5);
}

// Four blocks at a time join to the next larger one, each group at a time of its own.
vec4 mosaic(bool isTarget, vec2 p, float depth, float levels, vec2 frame) {
  float number = min(floor(depth), levels);
  float size = exp2(number - levels) / blocks;
  vec4 color = level(isTarget, p, number, size, frame);
  if (depth >= levels) return color;
  // Evenly, so that no size of them sets in with a pulse.
  float start = 0.8 * random(floor(p / (2.0 * size)) + 7.0 * number);
  float joined = clamp((depth - number - start) / 0.2, 0.0, 1.0);
  return mix(color, block(isTarget, p, 2.0 * size, frame), joined);
}

vec4 transition(vec2 uv) {
  vec2 frame = vec2(ratio, 1.0) / min(ratio, 1.0);
  vec2 p = (uv - 0.5) * frame;
  float levels = ceil(log2(1.0 / (blocks * FINEST)));
  float depth = levels * (0.5 - abs(progress - 0.5)) / GROWTH;
  float start = mix(FIRST, 1.0 - FIRST - CHANGE, random(floor(p * blocks)));
  float shown = smoothstep(start, start + CHANGE, progress);
  // By roots, which are about as far apart as brightness looks: neither end leaps.
  vec4 root = vec4(0.0);
  if (shown < 1.0) root += (1.0 - shown) * sqrt(mosaic(false, p, depth, levels, frame));
  if (shown > 0.0) root += shown * sqrt(mosaic(true, p, depth, levels, frame));
  return root * root;
}
