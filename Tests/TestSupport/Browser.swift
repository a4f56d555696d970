internal import Foundation
public import Testing

/// A page in headless Chromium, which is steered by its protocol for developers: objects of JSON,
/// each ended by a zero byte, through two pipes.
public final class Browser {
  private let process = Process()
  private let folder: TemporaryFolder
  private let requests: FileHandle
  private let answers: FileHandle
  private var rest = Data()
  private var number = 0
  private var session: String?

  /// The names by which systems know it.
  private static let names = ["chromium", "chromium-browser", "google-chrome"]

  /// Its name here; `nil` if it is not installed.
  public static var program: String? { names.first(where: Programs.have) }

  /// An error that the browser has answered with.
  public struct Refusal: Error {
    /// What it said.
    public let message: String
  }

  /// Opens a page of a file, in a window of a size.
  public init(_ path: String, width: Int = 1280, height: Int = 900) throws {
    folder = try TemporaryFolder()
    let (input, output) = (folder.file("in"), folder.file("out"))
    guard unsafe mkfifo(input, 0o600) == 0, unsafe mkfifo(output, 0o600) == 0 else {
      throw Refusal(message: "no pipes can be made")
    }
    let program = try #require(Self.program)
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c",
      "exec \(program) --headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage "
        + "--user-data-dir='\(folder.file("profile"))' --window-size=\(width),\(height) "
        + "--remote-debugging-pipe about:blank 3<'\(input)' 4>'\(output)'",
    ]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    // Each waits until the browser has opened the other end.
    requests = try FileHandle(forWritingTo: URL(fileURLWithPath: input))
    answers = try FileHandle(forReadingFrom: URL(fileURLWithPath: output))
    let target = try ask("Target.createTarget", ["url": "about:blank"])["targetId"]
    let attached = try ask(
      "Target.attachToTarget", ["targetId": target ?? "", "flatten": true])
    session = attached["sessionId"] as? String
    _ = try ask("Page.enable")
    _ = try ask("Page.navigate", ["url": "file://" + path])
    while try evaluate("document.readyState") as? String != "complete"
      || evaluate("location.protocol") as? String != "file:"
    { Thread.sleep(forTimeInterval: 0.05) }
  }

  deinit {
    process.terminate()
    process.waitUntilExit()
  }

  /// Asks for something, and waits for the answer.
  @discardableResult public func ask(
    _ method: String, _ parameters: [String: Any] = [:]
  ) throws -> [String: Any] {
    number += 1
    var request: [String: Any] = ["id": number, "method": method, "params": parameters]
    if let session { request["sessionId"] = session }
    requests.write(try JSONSerialization.data(withJSONObject: request) + Data([0]))
    while true {
      let message = try next()
      guard message["id"] as? Int == number else { continue }
      if let error = message["error"] as? [String: Any] { throw Refusal(message: "\(error)") }
      return message["result"] as? [String: Any] ?? [:]
    }
  }

  private func next() throws -> [String: Any] {
    while true {
      if let end = rest.firstIndex(of: 0) {
        let message = rest[rest.startIndex..<end]
        rest = Data(rest[(end + 1)...])
        return try JSONSerialization.jsonObject(with: Data(message)) as? [String: Any] ?? [:]
      }
      let part = answers.availableData
      guard !part.isEmpty else { throw Refusal(message: "the browser has ended") }
      rest += part
    }
  }

  /// The value of an expression of JavaScript, or that of its promise.
  public func evaluate(_ expression: String) throws -> Any? {
    let answer = try ask(
      "Runtime.evaluate",
      [
        "expression": expression, "returnByValue": true, "awaitPromise": true,
        "userGesture": true,
      ])
    if let details = answer["exceptionDetails"] { throw Refusal(message: "\(details)") }
    return (answer["result"] as? [String: Any])?["value"]
  }

  /// A text that an expression comes to.
  public func text(_ expression: String) throws -> String {
    try evaluate(expression) as? String ?? ""
  }

  /// A whole number that an expression comes to.
  public func number(_ expression: String) throws -> Int {
    (try evaluate(expression) as? NSNumber)?.intValue ?? -1
  }

  /// Presses a key and lets it go.
  public func press(_ key: String) throws {
    let text = key.count == 1 ? key : ""
    try ask("Input.dispatchKeyEvent", ["type": "keyDown", "key": key, "text": text])
    try ask("Input.dispatchKeyEvent", ["type": "keyUp", "key": key])
  }

  /// Clicks into the middle of the first element that a selector finds.
  public func click(_ selector: String) throws {
    let place = try text(
      """
      (function () { var e = document.querySelector('\(selector)');
        e.scrollIntoView({ block: 'center', behavior: 'instant' });
        var r = e.getBoundingClientRect();
        return (r.left + r.width / 2) + ' ' + (r.top + r.height / 2); })()
      """
    ).split(separator: " ").compactMap { Double($0) }
    let (x, y) = (try #require(place.first), try #require(place.last))
    for type in ["mousePressed", "mouseReleased"] {
      try ask(
        "Input.dispatchMouseEvent",
        ["type": type, "x": x, "y": y, "button": "left", "clickCount": 1])
    }
  }
}

extension Trait where Self == ConditionTrait {
  /// A browser that shows pages.
  public static var needsBrowser: Self {
    .enabled(
      if: Browser.program != nil, "needs chromium, as Debian has it: apt-get install chromium")
  }
}
