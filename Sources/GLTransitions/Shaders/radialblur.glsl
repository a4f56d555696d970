// Summary: Blurs in circles until the target comes to rest.
// Family: zooms
// Author: the dotransition project
// License: MIT
// Working space: linear

uniform vec2 center; // = vec2(0.5, 0.5); 0 to 1; Center of the circles.
uniform float strength; // = 0.45; angle; Angle of the blur.
uniform vec2 resolution;

// A number in 0...1 for each pixel, far from those of its neighbors.
float grain(vec2 pixel) {
  return fract(52.9829189 * fract(dot(floor(pixel), vec2(0.06711056, 0.00583715))));
}

// Reflected at the sides of the frame.
vec2 mirrored(vec2 uv) { return 1.0 - abs(1.0 - abs(uv)); }

// Turns what is measured in shares of the frame.
mat2 turn(float angle) {
  return mat2(cos(angle), ratio * sin(angle), -sin(angle) / ratio, cos(angle));
}

// The picture turned by up to an angle. The less it counts, the fewer samples it has.
vec4 blurred(bool isTarget, vec2 uv, float angle, float share) {
  // Not a whole number: the last sample comes in slowly.
  float samples = min(2.0 + 14.0 * abs(angle), 8.0) * sqrt(share);
  float each = angle / samples;
  vec2 away = turn(each * grain(uv * resolution)) * (uv - center);
  vec4 sum = vec4(0.0);
  for (int i = 0; i < 8; i++) {
    float n = float(i);
    if (n >= samples) break;
    vec2 at = mirrored(away + center);
    sum += min(samples - n, 1.0) * (isTarget ? getToColor(at) : getFromColor(at));
    away = turn(each) * away;
  }
  return sum / samples;
}

vec4 transition(vec2 uv) {
  // The samples lie behind the source's motion and ahead of the target's, so that both seem to
  // turn: the one sets out and the other comes to rest.
  float source = -strength * smoothstep(0.0, 0.6, progress);
  float target = strength * smoothstep(0.0, 0.6, 1.0 - progress);
  float shown = smoothstep(0.32, 0.68, progress);
  vec4 color = vec4(0.0);
  if (shown < 1.0) color += (1.0 - shown) * blurred(false, uv, source, 1.0 - shown);
  if (shown > 0.0) color += shown * blurred(true, uv, target, shown);
  return color;
}
