// Summary: Dissolves while the pictures stir each other.
// Family: matter
// Author: the dotransition project
// License: MIT
// Working space: linear

uniform float strength; // = 1.2; 0 to 2; How far the pictures flow.

// From one sample of the brightness to the next, in shares of the shorter side.
const float GRID = 0.24;
// The grid is turned, so that it does not line up with the frame.
const mat2 TILT = mat2(0.8, 0.6, -0.6, 0.8);
// Skews squares to the triangles whose corners are the samples, and back.
const float SKEW = 0.3660254;
const float UNSKEW = 0.2113249;

// The brightness of a picture at a corner of the grid.
float brightness(bool isTarget, vec2 cell, vec2 frame) {
  vec2 at = (cell - UNSKEW * (cell.x + cell.y)) * GRID * TILT / frame + 0.5;
  vec4 color = isTarget ? getToColor(at) : getFromColor(at);
  return sqrt(max(dot(color.rgb, vec3(0.2126, 0.7152, 0.0722)), 0.0));
}

// How much a corner counts at some way from it: less and less, until nothing.
float near(vec2 away) {
  float inside = max(0.5 - dot(away, away), 0.0);
  return inside * inside * inside;
}

// The way down a smooth relief of a picture's brightness.
vec2 slope(bool isTarget, vec2 p, vec2 frame) {
  vec2 q = TILT * p / GRID;
  vec2 cell = floor(q + SKEW * (q.x + q.y));
  vec2 a = q - cell + UNSKEW * (cell.x + cell.y);
  vec2 next = a.x > a.y ? vec2(1.0, 0.0) : vec2(0.0, 1.0);
  vec2 b = a - next + UNSKEW, c = a - 1.0 + 2.0 * UNSKEW;
  vec3 bright = vec3(brightness(isTarget, cell, frame),
    brightness(isTarget, cell + next, frame), brightness(isTarget, cell + 1.0, frame));
  vec3 weight = vec3(near(a), near(b), near(c));
  weight /= weight.x + weight.y + weight.z;
  vec3 pull = weight * (bright - dot(weight, bright));
  return pull.x * a + pull.y * b + pull.z * c;
}

vec4 transition(vec2 uv) {
  vec2 frame = vec2(ratio, 1.0) / min(ratio, 1.0);
  vec2 p = (uv - 0.5) * frame;
  vec2 source = slope(false, p, frame), target = slope(true, p, frame);
  vec4 from = getFromColor(uv + strength * smoothstep(0.0, 0.9, progress) * target / frame);
  vec4 to = getToColor(uv - strength * smoothstep(0.0, 0.9, 1.0 - progress) * source / frame);
  // By roots, which are about as far apart as brightness looks: neither end leaps.
  vec4 root = mix(sqrt(from), sqrt(to), smoothstep(0.24, 0.76, progress));
  return root * root;
}
