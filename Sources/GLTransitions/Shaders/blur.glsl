// Summary: Loses focus, and finds it again on the target.
// Family: mixes
// Author: the dotransition project
// License: MIT
// Working space: linear

uniform float strength; // = 0.07; 0 to 0.25; Size of the blur, in shares of the height.
uniform vec2 resolution;

// A number in 0...1 for each pixel, far from those of its neighbors.
float grain(vec2 pixel) {
  return fract(52.9829189 * fract(dot(floor(pixel), vec2(0.06711056, 0.00583715))));
}

// The picture through a lens out of focus. The less a picture counts, the fewer samples it has.
vec4 blurred(bool isTarget, vec2 uv, float amount, float share) {
  vec2 size = strength * amount / vec2(ratio, 1.0);
  // Not a whole number: the last sample comes in slowly.
  float samples = 2.0 + 7.0 * amount * sqrt(share);
  // Samples fill a disk evenly, turned by the golden angle; all vary within the gaps.
  float turn = 6.2831853 * grain(uv * resolution);
  float vary = sqrt(grain(uv * resolution + vec2(47.0, 17.0)) / samples);
  vec2 around = uv + vary * vec2(cos(turn), sin(turn)) * size;
  vec4 sum = vec4(0.0);
  float total = 0.0;
  for (int i = 0; i < 9; i++) {
    float n = float(i);
    if (n >= samples) break;
    vec2 away = 0.9 * sqrt((n + 0.5) / samples) * vec2(cos(2.399963 * n), sin(2.399963 * n));
    vec4 color = isTarget ? getToColor(around + away * size) : getFromColor(around + away * size);
    // Bright points weigh more than dark ones, as in the disks of a fast lens.
    float weight = min(samples - n, 1.0) * (1.0 + 2.0 * color.g);
    sum += weight * color;
    total += weight;
  }
  return sum / total;
}

vec4 transition(vec2 uv) {
  float shown = smoothstep(0.35, 0.65, progress);
  vec4 color = vec4(0.0);
  if (shown < 1.0) {
    color += (1.0 - shown) * blurred(false, uv, smoothstep(0.0, 0.55, progress), 1.0 - shown);
  }
  if (shown > 0.0) {
    color += shown * blurred(true, uv, smoothstep(0.0, 0.55, 1.0 - progress), shown);
  }
  return color;
}
