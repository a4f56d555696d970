// Summary: Turns a page about the middle, as in a book.
// Family: sheets
// Author: the dotransition project
// License: MIT
// Working space: linear
// Levels: yes

uniform float angle; // = 3.14159265; angle; Direction of the page, to the nearest quarter turn.
uniform float bend; // = 0.5; 0 to 1; How much the page bends.
uniform vec4 backdrop; // = vec4(0.0); color; Color around the book, over the blurred target.
uniform vec2 resolution;

const float PI = 3.14159265;
// Pixels in which an edge fades.
const float SOFT = 1.3;
// How far the eye draws back, in shares of its distance.
const float BACK = 0.11;

// The target out of focus and dim, if it fills the frame: behind a logo there is nothing.
vec4 behind(vec2 uv) {
  vec4 color = getToDisk(uv, 0.08) * step(0.999, getToDisk(vec2(0.5), 1.0).a);
  color.rgb *= 0.3;
  return color * (1.0 - backdrop.a) + vec4(backdrop.rgb * backdrop.a, backdrop.a);
}

vec4 transition(vec2 uv) {
  vec2 size = vec2(ratio, 1.0);
  vec2 along = -vec2(cos(angle), sin(angle));
  along = abs(along.x) >= abs(along.y) ? vec2(sign(along.x), 0.0) : vec2(0.0, sign(along.y));
  vec2 across = vec2(-along.y, along.x);
  float page = 0.5 * dot(abs(along), size);
  float lens = 4.5 * page;
  float moved = mix(progress, smoothstep(0.0, 1.0, progress), 0.8);
  // The eye draws back while the page is in the air: all of it is seen.
  float back = 1.0 + BACK * sin(PI * moved) * sin(PI * moved);
  vec2 place = (uv - 0.5) * back + 0.5;
  vec2 p = (place - 0.5) * size;
  float x = dot(p, along);
  float y = dot(p, across);
  float hand = x < 0.0 ? -1.0 : 1.0;

  // The page is an arc: `low` is its slope at the spine, and it turns by `curve` in each unit.
  float curl = mix(0.5, 2.0, bend) * sin(PI * moved);
  float low = PI * moved - 0.5 * curl * moved;
  float curve = max(curl, 0.002) / page;
  vec2 tip = vec2(sin(low + curve * page) - sin(low), cos(low) - cos(low + curve * page)) / curve;

  // The pages that lie: the turning one keeps light from them, most from the one below it.
  vec4 color = hand > 0.0 ? getToColor(place) : getFromColor(place);
  float over = tip.x - 0.5 * tip.y - x;
  float open = 0.5 - 0.5 * hand * over / length(vec2(over, tip.y) + 1e-5);
  float below = clamp(0.5 + 0.5 * hand * tip.x / page, 0.0, 1.0);
  color.rgb *= mix(mix(0.4, 1.0, open), mix(0.12, 1.0, open * open), below);

  vec2 inside = clamp(1.0 + (0.5 - abs(place - 0.5)) * resolution / (SOFT * back), 0.0, 1.0);
  float cover = inside.x * inside.y;
  if (cover < 1.0) color = mix(behind(uv), color, cover);

  // Where the ray through the pixel meets the arc: up to two slopes, the front and the back.
  float q = x / lens;
  float norm = inversesqrt(1.0 + q * q);
  float level = (curve * x + sin(low) - q * cos(low)) * norm;
  float pixel = back / resolution.y;
  float view = atan(q);
  // Where it is seen edge on, its outline is soft, if that is on the page.
  float outline = (view + 0.5 * PI * sign(level) - low) / curve;
  float fold = step(abs(level), 1.0);
  if (outline > 0.0 && outline < page) {
    fold = clamp((1.0 - abs(level)) / (pixel * norm * abs(curve - cos(low) / lens)), 0.0, 1.0);
  }
  if (fold <= 0.0) return color;
  vec4 lying = color;
  float rise = asin(clamp(level, -1.0, 1.0));
  for (int i = 0; i < 2; i++) {
    bool isBack = i == 1;
    float slope = view + (isBack ? PI - rise : rise);
    float on = (slope - low) / curve;
    float away = 1.0 - (cos(low) - cos(slope)) / curve / lens;
    float fine = min(pixel * norm * max(away, 0.1) / max(cos(rise), 1e-3), 0.2 * page);
    // At the spine, rounding leaves no gap.
    cover = on < -0.5 * pixel ? 0.0 : clamp((page - on) / fine + 0.5, 0.0, 1.0);
    float inner = 0.5 * dot(abs(across), size) - abs(y * away);
    cover *= clamp(inner / (SOFT * pixel * max(away, 0.1)) + 1.0, 0.0, 1.0);
    if (cover > 0.0) {
      vec2 point = along * (isBack ? -on : on) + across * y * away;
      vec2 at = point / size + 0.5;
      vec4 side = isBack ? getToColor(at) : getFromColor(at);
      // The lamp stands above, a little to the side from which the page comes.
      float lit = (isBack ? -1.0 : 1.0) * (cos(slope) - 0.4 * sin(slope));
      side.rgb *= mix(0.35, 1.0, clamp(lit, 0.0, 1.0));
      color = mix(color, side, cover);
    }
  }
  // As one: the front must not be seen through the edge of the back.
  return mix(lying, color, fold);
}
