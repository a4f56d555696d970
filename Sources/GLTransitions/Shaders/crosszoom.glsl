// Summary: Rushes into the source and out of the target.
// Family: zooms
// Author: the dotransition project
// License: MIT
// Working space: linear
// Levels: yes

uniform float strength; // = 0.6; 0 to 1; How far the pictures are zoomed and blurred.
uniform vec2 center; // = vec2(0.5, 0.5); 0 to 1; Point that does not move.
uniform vec2 resolution;

const int SAMPLES = 7;

vec4 transition(vec2 uv) {
  // A long exposure around this time, which sees the end of the one and the start of the other.
  float exposure = mix(0.42, 0.5, strength) * smoothstep(0.0, 0.3, 0.5 - abs(progress - 0.5));
  float part = exposure / float(SAMPLES);
  float start = progress - 0.5 * exposure;
  float reach = strength * (1.6 - 0.7 * strength);
  vec2 away = uv - center;
  // Of levels about as coarse as the samples lie apart at their speeds, so that no copies are seen,
  // and between two of them, so that no ring is seen where one sets in.
  float apart = log2(max(2.3 * reach * part * length(away * resolution), 1e-3));
  vec4 source = vec4(0.0), target = vec4(0.0);
  float number = 0.0;
  for (int i = 0; i < SAMPLES; i++) {
    float early = clamp((0.5 - start) / part, 0.0, 1.0);
    float near = 2.0 * (start + 0.5 * part);
    float far = 2.0 - near;
    if (early > 0.0) {
      float level = max(apart + log2(max(near, 1e-3)), 0.0);
      source += early * getFromColor(center + away * (1.0 - reach * near * near), level);
    }
    if (early < 1.0) {
      float level = max(apart + log2(max(far, 1e-3)), 0.0);
      target += (1.0 - early) * getToColor(center + away * (1.0 - reach * far * far), level);
    }
    number += early;
    start += part;
  }
  // By roots, which are about as far apart as brightness looks: neither end leaps.
  float shown = 1.0 - number / float(SAMPLES);
  source /= max(number, 1e-3);
  target /= max(float(SAMPLES) - number, 1e-3);
  vec4 root = mix(sqrt(source), sqrt(target), shown);
  return root * root;
}
