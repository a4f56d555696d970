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

  /// A date in a form.
  static func text(_ date: DateTaken, _ form: String) -> String {
    let (month, weekday) = (months[date.month - 1], days[date.weekday])
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
      case "Y": text += number(date.year, 4)
      case "y": text += number(date.year % 100)
      case "m": text += number(date.month)
      case "d": text += number(date.day)
      case "e": text += String(date.day)
      case "B": text += month
      case "b": text += month.prefix(3)
      case "A": text += weekday
      case "a": text += weekday.prefix(3)
      case "H": text += number(date.hour)
      case "I": text += number((date.hour + 11) % 12 + 1)
      case "p": text += date.hour < 12 ? "AM" : "PM"
      case "M": text += number(date.minute)
      case "S": text += number(date.second)
      case "j": text += number(date.dayOfYear, 3)
      default: text += "%"
      }
    }
    return text
  }
}
