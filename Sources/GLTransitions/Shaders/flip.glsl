// Summary: Turns over a card with the target on its back.
// Family: sheets
// Author: the dotransition project
// License: MIT
// Working space: linear

uniform float angle; // = 0.0; angle; Direction of movement: 0 right, 90deg up.
uniform vec4 backdrop; // = vec4(0.0); color; Color around the card.
uniform vec2 resolution;

const float PI = 3.14159265;
// Pixels in which an edge fades.
const float SOFT = 1.3;

vec4 transition(vec2 uv) {
  vec2 size = vec2(ratio, 1.0);
  vec2 along = vec2(cos(angle), sin(angle));
  vec2 across = vec2(-along.y, along.x);
  // Past its edge the card shows its back, which comes to rest at a tilt of 0, too.
  float turn = smoothstep(0.0, 1.0, progress);
  bool isBack = turn > 0.5;
  float tilt = PI * (isBack ? turn - 1.0 : turn);
  float cosine = cos(tilt);
  float sine = sin(tilt);

  // The card draws back so far that its nearest edge stays in the frame's plane.
  float lens = 1.7 * max(ratio, 1.0);
  float depth = 0.5 * dot(abs(along), size) * abs(sine);
  vec2 p = (uv - 0.5) * size;
  float x = dot(p, along);
  float facing = lens * cosine - x * sine;
  vec4 color = vec4(backdrop.rgb * backdrop.a, backdrop.a);
  if (facing <= 1e-3) return color;
  float on = x * (lens + depth) / facing;
  float away = (lens + depth + on * sine) / lens;
  vec2 point = along * on + across * dot(p, across) * away;

  float squeezed = (lens + depth) * lens * cosine / (facing * facing);
  vec2 fine = SOFT * (abs(along) * squeezed + abs(across) * away) / resolution.y;
  vec2 edge = clamp(1.0 - (abs(point) - 0.5 * size) / fine, 0.0, 1.0);
  float cover = edge.x * edge.y;
  if (cover <= 0.0) return color;

  vec2 at = point / size + 0.5;
  vec4 picture = isBack ? getToColor(at) : getFromColor(at);
  // A lamp, whose reflection runs across the card as it comes to rest.
  float bend = tilt + 0.5 + on * abs(sine);
  float glint = 0.09 * sine * sine * exp(-20.0 * bend * bend);
  picture.rgb *= mix(0.15, 1.0, cosine * cosine);
  picture.rgb += glint * (picture.a - picture.rgb);
  return mix(color, picture, cover);
}
