// Summary: Slides the source away; the target follows slowly.
// Family: moves
// Author: the dotransition project
// License: MIT
// Working space: linear

uniform float angle; // = 0.0; angle; Direction of movement: 0 right, 90deg up.
uniform float parallax; // = 0.3; 0 to 1; Movement of the target; at 0 it stands still.
uniform float shadow; // = 0.6; 0 to 1; Darkness of the shadow and of what is covered.
uniform vec2 resolution;

// How far the shadow reaches, in shares of the shorter side.
const float REACH = 0.12;

// Slanted movement shows more than the target; its reflections continue it.
vec2 mirror(vec2 uv) {
  return 1.0 - abs(1.0 - abs(uv));
}

vec4 transition(vec2 uv) {
  vec2 size = vec2(ratio, 1.0) / min(ratio, 1.0);
  vec2 move = vec2(cos(angle) / ratio, sin(angle));
  move /= max(abs(move.x), abs(move.y));
  float moved = smoothstep(0.0, 1.0, progress);

  vec2 at = uv - moved * move;
  vec2 inside = (0.5 - abs(at - 0.5)) * resolution;
  float cover = clamp(inside.x + 0.5, 0.0, 1.0) * clamp(inside.y + 0.5, 0.0, 1.0);
  vec4 color = vec4(0.0);
  if (cover < 1.0) {
    color = getToColor(mirror(uv + (1.0 - moved) * parallax * move));
    // Below the source it is dim, and darker near the edge; an edge of no color casts no shadow.
    float away = length(max(abs(at - 0.5) - 0.5, 0.0) * size) / REACH;
    float near = max(1.0 - away, 0.0);
    float shade = 0.6 * (1.0 - moved) + near * near * near * min(4.0 * (1.0 - moved), 1.0);
    color.rgb *= 1.0 - min(shadow * shade, 1.0) * getFromColor(at).a;
  }
  if (cover > 0.0) color = mix(color, getFromColor(at), cover);
  return color;
}
