// Summary: Lets drops fall, whose rings leave the target.
// Family: matter
// Author: the dotransition project
// License: MIT
// Working space: linear

uniform int drops; // = 7; 1 to 24; Number of drops.
uniform float strength; // = 0.010; 0 to 0.08; Height of the waves.
uniform vec2 resolution;

const float LENGTH = 0.075;
// How far behind the front of a ring its waves reach.
const float TRAIN = 2.5 * LENGTH;
// How far before the front of a ring its shade reaches.
const float RIM = 0.015;

vec4 transition(vec2 uv) {
  vec2 frame = vec2(ratio, 1.0) / min(ratio, 1.0);
  vec2 p = (uv - 0.5) * frame;
  float speed = 0.64 * length(frame);
  float edge = 0.02 + 1.5 / min(resolution.x, resolution.y);

  vec2 slope = vec2(0.0);
  float inside = -RIM;
  for (int i = 0; i < 24; i++) {
    if (i >= drops) break;
    float n = float(i);
    float age = progress - 0.74 * n / float(drops);
    if (age <= 0.0) break;
    // Points that fill the frame evenly: steps by the plastic number.
    vec2 away = p - (fract(vec2(0.62, 0.56) + n * vec2(0.7548777, 0.5698403)) - 0.5) * frame;
    float apart = length(away) + 1e-5;
    float behind = speed * age * (0.5 + 0.5 * age) - apart;
    inside = max(inside, behind - RIM * max(1.0 - 20.0 * age, 0.0));
    // Behind its front, a ring is a train of waves that dies away.
    if (behind > 0.0 && behind < TRAIN) {
      float rest = 1.0 - 1.0 / TRAIN * behind;
      float train = 9.0 * (1.0 - rest) * rest * rest * smoothstep(0.0, 0.1, age);
      float wave = train * sin(6.2831853 / LENGTH * behind);
      slope += wave / (apart + 1.5 * apart * apart) * away;
    }
  }
  float calm = 1.0 - smoothstep(0.75, 1.0, progress);
  slope *= calm;

  // The slope bends the view of what is under the water, and mirrors the sky.
  vec2 seen = uv + strength * slope / frame;
  float shown = smoothstep(0.0, edge, inside);
  vec4 color = vec4(0.0);
  if (shown < 1.0) {
    float near = min(1.0 + 1.0 / RIM * inside, 1.0);
    color += (1.0 - shown) * vec4(vec3(1.0 - 0.2 * near * near), 1.0) * getFromColor(seen);
  }
  if (shown > 0.0) color += shown * getToColor(seen);
  // Still water has no light of its own.
  float lit = min(125.0 * strength, 1.0) * dot(slope, vec2(-0.58, 0.81));
  float glint = max(lit, 0.0);
  color.rgb *= 1.0 + 0.22 * lit;
  color.rgb += min(0.25 * glint * glint * glint, 0.6) * color.a;
  return color;
}
