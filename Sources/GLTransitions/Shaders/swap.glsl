// Summary: Swaps the pictures like two cards that pass each other.
// Family: moves
// Author: the dotransition project
// License: MIT
// Working space: linear
// Levels: yes

uniform float reach; // = 0.52; 0.4 to 0.9; How far aside the cards go, in shares of a card.
uniform float depth; // = 0.3; 0 to 0.6; How much smaller a card is behind the other.
uniform vec4 backdrop; // = vec4(0.0); color; Color behind the cards, over the blurred target.
uniform vec2 resolution;

const float PI = 3.14159265;
// How large the cards are half way, in shares of the frame: both are seen whole.
const float SIZE = 0.52;
// How far a card's shadow reaches, in shares of the shorter side.
const float SHADOW = 0.16;

// The target out of focus and dim, if it fills the frame: behind a logo there is nothing.
vec4 behind(vec2 uv) {
  vec4 color = getToDisk(uv, 0.08) * step(0.999, getToDisk(vec2(0.5), 1.0).a);
  color.rgb *= 0.3;
  return color * (1.0 - backdrop.a) + vec4(backdrop.rgb * backdrop.a, backdrop.a);
}

// A card over what is below it: aside by x, dimmed to `lit`, with its shadow.
vec4 card(bool isTarget, vec2 uv, vec2 aside, float scale, float lit, float lift, vec4 below) {
  vec2 at = (uv - 0.5 - aside) / scale + 0.5;
  vec2 edge = clamp((0.5 - abs(at - 0.5)) * resolution * scale + 0.5, 0.0, 1.0);
  float cover = edge.x * edge.y;
  vec4 color = below;
  if (cover < 1.0) {
    vec2 outside = max(abs(at - 0.5) - 0.5, 0.0) * scale * vec2(ratio, 1.0) / min(ratio, 1.0);
    float near = max(1.0 - length(outside) / SHADOW, 0.0);
    // A logo throws less of it than a picture.
    float solid = isTarget ? getToDisk(vec2(0.5), 1.0).a : getFromDisk(vec2(0.5), 1.0).a;
    color.rgb *= 1.0 - 0.6 * solid * lift * near * near * near;
  }
  if (cover <= 0.0) return color;
  vec4 picture = isTarget ? getToColor(at) : getFromColor(at);
  picture.rgb *= lit;
  // What is below shines through where there is nothing on the card, but not at the ends.
  picture += color * (1.0 - picture.a) * lift;
  return mix(color, picture, cover);
}

vec4 transition(vec2 uv) {
  // Half a turn of a carousel: side by side half way, where the one goes behind the other.
  float t = smoothstep(0.0, 1.0, progress);
  float lift = sin(PI * t);
  // Half way both cards are smaller by a quarter of the depth, too. They part when they are small
  // enough for the frame.
  float scale = mix(1.0, SIZE, lift);
  float away = reach * (1.0 - 0.25 * depth) * scale * lift * lift;
  vec2 aside = ratio >= 1.0 ? vec2(away, 0.0) : vec2(0.0, -away);
  float far = depth * t * t, near = depth * (1.0 - t) * (1.0 - t);
  float gone = 1.0 - 0.75 * smoothstep(0.4, 1.0, t), come = 0.25 + 0.75 * smoothstep(0.0, 0.6, t);
  // A frame filled by the front card needs nothing else.
  vec4 color = behind(uv);
  if (t < 0.5) {
    color = card(true, uv, aside, scale * (1.0 - near), come, lift, color);
    return card(false, uv, -aside, scale * (1.0 - far), gone, lift, color);
  }
  color = card(false, uv, -aside, scale * (1.0 - far), gone, lift, color);
  return card(true, uv, aside, scale * (1.0 - near), come, lift, color);
}
