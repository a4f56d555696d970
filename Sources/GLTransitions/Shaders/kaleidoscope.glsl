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

// How far the frame reaches from a line through its middle.
float reach(float angle, vec2 frame) {
  return 0.5 * dot(abs(vec2(sin(angle), cos(angle))), frame);
}

vec4 transition(vec2 uv) {
  vec2 frame = vec2(ratio, 1.0) / min(ratio, 1.0);
  vec2 p = (uv - 0.5) * frame;

  // Two mirrors meet at an edge and the frame is seen between them. Far away, they hold all of
  // it; in the middle, all but one segment is reflections. These are continuous wherever the
  // mirrors are, for a whole number of segments fills the circle.
  float wedge = PI / float(segments);
  float heading = 0.5 * PI + turn * (progress - 0.5);
  vec2 forward = vec2(cos(heading), sin(heading));
  float near = abs(2.0 * progress - 1.0);
  float open = smoothstep(0.0, 1.0, near);
  float enough = max(reach(heading + 0.5 * wedge, frame), reach(heading - 0.5 * wedge, frame));
  vec2 meeting = -open * enough / sin(0.5 * wedge) * forward;
  vec2 q = p - meeting;
  q = vec2(dot(q, forward), forward.x * q.y - forward.y * q.x);
  float apart = length(q);
  float sector = atan(q.y, q.x) / wedge + 0.5;
  float folded = wedge * (0.5 - abs(1.0 - mod(sector, 2.0)));
  vec2 on = apart * vec2(cos(folded), sin(folded));
  vec2 seen = meeting + on.x * forward + on.y * vec2(-forward.y, forward.x);
  seen = mirrored(seen / frame + 0.5);

  // The target spreads from the middle.
  float shown = smoothstep(0.25, 0.75, progress + 0.24 * (0.4 - 2.0 * length(p) / length(frame)));
  // By roots, which are about as far apart as brightness looks: neither end leaps.
  vec4 root = vec4(0.0);
  if (shown < 1.0) root += (1.0 - shown) * sqrt(getFromColor(seen));
  if (shown > 0.0) root += shown * sqrt(getToColor(seen));
  vec4 color = root * root;

  // All segments but the one that is no reflection are a little darker, every second one more.
  float crease = abs(fract(sector + 0.5) - 0.5) * wedge * apart;
  float odd = mod(floor(sector), 2.0);
  float even = floor(sector) == 0.0 ? 0.0 : 0.3;
  float beyond = abs(floor(sector + 0.5) - 0.5) < 1.0 ? 0.0 : 0.3;
  float soft = smoothstep(0.0, 1.5 / min(resolution.x, resolution.y), crease);
  float dark = mix(0.5 + 0.5 * beyond, mix(even, 1.0, odd), soft);
  color.rgb *= 1.0 - 0.16 * dark;
  return color;
}
