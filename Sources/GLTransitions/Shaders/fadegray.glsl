// Summary: Drains the source to gray, then colors the target.
// Family: mixes
// Author: the dotransition project
// License: MIT
// Working space: linear

uniform vec3 color; // = vec3(1.0, 1.0, 1.0); color; Tint of the gray.
uniform float strength; // = 1.0; 0 to 1; Share of the colors that is lost.

const vec3 LUMA = vec3(0.2126, 0.7152, 0.0722);

vec4 drained(vec4 picture, float amount) {
  vec3 gray = dot(picture.rgb, LUMA) * color / max(dot(color, LUMA), 0.05);
  return vec4(mix(picture.rgb, min(gray, picture.a), strength * amount), picture.a);
}

vec4 transition(vec2 uv) {
  vec4 source = drained(getFromColor(uv), smoothstep(0.0, 0.4, progress));
  vec4 target = drained(getToColor(uv), smoothstep(0.0, 0.4, 1.0 - progress));
  // By roots, which are about as far apart as brightness looks: neither end leaps.
  vec4 root = mix(sqrt(source), sqrt(target), smoothstep(0.2, 0.8, progress));
  return root * root;
}
