// Summary: Spins the pictures, blurred while they are fast.
// Family: zooms
// Author: the dotransition project
// License: MIT
// Working space: linear
// Levels: yes

uniform float turns; // = 0.5; -3 to 3; Turns to the left; negative ones to the right.
uniform float strength; // = 0.5; 0 to 1; Motion blur.
uniform vec2 resolution;

const int SAMPLES = 8;
const float PI = 3.14159265;
const float FASTEST = 1.875;

// A turn of points in shares of the frame, from its center.
mat2 rotation(float turn) {
  return mat2(cos(turn), -sin(turn) * ratio, sin(turn) / ratio, cos(turn));
}

// Reflections of the pictures fill the corners.
vec2 mirror(vec2 p) {
  return 1.0 - abs(1.0 - abs(p + 0.5));
}

vec4 transition(vec2 uv) {
  float t = progress;
  float moved = t * t * t * (10.0 + t * (6.0 * t - 15.0));
  float speed = 30.0 * t * t * (1.0 - t) * (1.0 - t);
  float whole = 2.0 * PI * turns;
  float swing = 0.1 * strength * speed * whole / float(SAMPLES);
  // The source becomes the target while the frame is exposed.
  float part = 0.4 * speed / FASTEST / float(SAMPLES);
  float start = t - 0.5 * part * float(SAMPLES);

  float first = 0.5 - 0.5 * float(SAMPLES);
  float near = 1.0 - 0.25 * speed / FASTEST;
  vec2 p = rotation(whole * moved + swing * first) * (uv - 0.5) * near;
  // Of levels about as coarse as the samples lie apart, so that no copies are seen. Some are of the
  // next level, the more the nearer it is: no ring is seen where one sets in.
  float coarse = log2(max(0.8 * abs(swing) * length(p * resolution), 1.0));
  mat2 next = rotation(swing);
  mat2 back = rotation(-whole);
  vec4 source = vec4(0.0), target = vec4(0.0);
  float number = 0.0;
  for (int i = 0; i < SAMPLES; i++) {
    float level = floor(coarse + fract(0.618034 * float(i)));
    float early = clamp((0.5 - start) / part, 0.0, 1.0);
    if (early > 0.0) source += early * getFromColor(mirror(p), level);
    if (early < 1.0) target += (1.0 - early) * getToColor(mirror(back * p), level);
    number += early;
    p = next * p;
    start += part;
  }
  // By roots, which are about as far apart as brightness looks: neither end leaps.
  float shown = 1.0 - number / float(SAMPLES);
  source /= max(number, 1e-3);
  target /= max(float(SAMPLES) - number, 1e-3);
  vec4 root = mix(sqrt(source), sqrt(target), shown);
  return root * root;
}
