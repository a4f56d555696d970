import Foundation
import TestSupport
import Testing

@testable import TransitionKit

/// This library's defaults, under the short names of Core Image's filters.
@Suite struct LookTests {
  @Test(arguments: zip(Transitions.all, Transitions.ours))
  func `filters have short names with our defaults`(_ original: Filter, _ ours: Filter) {
    #expect(ours.alias == original.alias)
    guard original.name.hasPrefix("CI") else {
      #expect(ours.name == original.name)
      return
    }
    #expect(ours.name == ours.alias)
    for name in [original.name, "ci" + ours.alias, original.name.uppercased()] {
      #expect(Transitions.named(name)?.name == original.name, "\(name)")
    }
    for name in [ours.alias, ours.alias.uppercased(), ours.alias + "transition"] {
      #expect(Transitions.named(name)?.name == ours.name, "\(name)")
    }
  }

  @Test(arguments: Transitions.all)
  func `Core Image's filters have no other defaults than their properties`(_ filter: Filter) {
    for parameter in filter.parameters { #expect(parameter.defaultText == nil) }
  }

  @Test(arguments: Transitions.ours)
  func `defaults are lengths of any frame`(_ filter: Filter) throws {
    let (small, large) = (Rect(width: 480, height: 270), Rect(width: 1920, height: 1080))
    let (a, b) = (try filter.makeTransition(in: small), try filter.makeTransition(in: large))
    for parameter in filter.parameters where parameter.unit == .pixels {
      guard let text = parameter.defaultText else {
        // What has no default of its own depends on the frame, or is 0.
        #expect(parameter.unset != nil || parameter.initial?.number == 0, "\(parameter.name)")
        continue
      }
      #expect(!text.isAbsolute, "\(parameter.name)")
      let numbers = [a, b].map { $0.value(of: parameter.name)?.numbers ?? [] }
      #expect(numbers[0].count == numbers[1].count && !numbers[0].isEmpty)
      for (one, four) in zip(numbers[0], numbers[1]) { #expect(abs(4 * one - four) < 0.01) }
    }
  }

  @Test(arguments: Transitions.ours)
  func `defaults are within their domains at any size`(_ filter: Filter) {
    for parameter in filter.parameters {
      guard let text = parameter.defaultText else { continue }
      for size in [(480, 270), (270, 480), (3840, 2160)] {
        let value = text.value(in: Rect(width: size.0, height: size.1))
        #expect(parameter.clamped(value).text == value.text, "\(parameter.name)")
      }
      #expect(parameter.initial?.text == (text.isAbsolute ? text.value(in: .zero).text : nil))
    }
  }

  /// Frames of two sizes, the larger reduced, differ in edges only.
  @Test(arguments: Transitions.ours)
  func `a transition looks the same at each size`(_ filter: Filter) throws {
    let factor = 4
    func picture(_ scale: Int, _ shift: Double) -> Bitmap {
      Bitmap(width: 160 * scale, height: 90 * scale) { u, v in
        [0.5 + 0.4 * cos(6 * u + shift), 0.5 + 0.4 * cos(5 * v + 2 * shift), u]
      }
    }
    let inputs = [1, factor].map { scale in
      Inputs(source: picture(scale, 0), target: picture(scale, 2))
    }
    for time in [0.3, 0.5, 0.7] {
      let frames = try inputs.map { inputs in
        try filter.makeTransition(in: inputs.frame).frame(at: time, of: inputs).bytes()
      }
      var sum = 0
      for row in 0..<90 {
        for column in 0..<160 {
          for channel in 0..<3 {
            var total = 0
            for y in 0..<factor {
              for x in 0..<factor {
                let pixel = (row * factor + y) * 160 * factor + column * factor + x
                total += Int(frames[1][3 * pixel + channel])
              }
            }
            let small = Int(frames[0][3 * (row * 160 + column) + channel])
            sum += abs(small * factor * factor - total) / (factor * factor)
          }
        }
      }
      let mean = Double(sum) / (160 * 90 * 3)
      #expect(mean < 2.5, "\(time)")
    }
  }

  @Test(arguments: ["ripple", "pagecurl", "pagecurlwithshadow", "swipe", "dissolve"])
  func `light and shadow lie on what there is, not on nothing`(_ name: String) throws {
    let clear = Bitmap(width: 96, height: 54, format: .rgba8, uniform: [0, 0, 0, 0])
    let inputs = Inputs(source: clear, target: clear)
    let transition = try #require(Transitions.named(name)).makeTransition(in: inputs.frame)
    for time in [0.2, 0.4, 0.6, 0.8] {
      #expect(transition.frame(at: time, of: inputs).bytes().allSatisfy { $0 == 0 }, "\(time)")
    }
  }

  @Test func `a clear page leaves the target in its light, one that is there does not`() throws {
    let white = Bitmap(width: 96, height: 54, format: .rgba8, uniform: [255, 255, 255, 255])
    let clear = Bitmap(width: 96, height: 54, format: .rgba8, uniform: [0, 0, 0, 0])
    let page = try #require(Transitions.named("pagecurlwithshadow"))
    func dark(_ source: Bitmap) throws -> Int {
      let inputs = Inputs(source: source, target: white)
      let frame = try page.makeTransition(in: inputs.frame).frame(at: 0.5, of: inputs)
      let bytes = frame.bytes()
      return stride(from: 0, to: bytes.count, by: 4).count {
        bytes[$0] < 200 && bytes[$0 + 3] == 255
      }
    }
    let red = Bitmap(width: 96, height: 54, format: .rgba8, uniform: [255, 0, 0, 255])
    #expect(try dark(clear) == 0)
    #expect(try dark(red) > 30)
  }

  @Test func `the edge of a swipe begins and ends gently`() throws {
    let black = Bitmap(width: 400, height: 1, format: .rgb16, uniform: [0, 0, 0])
    let white = Bitmap(width: 400, height: 1, format: .rgb16, uniform: [65535, 65535, 65535])
    let inputs = Inputs(source: black, target: white)
    func light(_ filter: Filter) throws -> [Double] {
      var swipe = filter.makeTransition()
      try swipe.set("width", to: .number(200))
      let samples = swipe.frame(at: 0.5, of: inputs).bitmap().samples
      return (0..<400).map { Reference.decode(Double(samples[3 * $0]) / 65535, .linear) }
    }
    let (even, gentle) = try (
      light(Filter(SwipeTransition.self)), light(Filter(SwipeTransition.self, .ours))
    )
    for (a, b) in zip(even, gentle) { #expect(abs(a * a * (3 - 2 * a) - b) < 1e-3) }
  }

  @Test func `the back of a page is paper, unless it has a picture`() throws {
    let red = Bitmap(width: 60, height: 40, uniform: [204, 26, 26])
    let blue = Bitmap(width: 60, height: 40, uniform: [26, 26, 204])
    let inputs = Inputs(source: red, target: red)
    for var page in [PageCurlTransition(), PageCurlWithShadowTransition()] as [any PageTransition] {
      (page.angle, page.radius) = (0, 6)
      // The flat back, beside the ridge.
      func back() -> [UInt8] {
        let first = 3 * (20 * 60 + 40)
        return Array(page.frame(at: 0.5, of: inputs).bytes()[first..<first + 3])
      }
      let plain = back()
      page.hasPaperBack = true
      let paper = back()
      page.backsideImage = blue
      let picture = back()
      #expect(plain == [204, 26, 26])
      #expect(paper[1] > 210 && paper[0] > paper[1] + 5, "\(paper)")
      #expect(picture == [26, 26, 204])
    }
  }
}
