// Summary: Draws the source out and the target in, along a wave.
// Family: moves
// Author: the dotransition project
// License: MIT
// Working space: linear

uniform float angle; // = 0.0; angle; Direction in which the wave runs.
uniform float softness; // = 1.0; 0.4 to 2; Length of the wave, in shares of the frame.

vec4 transition(vec2 uv) {
  // After crosswarp by Eke Peter in gl-transitions: points are drawn to the middle by as much as
  // the wave has passed.
  vec2 along = vec2(cos(angle), sin(angle));
  vec2 size = vec2(ratio, 1.0);
  float x = dot((uv - 0.5) * size, along) / dot(abs(along), size) + 0.5;
  float time = progress * (1.0 + softness);
  float shown = smoothstep(0.0, 1.0, (time - x) / softness);
  vec4 source = getFromColor((uv - 0.5) * (1.0 - shown) + 0.5);
  vec4 target = getToColor((uv - 0.5) * shown + 0.5);
  // Outside the middle of the wave, only one of them is seen.
  vec4 root = mix(sqrt(source), sqrt(target), smoothstep(0.2, 0.8, shown));
  return root * root;
}
