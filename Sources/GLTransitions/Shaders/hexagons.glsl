// Summary: Turns six-sided tiles over in a wave, like sequins.
// Family: pieces
// Author: the dotransition project
// License: MIT
// Working space: linear
// Levels: yes

uniform float rows; // = 8.0; 2 to 40; Rows of tiles across the shorter side.
uniform float angle; // = -0.6; angle; Direction in which the wave runs.
uniform vec2 resolution;

const float PI = 3.14159265;
const vec2 GRID = vec2(1.0, 1.7320508);
// How much of the way the wave covers at once.
const float WAVE = 0.5;
// How long the seams of a tile are seen before and after it turns, in times of its turn.
const float SEAM = 0.25;

vec4 transition(vec2 uv) {
  vec2 frame = vec2(ratio, 1.0) / min(ratio, 1.0);
  vec2 p = (uv - 0.5) * frame;
  float size = 1.1547005 / rows;
  float pixel = 1.0 / (size * min(resolution.x, resolution.y));
  // The nearest middle of two grids of rectangles that interlock.
  vec2 q = p / size;
  vec2 one = GRID * floor(q / GRID + 0.5);
  vec2 two = GRID * (floor(q / GRID) + 0.5);
  vec2 middle = dot(q - one, q - one) < dot(q - two, q - two) ? one : two;
  vec2 local = q - middle;

  // When the wave is here, and how far this tile has turned about its axis. Each is a little
  // early or late, by a pattern that does not repeat.
  vec2 along = vec2(cos(angle), sin(angle));
  float late = 0.5 + dot(middle * size, along) / dot(abs(along), frame);
  late += 0.3 * WAVE * (fract(dot(middle, vec2(1.2360680, 0.7548777))) - 0.5);
  float time = progress * (1.0 + 1.0 / WAVE + 2.0 * SEAM) - clamp(late, 0.0, 1.0) / WAVE - SEAM;
  if (time <= -SEAM) return getFromColor(uv);
  if (time >= 1.0 + SEAM) return getToColor(uv);
  float turn = smoothstep(0.0, 1.0, time);
  bool isBack = turn > 0.5;
  float tilt = PI * (isBack ? turn - 1.0 : turn);

  // Turned, the tile is narrower along the wave. Distances from its sides are divided by their
  // slopes, so that edges are as soft as a pixel at any tilt.
  float narrow = max(cos(tilt), 0.01);
  vec2 on = local + (1.0 / narrow - 1.0) * dot(local, along) * along;
  float steep = 1.0 / (narrow * narrow) - 1.0;
  float outside = -1.0;
  for (int i = 0; i < 3; i++) {
    float n = PI / 3.0 * float(i);
    vec2 normal = vec2(cos(n), sin(n));
    float slope = dot(normal, along);
    outside = max(outside, (abs(dot(on, normal)) - 0.5) / sqrt(1.0 + steep * slope * slope));
  }
  // Seams open from nothing before the wave and close behind it, so that no jagged line is left
  // between a tile that turns and one that rests.
  float open = 1.0 - smoothstep(0.5, 0.5 + SEAM, abs(time - 0.5));
  float seam = max(0.02, 0.7 * pixel);
  float gap = open * smoothstep(-seam - 0.6 * pixel, -seam + 0.6 * pixel, outside);
  // A pixel spans more of a tile that is seen at a flat angle.
  float level = -0.8 * log2(narrow);
  vec2 at = (middle + on) * size / frame + 0.5;
  vec4 color = isBack ? getToColor(at, level) : getFromColor(at, level);

  // A tile shines when it mirrors the lamp, which stands where the wave comes from.
  float edge = abs(sin(tilt));
  float light = 1.0 - 0.45 * edge * edge;
  float bend = tilt + 0.6 + 0.7 * dot(on, along) * edge;
  // Dark pictures shine less: they would turn gray.
  float bright = sqrt(dot(color.rgb, vec3(0.2126, 0.7152, 0.0722)));
  color.rgb = color.rgb * light + 0.5 * edge * bright * exp(-14.0 * bend * bend) * color.a;
  if (gap <= 0.0) return color;
  // In the gaps, the target lies in the shade of what is there.
  vec4 ground = getToColor(uv);
  ground.rgb *= 1.0 - 0.75 * (isBack ? 1.0 : getFromColor(uv).a);
  return mix(color, ground, gap);
}
