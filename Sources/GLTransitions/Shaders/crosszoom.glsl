// Summary: Rushes into the source and out of the target.
// Family: zooms
// Author: the dotransition project
// License: MIT
// Working space: linear

uniform float strength; // = 0.6; 0 to 1; How far the pictures are zoomed and blurred.
uniform vec2 center; // = vec2(0.5, 0.5); 0 to 1; Point that does not move.
uniform vec2 resolution;

const int SAMPLES = 8;

// Noise that is even over a few pixels, so that few samples look like grain.
float grain(vec2 pixel) {
  return fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715))));
}

vec4 transition(vec2 uv) {
  // A long exposure around this time, which sees the end of the one and the start of the other.
  float exposure = mix(0.3, 0.36, strength) * 4.0 * progress * (1.0 - progress);
  float part = exposure / float(SAMPLES);
  float start = progress - 0.5 * exposure;
  float noise = part * grain(uv * resolution);
  float reach = mix(0.45, 0.9, strength);
  vec2 away = uv - center;
  vec4 sum = vec4(0.0);
  for (int i = 0; i < SAMPLES; i++) {
    float early = clamp((0.5 - start) / part, 0.0, 1.0);
    float near = 2.0 * (start + noise);
    float far = 2.0 - near;
    if (early > 0.0) sum += early * getFromColor(center + away * (1.0 - reach * near * near));
    if (early < 1.0) sum += (1.0 - early) * getToColor(center + away * (1.0 - reach * far * far));
    start += part;
  }
  return sum / float(SAMPLES);
}
