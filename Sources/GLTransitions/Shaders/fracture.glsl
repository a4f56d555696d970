// Summary: Breaks the source like glass, and its pieces fall.
// Family: pieces
// Author: the dotransition project
// License: MIT
// Working space: linear

uniform int pieces; // = 7; 3 to 9; Pieces across each side.
uniform vec2 center; // = vec2(0.5, 0.5); 0 to 1; Point where it breaks first.
uniform vec2 resolution;

// How long it takes until all is cracked, until a crack is seen, and until a piece has fallen.
const float SPREAD = 0.2;
const float CRACK = 0.1;
const float FALL = 0.46;
// The size of the pieces where it breaks first, of the usual one.
const float SMALL = 0.6;
// How far shadow and bevel reach, in shares of the shorter side.
const float SHADOW = 0.07;
const float BEVEL = 0.009;

// A number in 0...1 for a piece.
float random(vec2 cell, float n) {
  vec2 s = fract((cell + 3.7 * n) * vec2(0.7548777, 0.5698403)) * vec2(41.3, 53.9) + 7.7;
  return fract(s.x * s.y * (s.x + s.y));
}

// The middle of a piece: where the source breaks first, pieces are small.
vec2 site(vec2 cell, vec2 frame, vec2 impact) {
  vec2 away = vec2(random(cell, 0.0), random(cell, 1.0)) - 0.5;
  vec2 even = ((cell + 0.5 + 0.76 * away) / float(pieces) - 0.5) * frame - impact;
  vec2 border = max(abs(sign(even) * 0.5 * frame - impact), 0.001);
  return impact + even * mix(vec2(SMALL), vec2(1.0), abs(even) / border);
}

vec4 transition(vec2 uv) {
  vec2 frame = vec2(ratio, 1.0) / min(ratio, 1.0);
  vec2 p = (uv - 0.5) * frame;
  vec2 impact = (center - 0.5) * frame;
  float farthest = length((abs(center - 0.5) + 0.5) * frame);
  float pixel = 1.0 / min(resolution.x, resolution.y);
  // So far from its middle a piece ends, if not before.
  float longest = 1.06 * length(frame) / float(pieces);
  // Of all pieces, once a frame: their middles, where these have fallen to, when they begin to
  // fall, and how far from there they are seen.
  vec2 sites[81], places[81];
  float cracks[81], starts[81], reaches[81];
  for (int y = 0; y < 9; y++) {
    if (y >= pieces) break;
    for (int x = 0; x < 9; x++) {
      if (x >= pieces) break;
      vec2 cell = vec2(float(x), float(y)), middle = site(cell, frame, impact);
      // Rings about the middle have the most pieces: these take more of the time.
      float ring = length(middle - impact) / farthest;
      float crack = SPREAD * ring;
      ring = mix(ring, smoothstep(0.0, 1.0, ring), 0.7);
      // Chance leaves the end of the order empty: it is stretched, so that pieces fall to the end.
      float order = min(1.25 * mix(ring, random(cell, 2.0), 0.4), 1.0);
      float start = CRACK + (1.0 - CRACK - FALL) * order;
      float fallen = clamp((progress - start) / FALL, 0.0, 1.0);
      vec2 place = middle - vec2(0.0, 1.5 * frame.y * fallen * fallen);
      sites[9 * y + x] = middle;
      cracks[9 * y + x] = min(crack, start - CRACK);
      starts[9 * y + x] = start;
      places[9 * y + x] = place + 0.3 * (middle - impact) * fallen;
      reaches[9 * y + x] = fallen < 1.0 ?
        longest * (1.0 + 0.12 * fallen) + (fallen > 0.0 ? SHADOW : 0.0) + 2.0 * pixel : 0.0;
    }
  }
  vec4 color = getToColor(uv);
  // Upper pieces fall in front of lower ones.
  for (int y = 0; y < 9; y++) {
    if (y >= pieces) break;
    for (int x = 0; x < 9; x++) {
      if (x >= pieces) break;
      float reach = reaches[9 * y + x];
      vec2 away = p - places[9 * y + x];
      if (abs(away.y) > reach || dot(away, away) > reach * reach) continue;

      vec2 cell = vec2(float(x), float(y)), middle = sites[9 * y + x];
      float start = starts[9 * y + x];
      float fallen = clamp((progress - start) / FALL, 0.0, 1.0);
      float cracked = smoothstep(0.0, CRACK, progress - cracks[9 * y + x]);
      float turn = 2.4 * (random(cell, 3.0) - 0.5) * fallen;
      // Where the pixel lies on the piece, and how far within its nearest edge.
      vec2 on = vec2(cos(turn) * away.x + sin(turn) * away.y,
        cos(turn) * away.y - sin(turn) * away.x) / (1.0 + 0.12 * fallen);
      float inside = 9.0;
      vec2 nearest = vec2(0.0);
      // The frame's own border is no crack.
      for (int j = y > 0 ? y - 1 : 0; j <= y + 1; j++) {
        if (j >= pieces) break;
        for (int i = x > 0 ? x - 1 : 0; i <= x + 1; i++) {
          if (i >= pieces) break;
          if (i == x && j == y) continue;
          vec2 apart = sites[9 * j + i] - middle;
          float far = length(apart);
          vec2 normal = apart / far;
          float depth = 0.5 * far - dot(on, normal);
          nearest = depth < inside ? normal : nearest;
          inside = min(inside, depth);
        }
      }
      vec2 at = middle + on;
      vec2 margin = 0.5 * frame - abs(at);
      float edge = min(inside, min(margin.x, margin.y));
      // Edges fade outward, so that nothing shows between pieces that still hold.
      float cover = clamp(1.0 + edge / (1.3 * pixel), 0.0, 1.0);
      float lift = smoothstep(0.0, 0.3, fallen);
      float near = clamp(1.0 + edge / SHADOW, 0.0, 1.0);
      // What is transparent casts no shadow.
      float shade = lift * near * near * (1.0 - cover);
      if (shade > 0.0) {
        vec2 rim = clamp(at + min(inside, 0.0) * nearest, -0.5 * frame, 0.5 * frame);
        color.rgb *= 1.0 - 0.55 * shade * getFromColor(rim / frame + 0.5).a;
      }
      if (cover > 0.0) {
        vec4 piece = getFromColor(at / frame + 0.5);
        float rim = max(1.0 - inside / BEVEL, 0.0);
        float lit = dot(nearest, vec2(-0.6, 0.8)) * rim * cracked;
        float tilt = 0.35 * turn;
        // Each edge is a dark line, and a bright one beside it where it faces the light.
        piece.rgb *= (1.0 + 0.6 * min(lit, 0.0)) * (1.0 - 0.35 * cracked * rim * rim);
        piece.rgb *= 1.0 - 0.35 * max(tilt, 0.0);
        piece.rgb += max(0.22 * lit, 0.3 * max(-tilt, 0.0)) * (piece.a - piece.rgb);
        color = mix(color, piece, cover);
      }
    }
  }
  return color;
}
