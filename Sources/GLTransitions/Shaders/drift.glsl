// Summary: Dissolves as the source nears and the target settles.
// Family: mixes
// Author: the dotransition project
// License: MIT
// Working space: linear

uniform float amount; // = 0.12; 0 to 0.4; How much the pictures grow.
uniform vec2 center; // = vec2(0.5, 0.5); 0 to 1; Point that does not move.

vec4 transition(vec2 uv) {
  // The source leaves ever faster; the target comes to rest.
  float rest = 1.0 - progress;
  vec2 away = uv - center;
  vec4 source = getFromColor(center + away / (1.0 + amount * progress * progress));
  vec4 target = getToColor(center + away / (1.0 + amount * rest * rest));
  // Half of light and half of its roots: neither a dark nor a bright picture comes all at once.
  float t = clamp((progress - 0.06) / 0.88, 0.0, 1.0);
  float shown = t * t * t * (10.0 + t * (6.0 * t - 15.0));
  vec4 root = mix(sqrt(source), sqrt(target), shown);
  return 0.5 * (root * root + mix(source, target, shown));
}
