// Summary: Dissolves the dark parts first, the bright ones last.
// Family: mixes
// Author: the dotransition project
// License: MIT
// Working space: linear
// Levels: yes

uniform float softness; // = 0.65; 0.05 to 1; Share of the brightnesses that dissolve at once.
uniform float bright; // = 0.0; 0 to 1; At 1 the bright parts come first.

// How much the target's own light counts: its bright parts come first.
const float OTHER = 0.35;

// Radius of what dissolves as one, in shares of the height.
const float GRAIN = 0.012;

float brightness(vec4 color) {
  return sqrt(max(dot(color.rgb, vec3(0.2126, 0.7152, 0.0722)), 0.0));
}

float order(vec4 source, vec4 target) {
  float dark = mix(brightness(source), 1.0 - brightness(target), OTHER);
  return mix(dark, 1.0 - dark, bright);
}

vec4 transition(vec2 uv) {
  // The mean and the spread of the order over the frame turn it to ranks, so that in equal times
  // about equal parts dissolve.
  float sum = 0.0, squares = 0.0;
  for (int y = 0; y < 8; y++) {
    for (int x = 0; x < 8; x++) {
      vec2 at = (vec2(float(x), float(y)) + 0.5) / 8.0;
      float n = order(getFromColor(at), getToColor(at));
      sum += n;
      squares += n * n;
    }
  }
  float mean = sum / 64.0;
  float spread = sqrt(max(squares / 64.0 - mean * mean, 0.0)) + 0.04;

  vec4 source = getFromColor(uv), target = getToColor(uv);
  // The order of small disks, so that no single pixels are left behind.
  float here = order(getFromDisk(uv, GRAIN), getToDisk(uv, GRAIN));
  // The logistic curve is near the share of a bell curve that lies below.
  float rank = 1.0 / (1.0 + exp(1.7 * (mean - here) / spread));
  // Where all is of one brightness all dissolves at once, and takes its time.
  float soft = mix(1.5, softness, smoothstep(0.04, 0.16, spread));
  float shown = smoothstep(0.0, 1.0, (progress * (1.0 + soft) - rank) / soft);
  vec4 root = mix(sqrt(source), sqrt(target), shown);
  return root * root;
}
