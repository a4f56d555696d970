// A box turns by a quarter on a polished floor, the target on its next side.
// Author: the dotransition project
// License: MIT

uniform float retreat; // = 0.6
uniform float lens; // = 1.7
uniform float polish; // = 0.45
uniform vec3 room; // = vec3(0.15, 0.18, 0.26)

const float QUARTER = 1.5707963;
// About one pixel, in heights of the frame; edges fade outward by it.
const float SOFT = 0.0018;

// What a ray from the eye, which is `lens` before the frame, meets: a side of the box or else the
// backdrop. At angle 0 and depth 0 the side fills the frame.
vec4 side(bool isTarget, vec3 eye, vec3 ray, float angle, float depth, vec4 backdrop) {
  float radius = 0.5 * ratio;
  vec3 normal = vec3(sin(angle), 0.0, -cos(angle));
  vec3 along = vec3(cos(angle), 0.0, sin(angle));
  vec3 center = vec3(0.0, 0.0, lens + depth + radius) + radius * normal;
  float facing = -dot(ray, normal);
  float before = dot(eye - center, normal);
  if (facing <= 0.0 || before <= 0.0) return backdrop;

  float reach = before / facing;
  vec3 place = eye + ray * reach - center;
  vec2 on = vec2(dot(place, along), place.y);
  vec2 soft = min(SOFT * reach * vec2(lens / facing, 1.0), 0.03);
  vec2 cover = 1.0 - smoothstep(vec2(0.0), soft, abs(on) - vec2(radius, 0.5));

  vec2 uv = on / vec2(ratio, 1.0) + 0.5;
  vec4 color = isTarget ? getToColor(uv) : getFromColor(uv);
  // The lamp is high on the left; its reflection runs across a side that turns.
  float turned = abs(sin(angle));
  float light = 1.0 - 0.65 * turned * turned;
  float glint = max(dot(reflect(normalize(ray), normal), vec3(-0.54, 0.3, -0.79)), 0.0);
  color.rgb = color.rgb * light + 0.3 * turned * pow(glint, 14.0) * color.a;
  return mix(backdrop, color, cover.x * cover.y);
}

vec4 box(vec3 eye, vec3 ray, vec4 backdrop) {
  // It sets out and arrives gently.
  float turned = smoothstep(0.0, 1.0, progress);
  float depth = retreat * 4.0 * turned * (1.0 - turned);
  vec4 source = side(false, eye, ray, -QUARTER * turned, depth, backdrop);
  return side(true, eye, ray, QUARTER * (1.0 - turned), depth, source);
}

vec4 transition(vec2 uv) {
  vec3 ray = vec3((uv - 0.5) * vec2(ratio, 1.0), lens);
  vec4 backdrop = vec4(room * (0.15 + exp(-2.0 * dot(ray.xy, ray.xy))), 1.0);
  // Behind a logo, the room comes and goes.
  backdrop *= smoothstep(0.0, 0.25, min(progress, 1.0 - progress));
  if (ray.y < 0.0) {
    // The floor shows the box as an eye below it would see it, upside down.
    vec4 mirrored = box(vec3(0.0, -1.0, 0.0), ray * vec3(1.0, -1.0, 1.0), backdrop);
    backdrop = mix(backdrop, mirrored, polish * (1.0 - smoothstep(0.35, 0.65, -ray.y)));
  }
  return box(vec3(0.0), ray, backdrop);
}
