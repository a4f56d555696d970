import Foundation
import TestSupport
import Testing

/// Pages as a browser shows them.
@Suite(.needsBrowser, .serialized) struct PageBrowserTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox(width: 96, height: 54) }

  private func open(_ arguments: [String], width: Int = 1280) throws -> Browser {
    let run = try sandbox.run(arguments + ["-o", "page.html"])
    try #require(run.status == 0, "\(run.errors)")
    return try Browser(sandbox.folder.file("page.html"), width: width)
  }

  private static let looks = ["a.png", "b.png", "--transition", "random:swipe,mod,push"]
  private static let show = ["a.png", "b.png", "black", "--caption", "<script>alert(1)</script>"]

  @Test(arguments: [looks, show])
  func `pages are whole, and all pictures are shown`(_ arguments: [String]) throws {
    let browser = try open(arguments)
    #expect(
      try browser.evaluate(
        "Promise.all([...document.images].map(i => i.decode())).then(() => true)") as? Bool == true)
    #expect(try browser.number("document.images.length") >= 3)
    #expect(try browser.number("[...document.images].filter(i => !i.alt).length") == 0)
    #expect(
      try browser.number("document.querySelectorAll('header,main,footer,h1,[role=status]').length")
        == 5)
    #expect(try browser.number("document.scripts.length") == 1)
    // The script runs: its checksum is the one that the page allows.
    #expect(try browser.text("document.documentElement.className") == "scripted")
    // Nothing is wider than the window.
    #expect(
      try browser.evaluate("document.documentElement.scrollWidth <= innerWidth") as? Bool == true)
    let ids = "[...document.querySelectorAll('[id]')].map(e => e.id)"
    #expect(try browser.evaluate("new Set(\(ids)).size == \(ids).length") as? Bool == true)
  }

  @Test(arguments: [looks, show]) func `a phone has room`(_ arguments: [String]) throws {
    let browser = try open(arguments)
    try browser.ask(
      "Emulation.setDeviceMetricsOverride",
      ["width": 360, "height": 740, "deviceScaleFactor": 2, "mobile": true])
    #expect(try browser.number("document.documentElement.scrollWidth") <= 360)
  }

  @Test func `a click copies the words`() throws {
    let browser = try open(Self.looks)
    try browser.ask(
      "Browser.grantPermissions",
      ["permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]])
    try browser.click(".copy")
    let words = try browser.text("document.getElementById('w1').textContent")
    #expect(words == "dotransition a.png b.png --transition swipe -o film.mp4")
    for _ in 0..<100 where try browser.text("document.getElementById('said').textContent").isEmpty {
      Thread.sleep(forTimeInterval: 0.02)
    }
    #expect(
      try browser.text("document.getElementById('said').textContent") == "Copied: " + words)
    #expect(try browser.text("navigator.clipboard.readText()") == words)
  }

  @Test func `keys go from card to card, copy and pause`() throws {
    let browser = try open(Self.looks)
    try browser.ask(
      "Browser.grantPermissions",
      ["permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]])
    let heading = "document.activeElement.querySelector('h3').textContent"
    try browser.press("ArrowRight")
    #expect(try browser.text(heading) == "swipe")
    try browser.press("ArrowRight")
    #expect(try browser.text(heading) == "push")
    try browser.press("c")
    Thread.sleep(forTimeInterval: 0.3)
    #expect(try browser.text("navigator.clipboard.readText()").contains("--transition push "))
    try browser.press("k")
    #expect(try browser.text(heading) == "swipe")
    let shown = "document.images[0].currentSrc == document.images[0].src"
    #expect(try browser.evaluate(shown) as? Bool == true)
    try browser.press("p")
    Thread.sleep(forTimeInterval: 0.3)
    #expect(try browser.evaluate(shown) as? Bool == false)
    #expect(
      try browser.text("document.getElementById('motion').getAttribute('aria-pressed')") == "true")
    try browser.click("#motion")
    Thread.sleep(forTimeInterval: 0.3)
    #expect(try browser.evaluate(shown) as? Bool == true)
  }

  @Test func `who wants no motion sees none, and dark pages are dark`() throws {
    let browser = try open(Self.looks)
    func paper() throws -> [Int] {
      try browser.text("getComputedStyle(document.body).backgroundColor")
        .matches(of: /\d+/).compactMap { Int($0.0) }
    }
    #expect(try paper().allSatisfy { $0 > 200 })
    try browser.ask(
      "Emulation.setEmulatedMedia",
      [
        "features": [
          ["name": "prefers-color-scheme", "value": "dark"],
          ["name": "prefers-reduced-motion", "value": "reduce"],
        ]
      ])
    #expect(try paper().allSatisfy { $0 < 60 })
    Thread.sleep(forTimeInterval: 0.3)
    #expect(
      try browser.evaluate("document.images[0].currentSrc == document.images[0].src") as? Bool
        == false)
  }

  @Test func `words are text`() throws {
    let browser = try open(Self.show)
    #expect(
      try browser.text("document.querySelector('blockquote').textContent")
        == "<script>alert(1)</script>")
  }
}
