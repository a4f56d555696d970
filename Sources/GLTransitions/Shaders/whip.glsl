// Summary: Pans to the target so fast that all blurs.
// Family: moves
// Author: the dotransition project
// License: MIT
// Working space: linear

uniform float angle; // = 0.0; angle; Direction of movement: 0 right, 90deg up.
uniform float strength; // = 0.5; 0 to 1; Length of the way, and of the blur.
uniform vec2 resolution;

const int SAMPLES = 10;

// Noise that is even over a few pixels, so that few samples look like grain.
float grain(vec2 pixel) {
  return fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715))));
}

// Reflections of the pictures fill the way between them.
vec2 mirror(vec2 uv) {
  return 1.0 - abs(mod(uv, 2.0) - 1.0);
}

vec4 transition(vec2 uv) {
  vec2 move = vec2(cos(angle) / ratio, sin(angle));
  move /= max(abs(move.x), abs(move.y));
  vec2 major = abs(move.x) > abs(move.y) ? vec2(sign(move.x), 0.0) : vec2(0.0, sign(move.y));
  float way = mix(1.0, 4.0, strength);
  move *= way;

  float t = progress;
  float moved = t * t * t * (10.0 + t * (6.0 * t - 15.0));
  float speed = 30.0 * t * t * (1.0 - t) * (1.0 - t);
  vec2 trail = 0.06 * speed * move;
  vec2 at = uv - moved * move - 0.5 * trail;
  float start = grain(uv * resolution);
  vec4 sum = vec4(0.0);
  for (int i = 0; i < SAMPLES; i++) {
    vec2 point = at + trail * (start + float(i)) / float(SAMPLES);
    bool beyond = dot(point - 0.5, major) < -0.5 * way;
    sum += beyond ? getToColor(mirror(point + move)) : getFromColor(mirror(point));
  }
  return sum / float(SAMPLES);
}
