// Summary: Slides the target over the source with a soft shadow.
// Family: moves
// Author: the dotransition project
// License: MIT
// Working space: linear

uniform float angle; // = 0.0; angle; Direction of movement: 0 right, 90deg up.
uniform float shadow; // = 0.6; 0 to 1; Darkness of the shadow and of what is covered.
uniform vec2 resolution;

// How far the shadow reaches, in shares of the shorter side.
const float REACH = 0.2;

vec4 transition(vec2 uv) {
  vec2 size = vec2(ratio, 1.0) / min(ratio, 1.0);
  vec2 move = vec2(cos(angle) / ratio, sin(angle));
  move /= max(abs(move.x), abs(move.y));
  float moved = smoothstep(0.0, 1.0, progress);

  vec2 at = uv + (1.0 - moved) * move;
  vec2 inside = (0.5 - abs(at - 0.5)) * resolution;
  float cover = clamp(inside.x + 0.5, 0.0, 1.0) * clamp(inside.y + 0.5, 0.0, 1.0);
  vec4 color = vec4(0.0);
  if (cover < 1.0) {
    color = getFromColor(uv);
    float away = length(max(abs(at - 0.5) - 0.5, 0.0) * size) / REACH;
    float near = max(1.0 - away, 0.0);
    // An edge of no color casts no shadow.
    float shade = shadow * getToColor(at).a;
    color.rgb *= 1.0 - 0.6 * shade * moved;
    color.rgb *= 1.0 - 0.95 * shade * near * near * min(12.0 * moved, 1.0);
  }
  if (cover > 0.0) color = mix(color, getToColor(at), cover);
  return color;
}
