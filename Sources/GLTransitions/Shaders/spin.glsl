// Summary: Spins the pictures, blurred while they are fast.
// Family: zooms
// Author: the dotransition project
// License: MIT
// Working space: linear

uniform float turns; // = 1.0; -3 to 3; Turns to the left; negative ones to the right.
uniform float strength; // = 0.5; 0 to 1; Motion blur.
uniform vec2 resolution;

const int SAMPLES = 8;
const float PI = 3.14159265;
const float FASTEST = 1.875;

// Noise that is even over a few pixels, so that few samples look like grain.
float grain(vec2 pixel) {
  return fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715))));
}

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
  float part = 0.2 * speed / FASTEST / float(SAMPLES);
  float start = t - 0.5 * part * float(SAMPLES);

  float first = grain(uv * resolution) - 0.5 * float(SAMPLES);
  float near = 1.0 - 0.25 * speed / FASTEST;
  vec2 p = rotation(whole * moved + swing * first) * (uv - 0.5) * near;
  mat2 next = rotation(swing);
  mat2 back = rotation(-whole);
  vec4 sum = vec4(0.0);
  for (int i = 0; i < SAMPLES; i++) {
    float early = clamp((0.5 - start) / part, 0.0, 1.0);
    if (early > 0.0) sum += early * getFromColor(mirror(p));
    if (early < 1.0) sum += (1.0 - early) * getToColor(mirror(back * p));
    p = next * p;
    start += part;
  }
  return sum / float(SAMPLES);
}
