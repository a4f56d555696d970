// Ink spreads over the source from a few blots, frayed like on wet paper, and dries to the target.
// Author: the dotransition project
// License: MIT

uniform vec3 ink; // = vec3(0.05, 0.04, 0.14)
uniform float fray; // = 0.34
uniform float wet; // = 0.16
uniform float grain; // = 4.0

// A number in 0...1 for a point of the grid, from whole numbers that float32 holds exactly.
float random(vec2 cell) {
  float a = mod(cell.x * 71.0 + 13.0, 251.0);
  float b = mod(a * a + cell.y * 113.0 + 7.0, 241.0);
  return mod(b * b * 5.0 + a * 29.0, 239.0) / 238.0;
}

float noise(vec2 p) {
  vec2 cell = floor(p), f = fract(p);
  vec2 s = f * f * f * (f * (6.0 * f - 15.0) + 10.0);
  return mix(mix(random(cell), random(cell + vec2(1.0, 0.0)), s.x),
             mix(random(cell + vec2(0.0, 1.0)), random(cell + vec2(1.0, 1.0)), s.x), s.y);
}

// Four octaves, each turned so that the grids do not line up; in 0...1.
float paper(vec2 p) {
  float sum = 0.0, weight = 0.5;
  for (int octave = 0; octave < 4; octave++) {
    sum += weight * noise(p);
    p = mat2(1.58, 1.22, -1.22, 1.58) * p + 11.3;
    weight *= 0.5;
  }
  return sum / 0.9375;
}

vec4 transition(vec2 uv) {
  vec2 p = (uv - 0.5) * vec2(ratio, 1.0);
  vec2 q = grain * p + 40.0;
  float veins = paper(q);
  float fibers = paper(q * 1.7 + 2.4 * veins);

  // How late the ink arrives here: the distance from the nearest blot, roughened by the paper.
  float late = length(p - vec2(-0.22 * ratio, 0.12));
  late = min(late, 0.09 + length(p - vec2(0.27 * ratio, -0.2)));
  late = min(late, 0.17 + length(p - vec2(0.12 * ratio, 0.33)));
  late += fray * clamp(veins + fibers - 1.0, -0.5, 0.5);
  // The corners that are reached last, one from the first blot and one from the third.
  float last = max(length(vec2(0.28 * ratio, 0.62)), 0.17 + length(vec2(0.38 * ratio, 0.17)));
  float depth = mix(-0.5 * fray, last + 0.5 * fray + wet, progress) - late;

  float soaked = smoothstep(0.0, 0.012, depth);
  float dry = smoothstep(0.15 * wet, wet, depth);
  // A stain is darkest along its rim, and the paper before it is damp.
  float damp = 0.25 * smoothstep(-0.35 * wet, 0.0, depth) * min(1.0, 20.0 * progress);
  vec4 source = getFromColor(uv), target = getToColor(uv);
  vec3 stain = ink * target.a + 0.55 * target.rgb * smoothstep(0.0, 0.5 * wet, depth) * fibers;
  vec3 color = source.rgb * (1.0 - damp);
  color = mix(color, mix(stain, target.rgb, dry), soaked);
  return vec4(color, mix(source.a, target.a, soaked));
}
