// Upright slats turn one after the other; the target is on their backs.
// Author: the dotransition project
// License: MIT

uniform float slats; // = 12.0
uniform float stagger; // = 1.6
uniform float dusk; // = 0.4

const float PI = 3.14159265;
// From the eye to the slats, in heights of the frame.
const float DISTANCE = 1.2;
const float SOFT = 0.0018;

vec4 transition(vec2 uv) {
  float index = min(floor(uv.x * slats), slats - 1.0);
  float width = ratio / slats;
  float x = ratio * uv.x - (index + 0.5) * width;

  // From 0 to 1 while this slat turns by half a circle. Past the edge its back is seen, which
  // comes to rest at angle 0, too.
  float delay = stagger * (index + 0.5) / slats;
  float turn = smoothstep(0.0, 1.0, progress * (1.0 + stagger) - delay);
  bool isBack = turn > 0.5;
  float angle = PI * (isBack ? turn - 1.0 : turn);

  // Where the ray through the pixel meets the slat: `across` is the place on the slat.
  float narrow = cos(angle);
  float across = x * DISTANCE / (DISTANCE * narrow - x * sin(angle) + 1e-6);
  float y = (uv.y - 0.5) * (1.0 + across * sin(angle) / DISTANCE);
  float sides = 1.0 - smoothstep(0.0, SOFT / (narrow + 0.02), abs(across) - 0.5 * width);
  float ends = 1.0 - smoothstep(0.0, SOFT, abs(y) - 0.5);

  vec2 place = vec2(((index + 0.5) * width + across) / ratio, y + 0.5);
  vec4 color = isBack ? getToColor(place) : getFromColor(place);

  // The lamp is to the left of the eye; the slats shine when they mirror it.
  float light = mix(0.45, 1.0, clamp(cos(angle + 0.3) / cos(0.3), 0.0, 1.1));
  float bend = angle + 0.8 * across / width * sin(angle) + 0.55;
  float glint = 0.6 * sin(angle) * sin(angle) * exp(-30.0 * bend * bend);
  color.rgb = color.rgb * light + glint * color.a;
  // Through the gaps, the pictures are seen once more, in the shade.
  vec4 gap = mix(getFromColor(uv), getToColor(uv), turn);
  gap.rgb *= dusk * (0.5 + abs(x) / width);
  return mix(gap, color, sides * ends);
}
