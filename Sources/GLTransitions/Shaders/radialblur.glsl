// Summary: Blurs in circles until the target comes to rest.
// Family: zooms
// Author: the dotransition project
// License: MIT
// Working space: linear
// Levels: yes

uniform vec2 center; // = vec2(0.5, 0.5); 0 to 1; Center of the circles.
uniform float strength; // = 0.45; angle; Angle of the blur.
uniform vec2 resolution;

// Reflected at the sides of the frame.
vec2 mirrored(vec2 uv) { return 1.0 - abs(1.0 - abs(uv)); }

// Turns what is measured in shares of the frame.
mat2 turn(float angle) {
  return mat2(cos(angle), ratio * sin(angle), -sin(angle) / ratio, cos(angle));
}

const int SAMPLES = 6;

// The picture turned by up to an angle: samples of levels about as coarse as they lie apart, so
// that no copies are seen. Some are of the next level, the more the nearer it is: no ring is seen
// where one sets in.
vec4 blurred(bool isTarget, vec2 uv, float angle) {
  float each = angle / float(SAMPLES);
  vec2 away = turn(0.5 * each) * (uv - center);
  float coarse = log2(max(0.8 * abs(each) * length(away * resolution), 1.0));
  vec4 sum = vec4(0.0);
  for (int i = 0; i < SAMPLES; i++) {
    vec2 at = mirrored(away + center);
    float level = floor(coarse + fract(0.618034 * float(i)));
    sum += isTarget ? getToColor(at, level) : getFromColor(at, level);
    away = turn(each) * away;
  }
  return sum / float(SAMPLES);
}

vec4 transition(vec2 uv) {
  // The samples lie behind the source's motion and ahead of the target's, so that both seem to
  // turn: the one sets out and the other comes to rest.
  float source = -strength * smoothstep(0.0, 0.6, progress);
  float target = strength * smoothstep(0.0, 0.6, 1.0 - progress);
  float shown = smoothstep(0.24, 0.76, progress);
  // By roots, which are about as far apart as brightness looks: neither end leaps.
  vec4 root = vec4(0.0);
  if (shown < 1.0) root += (1.0 - shown) * sqrt(blurred(false, uv, source));
  if (shown > 0.0) root += shown * sqrt(blurred(true, uv, target));
  return root * root;
}
