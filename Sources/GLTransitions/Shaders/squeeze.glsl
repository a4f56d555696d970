// Summary: Squeezes the source aside while the target unfolds.
// Family: moves
// Author: the dotransition project
// License: MIT
// Working space: linear

uniform float angle; // = 0.0; angle; Direction of movement: 0 right, 90deg up; slanted ways show mirrored edges.
uniform float strength; // = 0.5; 0 to 1; How much more the pictures are squeezed at the joint.
uniform vec2 resolution;

const int SAMPLES = 4;
const float DIM = 0.45;

// Noise that is even over a few pixels, so that few samples look like grain.
float grain(vec2 pixel) {
  return fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715))));
}

// Slanted movement shows more than the pictures; their reflections continue them.
vec2 mirror(vec2 uv) {
  return 1.0 - abs(1.0 - abs(uv));
}

vec4 transition(vec2 uv) {
  vec2 size = vec2(ratio, 1.0);
  vec2 along = vec2(cos(angle), sin(angle));
  float whole = dot(abs(along), size);
  float joint = smoothstep(0.0, 1.0, progress);
  float x = dot((uv - 0.5) * size, along) / whole + 0.5;
  float pixel = 1.0 / (resolution.y * whole);
  float isTarget = clamp((joint - x) / pixel + 0.5, 0.0, 1.0);
  vec2 way = along * whole / size;

  // A squeezed picture has many points in a pixel, and the more the nearer to the joint.
  vec4 source = vec4(0.0);
  vec4 target = vec4(0.0);
  float part = grain(uv * resolution) / float(SAMPLES) - 0.5;
  for (int i = 0; i < SAMPLES; i++) {
    if (isTarget < 1.0) {
      float at = x + pixel * part * joint;
      float share = clamp((at - joint) / (1.0 - joint), 0.0, 1.0);
      float on = share + strength * joint * share * (1.0 - share);
      source += getFromColor(mirror(uv + (on - x) * way));
    }
    if (isTarget > 0.0) {
      float at = x + pixel * part * (1.0 - joint);
      float share = clamp((joint - at) / joint, 0.0, 1.0);
      float on = 1.0 - share - strength * (1.0 - joint) * share * (1.0 - share);
      target += getToColor(mirror(uv + (on - x) * way));
    }
    part += 1.0 / float(SAMPLES);
  }
  source.rgb *= mix(1.0, DIM, joint * joint);
  target.rgb *= mix(1.0, DIM, (1.0 - joint) * (1.0 - joint));
  return mix(source, target, isTarget) / float(SAMPLES);
}
