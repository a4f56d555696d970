// Summary: Parts the source, whose halves slide off the target.
// Family: moves
// Author: the dotransition project
// License: MIT
// Working space: linear

uniform float angle; // = 0.0; angle; Direction of the halves, to the nearest quarter turn.
uniform float shadow; // = 0.6; 0 to 1; Darkness of their shadows.
uniform vec2 resolution;

// How far the shadow reaches, in shares of the shorter side.
const float REACH = 0.16;
// How far the halves go, in shares of their width: they are gone before they come to rest.
const float FAR = 1.06;
// How much larger the target is before it settles.
const float NEAR = 0.08;

vec4 transition(vec2 uv) {
  vec2 along = abs(cos(angle)) >= abs(sin(angle)) ? vec2(1.0, 0.0) : vec2(0.0, 1.0);
  vec2 size = vec2(ratio, 1.0) / min(ratio, 1.0);
  // Slow to set out, long to come to rest.
  float even = smoothstep(0.0, 1.0, progress);
  float moved = even * (1.5 - 0.5 * even);
  float x = dot(uv - 0.5, along);
  float away = 0.5 * FAR * moved;
  float inside = away - abs(x);
  float pixels = dot(along, resolution);
  // An edge of a pixel, which is not there before the halves part.
  float open = clamp(inside * pixels + 0.5, 0.0, 1.0) * min(moved * pixels, 1.0);
  vec4 color = vec4(0.0);
  if (open > 0.0) {
    color = getToColor(0.5 + (uv - 0.5) / (1.0 + NEAR * (1.0 - moved)));
    // Under the halves it is dark; the light comes in between them.
    float edge = max(1.0 - inside * dot(along, size) / REACH, 0.0);
    float shade = (1.0 - moved) * (0.5 * (1.0 - moved) + edge * edge * edge);
    // What is transparent casts no shadow.
    shade *= getFromColor(uv - x * along).a;
    color.rgb *= 1.0 - shadow * min(shade, 1.0);
  }
  if (open < 1.0) {
    color = mix(getFromColor(uv - sign(x) * away * along), color, open);
  }
  return color;
}
