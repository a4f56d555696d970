// Summary: Turns over a card with the target on its back.
// Family: sheets
// Author: the dotransition project
// License: MIT
// Working space: linear
// Levels: yes

uniform float angle; // = 0.0; angle; Direction of movement: 0 right, 90deg up.
uniform vec4 backdrop; // = vec4(0.0); color; Color around the card, over the blurred target.
uniform vec2 resolution;

const float PI = 3.14159265;
// Pixels in which an edge fades.
const float SOFT = 1.3;
// Half of the card's thickness, in heights of the frame.
const float THICK = 0.0025;

// Sets out and arrives gently, and turns evenly between: so no step of a bright card is a flash.
float paced(float time) {
  float near = min(time, 1.0 - time);
  float way = (near < 0.18 ? near * near / 0.36 : near - 0.09) / 0.82;
  return time < 0.5 ? way : 1.0 - way;
}

// The target out of focus and dim, if it fills the frame: behind a logo there is nothing.
vec4 behind(vec2 uv) {
  vec4 color = getToDisk(uv, 0.08) * step(0.999, getToDisk(vec2(0.5), 1.0).a);
  color.rgb *= 0.3;
  return color * (1.0 - backdrop.a) + vec4(backdrop.rgb * backdrop.a, backdrop.a);
}

vec4 transition(vec2 uv) {
  vec2 size = vec2(ratio, 1.0);
  vec2 along = vec2(cos(angle), sin(angle));
  vec2 across = vec2(-along.y, along.x);
  // Past its edge the card shows its back, which comes to rest at a tilt of 0, too.
  float turn = paced(progress);
  bool isBack = turn > 0.5;
  float tilt = PI * (isBack ? turn - 1.0 : turn);
  float cosine = cos(tilt);
  float sine = sin(tilt);

  // The card draws back a little, so that it fills the frame until it turns.
  float lens = 2.2 * max(ratio, 1.0);
  float depth = min(0.5 * dot(abs(along), size), 0.136 * lens) * abs(sine);
  vec2 p = (uv - 0.5) * size;
  float x = dot(p, along);
  float facing = lens * cosine - x * sine;
  // Edge on, its thickness is seen, in the colors along its middle.
  vec2 middle = across * dot(p, across) * (lens + depth) / lens;
  vec2 fold = clamp(1.0 + (0.5 * size - abs(middle)) * resolution.y / SOFT, 0.0, 1.0);
  float rim = fold.x * fold.y * smoothstep(0.98, 1.0, abs(sine));
  rim *= clamp(1.0 + (THICK * abs(sine) - abs(x)) * resolution.y / SOFT, 0.0, 1.0);
  bool isCard = abs(cosine) > 1e-3 && facing > 1e-3;
  float on = isCard ? x * (lens + depth) / facing : 0.0;
  float away = (lens + depth + on * sine) / lens;
  vec2 point = along * on + across * dot(p, across) * away;

  // Near the card's horizon a pixel spans more than the card.
  float squeezed = isCard ? (lens + depth) * lens * cosine / (facing * facing) : 0.0;
  vec2 fine = SOFT * (abs(along) * squeezed + abs(across) * away) / resolution.y;
  vec2 edge = clamp(1.0 - (abs(point) - 0.5 * size) / min(max(fine, 1e-5), 0.5 * size), 0.0, 1.0);
  float cover = isCard ? edge.x * edge.y : 0.0;
  vec4 color = cover < 1.0 ? behind(uv) : vec4(0.0);
  if (cover < 1.0 && rim > 0.0) {
    vec2 at = clamp(middle / size + 0.5, 0.0, 1.0);
    vec4 board = isBack ? getToColor(at) : getFromColor(at);
    board.rgb += 0.12 * (board.a - board.rgb);
    color = mix(color, board, rim);
  }
  if (cover <= 0.0) return color;

  vec2 at = point / size + 0.5;
  vec4 picture = isBack ? getToColor(at) : getFromColor(at);
  // A lamp, whose reflection runs across the card as it comes to rest.
  float bend = tilt + 0.5 + on * abs(sine);
  // Dark pictures shine less: they would turn gray.
  float light = sqrt(dot(picture.rgb, vec3(0.2126, 0.7152, 0.0722)));
  float glint = 0.09 * sine * sine * mix(0.2, 1.0, light) * exp(-20.0 * bend * bend);
  picture.rgb *= mix(0.55, 1.0, cosine * cosine);
  picture.rgb += glint * (picture.a - picture.rgb);
  return mix(color, picture, cover);
}
