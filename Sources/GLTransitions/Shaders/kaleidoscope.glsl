// Summary: Folds the source between mirrors, and opens the target.
// Family: pieces
// Author: the dotransition project
// License: MIT
// Working space: linear

uniform int segments; // = 4; 2 to 16; Pairs of mirrored segments.
uniform float turn; // = 1.2; angle; How far the mirrors turn.
uniform vec2 resolution;

const float PI = 3.14159265;

// Reflected into 0...1, as often as it takes.
vec2 mirrored(vec2 uv) { return 1.0 - abs(1.0 - mod(uv, 2.0)); }

vec4 transition(vec2 uv) {
  vec2 frame = vec2(ratio, 1.0) / min(ratio, 1.0);
  vec2 p = (uv - 0.5) * frame;
  float apart = length(p);

  // What the mirrors show of a picture: one segment around the middle, and its reflections.
  float wedge = PI / float(segments);
  float heading = 0.5 * PI + turn * (progress - 0.5);
  float sector = (atan(p.y, p.x) - heading) / wedge + 0.5;
  float folded = heading + wedge * (0.5 - abs(1.0 - mod(sector, 2.0)));
  vec2 seen = mirrored(apart * vec2(cos(folded), sin(folded)) / frame + 0.5);

  // Rings spread from the middle: the mirrors, the target in them, and the target as it is.
  float late = 2.0 * apart / length(frame);
  float pattern = smoothstep(0.0, 0.1, progress - 0.36 * late);
  float shown = smoothstep(0.26, 0.74, progress + 0.24 * (0.4 - late));
  float plain = smoothstep(0.0, 0.1, progress - 0.54 - 0.36 * late);

  // By roots, which are about as far apart as brightness looks: neither end leaps.
  vec4 root = vec4(0.0);
  if (shown < 1.0) {
    if (pattern < 1.0) root += (1.0 - shown) * (1.0 - pattern) * sqrt(getFromColor(uv));
    if (pattern > 0.0) root += (1.0 - shown) * pattern * sqrt(getFromColor(seen));
  }
  if (shown > 0.0) {
    if (plain < 1.0) root += shown * (1.0 - plain) * sqrt(getToColor(seen));
    if (plain > 0.0) root += shown * plain * sqrt(getToColor(uv));
  }
  vec4 color = root * root;

  // Every second segment is a little darker.
  float crease = abs(fract(sector + 0.5) - 0.5) * wedge * apart;
  float odd = mod(floor(sector), 2.0);
  float soft = smoothstep(0.0, 1.5 / min(resolution.x, resolution.y), crease);
  color.rgb *= 1.0 - 0.14 * pattern * (1.0 - plain) * mix(0.5, odd, soft);
  return color;
}
