// Six-sided tiles turn over like sequins in a wave that runs from corner to corner.
// Author: the dotransition project
// License: MIT

uniform float rows; // = 8.0
uniform float angle; // = -0.6
uniform float wave; // = 0.4
uniform float depth; // = 0.3

const float PI = 3.14159265;
const vec2 GRID = vec2(1.0, 1.7320508);
const float SOFT = 0.0022;

// From the middle of a hexagon of width 1, how far its border is: 0.5 on it.
float border(vec2 q) {
  q = abs(q);
  return max(q.x, 0.5 * dot(q, GRID));
}

vec4 transition(vec2 uv) {
  vec2 p = (uv - 0.5) * vec2(ratio, 1.0);
  float size = 1.1547005 / rows;
  // The nearest middle of two grids of rectangles that interlock.
  vec2 q = p / size;
  vec2 one = GRID * floor(q / GRID + 0.5);
  vec2 two = GRID * (floor(q / GRID) + 0.5);
  vec2 middle = dot(q - one, q - one) < dot(q - two, q - two) ? one : two;
  vec2 local = q - middle;

  // When the wave is here, and how far this tile has turned about its axis. Each is a little
  // early or late, by a pattern that does not repeat.
  vec2 along = vec2(cos(angle), sin(angle));
  float reach = 0.5 * dot(abs(along), vec2(ratio, 1.0)) + size;
  float late = 0.5 + 0.5 * dot(middle * size, along) / reach;
  late += 0.3 * wave * (fract(dot(middle, vec2(1.2360680, 0.7548777))) - 0.5);
  float time = (progress * (1.0 + wave) - clamp(late, 0.0, 1.0)) / wave;
  float turn = smoothstep(0.0, 1.0, time);
  bool isBack = turn > 0.5;
  float tilt = PI * (isBack ? turn - 1.0 : turn);

  // Turned, the tile is narrower along the wave.
  float narrow = max(cos(tilt), 0.01);
  vec2 on = local + (1.0 / narrow - 1.0) * dot(local, along) * along;
  float cover = 1.0 - smoothstep(0.0, SOFT / (size * narrow), border(on) - 0.5);
  vec2 seen = (middle + on) * size / vec2(ratio, 1.0) + 0.5;
  vec4 color = isBack ? getToColor(seen) : getFromColor(seen);

  // A tile shines when it mirrors the lamp, which stands where the wave comes from.
  float edge = abs(sin(tilt));
  float light = 1.0 - 0.45 * edge * edge;
  float bend = tilt + 0.6 + 0.7 * dot(on, along) * edge;
  color.rgb = color.rgb * light + 0.55 * edge * exp(-14.0 * bend * bend) * color.a;
  // Seams open before the wave and close behind it, so that no jagged line is left at a gap.
  float seams = (1.0 - smoothstep(0.4, 1.2, abs(time - 0.5)))
    * min(1.0, 12.0 * min(progress, 1.0 - progress));
  float seam = seams * smoothstep(0.5 - 1.5 * SOFT / size, 0.5, border(local));
  // In the gaps, both pictures lie in the shade.
  vec4 ground = mix(getFromColor(uv), getToColor(uv), turn);
  ground.rgb *= depth;
  return mix(ground, color, cover * (1.0 - seam));
}
