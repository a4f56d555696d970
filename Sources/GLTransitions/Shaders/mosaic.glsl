// Summary: Turns square tiles over, one after the other.
// Family: pieces
// Author: the dotransition project
// License: MIT
// Working space: linear

uniform float rows; // = 5.0; 1 to 20; Rows of tiles.
uniform float spread; // = 0.62; 0 to 0.9; Share of the time between the first tile and the last.
uniform vec2 resolution;

const float PI = 3.14159265;
// How far the eye is from a tile, in tiles.
const float LENS = 3.0;

vec4 transition(vec2 uv) {
  vec2 number = max(floor(rows * vec2(ratio, 1.0) / min(ratio, 1.0) + 0.5), 1.0);
  vec2 cell = clamp(floor(uv * number), vec2(0.0), number - 1.0);
  vec2 local = uv * number - cell - 0.5;
  // From the top left to the bottom right, no two quite at once.
  vec2 place = (cell + 0.5) / number;
  float late = 0.5 * (place.x + 1.0 - place.y);
  // The corners have fewer tiles: so that these do not all turn half way, they take their time.
  float even = late < 0.5 ? 2.0 * late * late : 1.0 - 2.0 * (1.0 - late) * (1.0 - late);
  late = mix(mix(late, even, 0.5), fract(dot(cell, vec2(0.7548777, 0.5698403))), 0.14);
  float t = clamp((progress - spread * late) / (1.0 - spread), 0.0, 1.0);
  if (t <= 0.0) return getFromColor(uv);
  if (t >= 1.0) return getToColor(uv);
  float turn = PI * smoothstep(0.0, 1.0, t);
  bool isBack = turn > 0.5 * PI;
  float tilt = isBack ? turn - PI : turn;
  float cosine = max(cos(tilt), 1e-3), sine = sin(tilt);

  // The tile turns about its upright axis; drawn back, so that its nearest edge stays where it is.
  float depth = 0.5 * abs(sine);
  float facing = max(LENS * cosine - local.x * sine, 1e-3);
  float on = local.x * (LENS + depth) / facing;
  float away = (LENS + depth + on * sine) / LENS;
  vec2 point = vec2(on, local.y * away);
  float squeezed = (LENS + depth) * LENS * cosine / (facing * facing);
  // Far from the tile, where it is seen at a flat angle, a pixel spans more than a tile.
  vec2 fine = min(1.3 * number / resolution * vec2(squeezed, away), 1.0);
  vec2 edge = clamp(1.0 - (abs(point) - 0.5) / fine, 0.0, 1.0);
  // Edge on, a tile is narrower than a pixel.
  float cover = edge.x * edge.y * min(cosine * resolution.x / number.x, 1.0);

  // What is behind the tiles is the target in their shade, if anything is in front of it; as tiles
  // settle, it is lit.
  float lift = smoothstep(0.0, 0.6, abs(sine));
  vec4 behind = getToColor(uv);
  behind.rgb *= mix(1.0, isBack ? mix(1.0, 0.4, lift) : 0.4, isBack ? 1.0 : getFromColor(uv).a);
  if (cover <= 0.0) return behind;
  vec2 at = (cell + 0.5 + point) / number;
  vec4 color = isBack ? getToColor(at) : getFromColor(at);
  // Dark pictures shine less: they would turn gray.
  float light = sqrt(dot(color.rgb, vec3(0.2126, 0.7152, 0.0722)));
  float glint = 0.12 * sine * sine * (isBack ? light : 0.0);
  color.rgb *= mix(0.45, 1.0, cosine * cosine);
  color.rgb += glint * (color.a - color.rgb);
  return mix(behind, color, cover);
}
