// Summary: Lets warm light leak in, and out of it the target.
// Family: mixes
// Author: the dotransition project
// License: MIT
// Working space: linear

uniform vec3 color; // = vec3(1.0, 0.67, 0.38); color; Color of the light.
uniform int seed; // = 1; 0 to 1000; Another number gives other leaks.
uniform vec2 resolution;

float random(float n) { return fract(sin(n * 12.9898 + float(seed) * 4.1414) * 43758.547); }

float grain(vec2 pixel) {
  return fract(52.9829189 * fract(dot(floor(pixel), vec2(0.06711056, 0.00583715))));
}

vec4 transition(vec2 uv) {
  vec2 frame = vec2(ratio, 1.0) / min(ratio, 1.0);
  vec2 p = (uv - 0.5) * frame;
  // Long, soft leaks drift across the frame, each at its own speed and slant.
  float light = 0.0;
  for (int i = 0; i < 5; i++) {
    float n = float(i);
    float slant = 1.8 * (random(n) - 0.5);
    vec2 across = vec2(cos(slant), sin(slant));
    float drift = mix(0.4, 1.1, random(n + 10.0)) * (progress - 0.5);
    float start = 0.22 * (n - 2.0) + 0.3 * (random(n + 20.0) - 0.5);
    vec2 q = p - vec2(start + drift, random(n + 30.0) - 0.5) * frame;
    vec2 on = vec2(dot(q, across), across.x * q.y - across.y * q.x);
    on /= vec2(mix(0.12, 0.36, random(n + 40.0)), mix(0.5, 1.1, random(n + 50.0)));
    light += mix(0.5, 1.5, random(n + 60.0)) * exp(-dot(on, on));
  }
  float rise = sin(3.14159265 * progress);
  light *= rise * rise * 1.9;
  float shown = smoothstep(0.35, 0.65, progress + 0.1 * light - 0.05);
  vec4 picture = mix(getFromColor(uv), getToColor(uv), shown);
  // Film answers to more light with less, and its grain hides bands.
  light *= 1.0 + 0.06 * (grain(uv * resolution) - 0.5);
  vec3 heat = light * (color + 0.09 * light);
  vec3 leak = 1.0 - exp(-heat * heat);
  picture.rgb += (picture.a - picture.rgb) * leak;
  return picture;
}
