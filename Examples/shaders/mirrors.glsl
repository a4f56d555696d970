// Mirrors slide in from all sides until the picture is a turning star, and out again.
// Author: the dotransition project
// License: MIT

uniform int mirrors; // = 5
uniform float spin; // = 0.6
uniform float sparkle; // = 0.3

const float PI = 3.14159265;

// Reflected into 0...1, as often as it takes.
vec2 mirrored(vec2 uv) { return 1.0 - abs(1.0 - mod(uv, 2.0)); }

vec4 transition(vec2 uv) {
  vec2 p = (uv - 0.5) * vec2(ratio, 1.0);
  float far = 0.5 * length(vec2(ratio, 1.0));
  // 1 while the mirrors are outside the frame, 0 when they are nearest to the middle: nearer still,
  // each frame would show another pattern.
  float open = abs(2.0 * progress - 1.0);
  float gap = far * mix(0.25, 1.0, open * open * (3.0 - 2.0 * open));

  // Each mirror is a line; what lies behind it is replaced by the reflection. Reflections are
  // continuous, so no edge needs smoothing.
  float faces = 0.0, depth = 0.0;
  for (int pass = 0; pass < 2; pass++) {
    for (int i = 0; i < 12; i++) {
      if (i >= mirrors) break;
      // As a variable of its own, for WebGL takes float(i) alone for a number of low precision.
      float n = float(i);
      float angle = 2.0 * PI * (n / float(mirrors) + 0.25) + spin * PI * progress;
      vec2 normal = vec2(cos(angle), sin(angle));
      float behind = max(dot(p, normal) - gap, 0.0);
      p -= 2.0 * behind * normal;
      depth += behind;
      faces += smoothstep(0.0, 0.003, behind);
    }
  }

  // The closer the mirrors, the more of the picture is seen between them.
  float closed = 1.0 - open;
  vec2 seen = mirrored(p * (1.0 + 0.9 * closed * closed) / vec2(ratio, 1.0) + 0.5);
  // The deeper a reflection, the sooner it shows the target.
  float when = smoothstep(0.25, 0.75, progress + 0.35 * closed * (depth / (depth + 0.4) - 0.4));
  vec4 color = mix(getFromColor(seen), getToColor(seen), when);
  float light = sparkle * closed * (0.5 + 0.5 * cos(faces * 2.4 + 4.0 * PI * progress) - 0.35);
  color.rgb *= 1.0 + light * min(faces, 1.0);
  return color;
}
