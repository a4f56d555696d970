// Summary: Burns the source away like paper, with a glowing edge.
// Family: matter
// Author: the dotransition project
// License: MIT
// Working space: linear

uniform vec3 color; // = vec3(1.0, 0.6, 0.25); color; Color of the glow.
uniform int seed; // = 1; 0 to 1000; Another number gives another edge.

// The range of the times when the fire arrives; how long before, the paper turns brown, and how
// long after, the edge has cooled.
const float FIRST = 0.29;
const float LAST = 0.81;
const float SCORCH = 0.11;
const float GLOW = 0.03;
// The most that the fine octaves add.
const float FINE = 0.155;
// How gently the fire begins and ends: what would burn before the first or after the last burns in
// turn, not at once.
const float BEGIN = 0.06;
const float END = 0.05;

// A number in 0...1 for a point of the grid.
float random(vec2 cell) {
  vec2 s = fract(cell * vec2(0.7548777, 0.5698403)) * vec2(41.3, 53.9) + vec2(7.7, 3.1);
  return fract(s.x * s.y * (s.x + s.y));
}

float noise(vec2 p) {
  vec2 cell = floor(p), f = p - cell;
  vec2 s = f * f * f * (f * (6.0 * f - 15.0) + 10.0);
  return mix(mix(random(cell), random(cell + vec2(1.0, 0.0)), s.x),
             mix(random(cell + vec2(0.0, 1.0)), random(cell + vec2(1.0, 1.0)), s.x), s.y);
}

// Turns by some angle and doubles.
const mat2 TILT = mat2(1.58, 1.22, -1.22, 1.58);

vec4 transition(vec2 uv) {
  vec2 frame = vec2(ratio, 1.0) / min(ratio, 1.0);
  vec2 p = (uv - 0.5) * frame;
  float number = float(seed);
  vec2 origin = vec2(random(vec2(number, 3.0)) - 0.5, -0.6) * frame;

  // When the fire arrives: later far from its origin, and by noise whose octaves are turned, so
  // that their grids do not line up. The fine ones are needed only near the edge.
  float late = 0.5 * length(p - origin) / length(frame * vec2(1.0, 1.1));
  vec2 q = TILT * p * 1.4 + vec2(40.0 + 17.0 * number, 40.0);
  late += 0.28 * noise(q) + 0.15 * noise(TILT * q + 11.3);
  float time = mix(FIRST - SCORCH, LAST + GLOW, progress);
  if (min(late, LAST) - time > SCORCH + 0.5 * END) return getFromColor(uv);
  if (time - max(late + FINE, FIRST) > GLOW + 0.5 * BEGIN) return getToColor(uv);
  q = TILT * TILT * q;
  float fine = 0.0, weight = 0.08;
  for (int octave = 0; octave < 5; octave++) {
    fine += weight * noise(q);
    q = TILT * q + 11.3;
    weight *= 0.5;
  }
  float after = late + fine - FIRST;
  float arrival = FIRST + 0.5 * (after + sqrt(after * after + BEGIN * BEGIN));
  float early = arrival - LAST;
  float depth = time - LAST - 0.5 * (early - sqrt(early * early + END * END));

  float hole = smoothstep(0.0, 0.006, depth);
  vec4 paper = getFromColor(uv), below = getToColor(uv);
  // The paper turns brown, then black.
  float scorched = smoothstep(-SCORCH, -0.02, depth);
  float charred = smoothstep(-0.09, -0.012, depth);
  paper.rgb *= mix(vec3(1.0), vec3(0.35, 0.16, 0.06), scorched * scorched) * (1.0 - charred);
  // Embers glow along the edge, here more, there less, and light what is near.
  float heat = 0.5 + noise(q * 0.06 + 3.0 * progress);
  float ember = heat * heat * exp(-abs(depth + 0.008) * 420.0);
  paper.rgb += (1.0 - exp(-6.0 * ember * color)) * (paper.a - paper.rgb);
  return mix(paper, below, hole);
}
