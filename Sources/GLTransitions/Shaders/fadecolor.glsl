// Summary: Fades to a color, and from it to the target.
// Family: mixes
// Author: the dotransition project
// License: MIT
// Working space: linear

uniform vec3 color; // = vec3(0.0, 0.0, 0.0); color; Color between the pictures.
uniform float hold; // = 0.04; 0 to 0.8; Share of the time that shows the color alone.

vec4 transition(vec2 uv) {
  vec4 source = getFromColor(uv), target = getToColor(uv);
  float apart = abs(progress - 0.5);
  float time = clamp((apart - 0.5 * hold) / (0.5 - 0.5 * hold), 0.0, 1.0);
  float shown = 1.0 - mix(time, smoothstep(0.0, 1.0, time), 0.78);
  // Color stands where the pictures are, and their shapes dissolve while it does.
  float near = max(0.25, 0.5 - 0.5 * hold);
  float alpha = mix(source.a, target.a, smoothstep(0.5 - near, 0.5 + near, progress));
  // Square roots are about as far apart as brightness looks: so neither dark nor bright
  // colors come all at once.
  vec3 light = progress < 0.5 ? source.rgb : target.rgb;
  light = mix(sqrt(max(light, 0.0)), sqrt(color * alpha), shown);
  return vec4(min(light * light, alpha), alpha);
}
