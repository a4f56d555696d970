internal import TransitionImages

/// A date in words, in forms as of `strftime`, with English names.
enum DateText {
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
  private static let days = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]
  private static let letters = "YymdeBbAaHMSjIp%-"

  /// Refuses what would be drawn as it is written.
  static func check(_ form: String) throws(Failure) {
    guard !form.isEmpty else { throw .usage("{date:} has no form, such as {date:%d %B %Y}") }
    var rest = form[...]
    while let start = rest.firstIndex(of: "%") {
      rest = rest[rest.index(after: start)...]
      if rest.first == "-" { rest.removeFirst() }
      guard let letter = rest.popFirst(), letters.contains(letter), letter != "-" else {
        throw .usage(
          "{date:\(form)}: a % stands before one of Y y m d e B b A a H I p M S j, and %% is one")
      }
    }
  }

  /// A date, `2024:05:31 18:03:59` as EXIF has it, in a form; `nil` if it is none.
  static func text(_ date: String, _ form: String) -> String? {
    let numbers = date.prefix(19).split { !$0.isNumber }.compactMap { Int($0) }
    guard numbers.count == 6, (1...12).contains(numbers[1]), (1...31).contains(numbers[2]) else {
      return nil
    }
    let (year, month, day) = (numbers[0], numbers[1], numbers[2])
    let weekday = days[weekday(year, month, day)]
    let hour = (numbers[3] + 11) % 12 + 1
    var (text, rest) = ("", form[...])
    while let first = rest.popFirst() {
      guard first == "%" else {
        text.append(first)
        continue
      }
      let isBare = rest.first == "-"
      if isBare { rest.removeFirst() }
      func number(_ value: Int, _ digits: Int = 2) -> String {
        let text = String(value)
        return isBare || text.count >= digits
          ? text : String(repeating: "0", count: digits - text.count) + text
      }
      switch rest.popFirst() {
      case "Y": text += number(year, 4)
      case "y": text += number(year % 100)
      case "m": text += number(month)
      case "d": text += number(day)
      case "e": text += String(day)
      case "B": text += months[month - 1]
      case "b": text += months[month - 1].prefix(3)
      case "A": text += weekday
      case "a": text += weekday.prefix(3)
      case "H": text += number(numbers[3])
      case "I": text += number(hour)
      case "p": text += numbers[3] < 12 ? "AM" : "PM"
      case "M": text += number(numbers[4])
      case "S": text += number(numbers[5])
      case "j": text += number(dayOfYear(year, month, day), 3)
      default: text += "%"
      }
    }
    return text
  }

  /// 0 for a Sunday (Sakamoto's method).
  private static func weekday(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let offsets = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4]
    let year = month < 3 ? year - 1 : year
    return (year + year / 4 - year / 100 + year / 400 + offsets[month - 1] + day) % 7
  }

  private static func dayOfYear(_ year: Int, _ month: Int, _ day: Int) -> Int {
    (1..<month).reduce(day) { $0 + daysOfMonth($1, year) }
  }
}
