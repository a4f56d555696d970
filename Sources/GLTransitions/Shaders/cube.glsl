// Summary: Turns the pictures like two sides of a cube.
// Family: sheets
// Author: the dotransition project
// License: MIT
// Working space: linear
// Levels: yes

uniform float angle; // = 0.0; angle; Direction of movement, to the nearest quarter turn.
uniform vec4 backdrop; // = vec4(0.0); color; Color around the cube, over the blurred target.
uniform vec2 resolution;

const float QUARTER = 1.5707963;
// Pixels in which an edge fades.
const float SOFT = 1.3;

// The target out of focus and dim, if it fills the frame: behind a logo there is nothing.
vec4 behind(vec2 uv) {
  vec4 color = getToDisk(uv, 0.08) * step(0.999, getToDisk(vec2(0.5), 1.0).a);
  color.rgb *= 0.3;
  return color * (1.0 - backdrop.a) + vec4(backdrop.rgb * backdrop.a, backdrop.a);
}

// A side of the cube, turned by `turn` from the viewer, and how much of the pixel it covers. The
// cube's axis is `depth` behind the frame. Lengths are shares of the frame's height.
vec4 side(bool isTarget, vec2 uv, vec2 along, float turn, float depth, out float cover) {
  vec2 size = vec2(ratio, 1.0);
  float middle = 0.5 * dot(abs(along), size);
  float cosine = cos(turn);
  float sine = sin(turn);
  // The eye is far away while the cube sets out and settles: a new side is seen at once.
  float lens = 5.0 * max(ratio, 1.0) / max(2.0 * abs(sine * cosine), 1e-2);
  float seen = (lens + depth) * cosine - middle;
  cover = 0.0;
  if (seen <= 0.0) return vec4(0.0);

  // Where the ray through the pixel meets the side, and how far behind the frame that is.
  vec2 p = (uv - 0.5) * size;
  vec2 across = vec2(-along.y, along.x);
  float x = dot(p, along);
  float facing = max(lens * cosine - x * sine, 1e-4);
  float on = (x * (lens + depth - middle * cosine) - lens * middle * sine) / facing;
  float away = (lens + depth - middle * cosine + on * sine) / lens;
  vec2 point = along * on + across * dot(p, across) * away;

  // Edges fade outward by a pixel, so that nothing is seen through the edge between the sides.
  float squeezed = lens * seen / (facing * facing);
  vec2 fine = SOFT * (abs(along) * squeezed + abs(across) * away) / resolution.y;
  vec2 edge = clamp(1.0 - (abs(point) - 0.5 * size) / fine, 0.0, 1.0);
  cover = edge.x * edge.y;
  if (cover <= 0.0) return vec4(0.0);
  vec2 at = point / size + 0.5;
  vec4 color = isTarget ? getToColor(at) : getFromColor(at);
  color.rgb *= mix(0.35, 1.0, cosine * cosine) / max(away * away, 1.0);
  return color;
}

vec4 transition(vec2 uv) {
  vec2 along = vec2(cos(angle), sin(angle));
  along = abs(along.x) >= abs(along.y) ? vec2(sign(along.x), 0.0) : vec2(0.0, sign(along.y));
  float turn = QUARTER * smoothstep(0.0, 1.0, progress);
  // The cube draws back so far that its nearest edge stays in the frame's plane.
  float depth = 0.5 * dot(abs(along), vec2(ratio, 1.0)) * (cos(turn) + sin(turn));
  float left, right;
  vec4 source = side(false, uv, along, turn, depth, left);
  vec4 target = side(true, uv, along, turn - QUARTER, depth, right);
  vec4 color = left < 1.0 && right < 1.0 ? behind(uv) : vec4(0.0);
  return mix(mix(color, source, left), target, right);
}
