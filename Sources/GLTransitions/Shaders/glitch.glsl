// Summary: Breaks up like a bad signal until the target holds.
// Family: matter
// Author: the dotransition project
// License: MIT
// Working space: linear

uniform float strength; // = 0.6; 0 to 1; Strength of the disturbance.
uniform int seed; // = 1; 0 to 1000; Another number gives another disturbance.

// Jumps are the look: each row and block changes so often, at a time of its own.
const float STEPS = 20.0;
const float LINES = 110.0;
// How often the sizes of blocks change.
const float GRIDS = 6.0;

// A number in 0...1 for a point of the grid, from whole numbers that float32 holds exactly.
float random(vec2 cell) {
  float a = mod(cell.x * 71.0 + float(seed) * 37.0 + 13.0, 251.0);
  float b = mod(a * a + cell.y * 113.0 + 7.0, 241.0);
  return mod(b * b * 5.0 + a * 29.0, 239.0) / 238.0;
}

// A row is displaced in some of the steps, the more the busier it is.
float shift(float y, float rows, float busy) {
  float row = floor(y * rows);
  float tick = floor(progress * STEPS + random(vec2(row, rows)));
  float much = random(vec2(row + 3.0 * rows, tick));
  return random(vec2(tick, row + rows)) < 0.6 * busy ? busy * (much - 0.5) : 0.0;
}

vec4 transition(vec2 uv) {
  float busy = smoothstep(0.0, 1.0, 4.0 * progress * (1.0 - progress));
  vec2 frame = vec2(ratio, 1.0) / min(ratio, 1.0);
  vec2 p = (uv - 0.5) * frame;

  // Blocks of many sizes: each band has one row to four, and each row its own width of blocks.
  float band = floor(p.y * 6.0);
  float rows = floor(1.0 + 4.0 * random(vec2(band, floor(progress * GRIDS))));
  float row = floor(p.y * 6.0 * rows) + 40.0 * rows;
  float columns = mix(1.5, 9.0, random(vec2(row, 6.0)));
  vec2 cell = vec2(floor(p.x * columns + random(vec2(row, 9.0))), row);
  float tick = floor(progress * STEPS + random(cell));
  float luck = random(cell + vec2(tick * 3.0, tick * 7.0));
  bool isTarget = luck < smoothstep(0.2, 0.8, (tick - random(cell)) / STEPS);
  // None is torn at once: luck is a 238th, and 17 of these are a 14th.
  bool isTorn = fract(luck * 17.0 + 0.03) < 0.35 * busy * strength;

  float moved = strength * (0.3 * shift(uv.y, 6.0, busy) + 0.12 * shift(uv.y, 37.0, busy));
  if (isTorn) moved += 0.5 * busy * (fract(luck * 31.0) - 0.5);
  vec2 split = vec2(strength * busy * 0.03 * random(vec2(floor(progress * STEPS), 5.0)), 0.0);
  // What leaves the frame on one side comes back on the other.
  vec2 seen = vec2(fract(uv.x + moved), uv.y);
  vec4 red, green, blue;
  if (isTarget) {
    red = getToColor(seen + split);
    green = getToColor(seen);
    blue = getToColor(seen - split);
  } else {
    red = getFromColor(seen + split);
    green = getFromColor(seen);
    blue = getFromColor(seen - split);
  }
  vec3 color = vec3(red.r, green.g, blue.b);
  // Where the three do not meet, there is as much as shines: else black would lie over nothing.
  float alpha = max(min(red.a, min(green.a, blue.a)), max(color.r, max(color.g, color.b)));
  if (isTorn) color = mix(color, color.brg, 0.7);

  float line = 0.5 + 0.5 * cos(6.2831853 * LINES * uv.y * frame.y);
  color *= 1.0 - 0.45 * strength * busy * line;
  return vec4(color, alpha);
}
