// Drops fall on the source as on water; within their rings lies the target.
// Author: the dotransition project
// License: MIT

uniform int drops; // = 8
uniform float height; // = 0.03
uniform float wavelength; // = 0.075

// The n-th place of a sequence that fills the frame evenly (steps by the plastic number).
vec2 place(float n) {
  vec2 at = fract(vec2(0.62, 0.56) + n * vec2(0.7548777, 0.5698403));
  return (at - 0.5) * vec2(ratio, 1.0);
}

vec4 transition(vec2 uv) {
  vec2 p = (uv - 0.5) * vec2(ratio, 1.0);
  // The first drop falls at 0 and its ring leaves the frame before 1.
  float far = 0.5 * length(vec2(ratio, 1.0));
  float speed = 2.0 * far + 5.0 * wavelength;
  float calm = smoothstep(0.0, 0.05, progress) * (1.0 - smoothstep(0.6, 1.0, progress));

  vec2 slope = vec2(0.0);
  float inside = 0.0;
  for (int i = 0; i < 32; i++) {
    if (i >= drops) break;
    float n = float(i);
    float age = progress - 0.55 * n / float(drops);
    if (age <= 0.0) break;
    vec2 away = p - place(n);
    float apart = length(away) + 1e-5;
    // Behind its front, a ring is a train of waves that dies away.
    float behind = speed * age * (0.55 + 0.45 * age) - apart;
    inside = max(inside, smoothstep(0.0, 0.012, behind));
    float middle = behind / (2.2 * wavelength) - 0.7;
    float train = exp(-middle * middle);
    float wave = sin(6.2831853 * behind / wavelength) * train;
    slope += away / apart * wave / (1.0 + 1.5 * apart);
  }
  slope *= calm;

  // The slope bends the view of what is under the water, and mirrors the sky.
  vec2 seen = uv + height * slope / vec2(ratio, 1.0);
  vec4 color = mix(getFromColor(seen), getToColor(seen), inside);
  float lit = dot(slope, normalize(vec2(-1.0, 1.4)));
  float glint = pow(max(lit, 0.0), 3.0);
  color.rgb = color.rgb * (1.0 + 0.22 * lit) + 0.4 * min(glint, 1.5) * color.a;
  return color;
}
