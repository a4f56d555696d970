// Summary: Overexposes until bright parts glow into the target.
// Family: mixes
// Author: the dotransition project
// License: MIT
// Working space: linear
// Levels: yes

uniform float strength; // = 1.0; 0 to 2; How much the bright parts glow.
uniform float threshold; // = 0.4; 0 to 0.9; Light above which parts glow.
uniform vec2 resolution;

// A coarse level without its pixels' corners: the mean of four points around.
vec4 soft(bool isTarget, vec2 uv, float level) {
  vec2 half = 0.5 * exp2(level) / resolution;
  vec4 sum = vec4(0.0);
  for (int i = 0; i < 4; i++) {
    vec2 at = uv + half * vec2(i < 2 ? -1.0 : 1.0, mod(float(i), 2.0) < 1.0 ? -1.0 : 1.0);
    sum += isTarget ? getToColor(at, level) : getFromColor(at, level);
  }
  return 0.25 * sum;
}

// Light above the threshold, the more the farther above.
vec3 above(vec4 color) {
  return max(color.rgb - threshold * color.a, 0.0) / (1.0 - threshold);
}

vec4 lit(bool isTarget, vec2 uv, float amount) {
  vec4 color = isTarget ? getToColor(uv) : getFromColor(uv);
  if (amount <= 0.0) return color;
  // The glow reaches as far at each size of the frame.
  float coarse = log2(max(min(resolution.x, resolution.y) / 720.0, 0.1));
  vec3 glow = 0.9 * above(soft(isTarget, uv, 2.0 + coarse))
    + 0.8 * above(soft(isTarget, uv, 3.0 + coarse)) + 0.9 * above(soft(isTarget, uv, 4.0 + coarse))
    + 1.1 * above(soft(isTarget, uv, 5.0 + coarse)) + 1.3 * above(soft(isTarget, uv, 6.0 + coarse));
  vec3 light = color.rgb * (1.0 + 1.2 * amount) + strength * amount * color.a * glow;
  // A film's shoulder: the brighter, the less is added.
  vec3 most = vec3(max(color.a, 1e-4));
  vec3 over = max(light - 0.5 * most, 0.0);
  vec3 rolled = min(light, 0.5 * most) + 0.5 * most * (1.0 - exp(-over / (0.5 * most)));
  float rest = (1.0 - amount) * (1.0 - amount);
  color.rgb = mix(rolled, min(color.rgb, most), rest * rest);
  return color;
}

vec4 transition(vec2 uv) {
  float rise = sin(3.14159265 * progress);
  float amount = rise * rise;
  float shown = smoothstep(0.22, 0.78, progress);
  // By roots, which are about as far apart as brightness looks: neither end leaps.
  vec4 root = vec4(0.0);
  if (shown < 1.0) root += (1.0 - shown) * sqrt(lit(false, uv, amount));
  if (shown > 0.0) root += shown * sqrt(lit(true, uv, amount));
  return root * root;
}
