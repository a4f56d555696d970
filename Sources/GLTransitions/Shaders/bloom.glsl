// Summary: Overexposes until bright parts glow into the target.
// Family: mixes
// Author: the dotransition project
// License: MIT
// Working space: linear
// Levels: yes

uniform float strength; // = 1.0; 0 to 2; How much the bright parts glow.
uniform float threshold; // = 0.4; 0 to 0.9; Light from which parts glow.

// Light above the threshold, and ever less below it: a glow has no rim.
vec3 above(vec4 color) {
  vec3 light = color.rgb;
  return light * light / (light + threshold * color.a + 1e-4);
}

// A film's shoulder: from a limit on, the brighter, the less is added, at most as much again.
vec3 rolled(vec3 light, vec3 limit) {
  return min(light, limit) + limit * (1.0 - exp(-max(light - limit, 0.0) / limit));
}

// The light of an overexposed picture, up to twice white: more would leap between pictures.
vec3 lit(bool isTarget, vec2 uv, vec4 color, float amount) {
  if (amount <= 0.0) return color.rgb;
  // Three disks, each three times as wide as the one before, of a height of 1.
  vec3 glow = vec3(0.0);
  float radius = 0.012, weight = 1.3;
  for (int i = 0; i < 3; i++) {
    glow += weight * above(isTarget ? getToDisk(uv, radius) : getFromDisk(uv, radius));
    radius *= 3.0;
    weight += 0.3;
  }
  float exposure = 1.0 + 1.2 * amount * min(strength, 1.0);
  vec3 light = color.rgb * exposure + strength * amount * color.a * glow;
  return rolled(light, vec3(max(color.a, 1e-4)));
}

vec4 transition(vec2 uv) {
  float rise = sin(3.14159265 * progress);
  float amount = rise * rise;
  float shown = smoothstep(0.15, 0.85, progress);
  // By roots, which are about as far apart as brightness looks: neither end leaps.
  vec4 root = vec4(0.0);
  vec3 bright = vec3(0.0);
  if (shown < 1.0) {
    vec4 color = getFromColor(uv);
    root += (1.0 - shown) * sqrt(color);
    bright += (1.0 - shown) * sqrt(lit(false, uv, color, amount));
  }
  if (shown > 0.0) {
    vec4 color = getToColor(uv);
    root += shown * sqrt(color);
    bright += shown * sqrt(lit(true, uv, color, amount));
  }
  vec4 mixed = root * root;
  // No part is darker than without any glow.
  vec3 seen = rolled(bright * bright, vec3(0.5 * max(mixed.a, 1e-4)));
  return vec4(max(seen, mixed.rgb), mixed.a);
}
