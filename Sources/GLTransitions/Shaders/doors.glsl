// Summary: Opens the source as two doors onto the target.
// Family: moves
// Author: the dotransition project
// License: MIT
// Working space: linear
// Levels: yes

uniform float angle; // = 0.0; angle; Direction of the doors, to the nearest quarter turn.
uniform vec4 backdrop; // = vec4(0.0); color; Color around the pictures, over the blurred target.
uniform vec2 resolution;

const float QUARTER = 1.5707963;
// How far the camera goes, in lengths of a door.
const float PATH = 1.4;
// How far behind the doors the target hangs: so far that it nearly fills the frame at once.
const float FAR = 7.0;

// The target out of focus and dim, if it fills the frame: behind a logo there is nothing.
vec4 behind(vec2 uv) {
  vec4 color = getToDisk(uv, 0.08) * step(0.999, getToDisk(vec2(0.5), 1.0).a);
  color.rgb *= 0.3;
  return color * (1.0 - backdrop.a) + vec4(backdrop.rgb * backdrop.a, backdrop.a);
}

vec4 transition(vec2 uv) {
  vec2 size = vec2(ratio, 1.0);
  vec2 along = abs(cos(angle)) >= abs(sin(angle)) ? vec2(1.0, 0.0) : vec2(0.0, 1.0);
  vec2 across = along.yx;
  vec2 p = (uv - 0.5) * size;
  float x = abs(dot(p, along));
  float door = 0.5 * dot(along, size);

  // The camera moves forward until the target, which hangs behind the doors, fills the frame.
  float lens = 2.0 * door + 0.55;
  float moved = smoothstep(0.15, 1.0, progress);
  float turn = QUARTER * smoothstep(0.0, 0.8, progress);
  float near = (lens + FAR * door) / (lens + (FAR + PATH * (1.0 - moved)) * door);
  float hinge = lens - PATH * door * moved;

  // Where the ray through the pixel meets the door: `on` is measured from its hinge.
  float facing = max(lens * cos(turn) + x * sin(turn), 0.02);
  float on = (lens * door - x * hinge) / facing;
  float away = (hinge + on * sin(turn)) / lens;
  vec2 point = along * (door - on) + across * abs(p) * away;
  float slope = lens * (hinge * cos(turn) + door * sin(turn)) / (facing * facing);
  // The edges in the middle fade outward, so that no line is seen while the doors are shut.
  float middle = clamp((door - on) * resolution.y / slope + 1.0, 0.0, 1.0);
  float end = dot(across, 0.5 * size - point) * resolution.y / away;
  float cover = away > 0.0 ? middle * clamp(end + 1.0, 0.0, 1.0) : 0.0;

  vec4 color = behind(uv);
  if (cover < 1.0) {
    vec2 at = (uv - 0.5) / near + 0.5;
    vec2 edge = clamp((0.5 - abs(at - 0.5)) * resolution * near + 0.5, 0.0, 1.0);
    vec4 target = getToColor(at);
    target.rgb *= mix(0.5, 1.0, moved * moved * (3.0 - 2.0 * moved));
    color = mix(color, target, edge.x * edge.y);
  }
  if (cover > 0.0) {
    vec4 source = getFromColor(point * sign(p) / size + 0.5);
    source.rgb *= mix(0.45, 1.0, cos(turn) * cos(turn)) / max(away * away, 1.0);
    color = mix(color, source, cover);
  }
  return color;
}
