/// Names of other shading languages, and how GLSL ES 1.00 has it.
enum ForeignNames {
  static let suggestions: [String: String] = {
    var result = [
      "lerp": "use mix", "saturate": "use clamp(x, 0.0, 1.0)", "frac": "use fract",
      "fmod": "use mod", "rsqrt": "use inversesqrt", "atan2": "use atan(y, x)",
      "tex2D": "use texture2D", "textureLod": "use texture2D", "mul": "use *",
      "round": "use floor(x + 0.5)", "trunc": "use sign(x) * floor(abs(x))",
      "log10": "use log(x) / 2.302585", "isnan": "use x != x",
      "sinh": "use (exp(x) - exp(-x)) / 2.0", "cosh": "use (exp(x) + exp(-x)) / 2.0",
      "tanh": "use 1.0 - 2.0 / (exp(2.0 * x) + 1.0)", "fma": "use a * b + c",
      "uint": "use int", "half": "use float", "double": "use float",
      "gl_FragColor": "a transition returns its color",
    ]
    for size in 2...4 {
      result["float\(size)"] = "use vec\(size)"
      result["half\(size)"] = "use vec\(size)"
      result["int\(size)"] = "use ivec\(size)"
      result["uvec\(size)"] = "use ivec\(size)"
      result["bool\(size)"] = "use bvec\(size)"
      result["float\(size)x\(size)"] = "use mat\(size)"
    }
    for name in ["dFdx", "dFdy", "fwidth"] { result[name] = "a pixel knows no others" }
    return result
  }()
}
