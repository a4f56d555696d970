/// A date as a camera writes it, with the offset of its clock if it tells it.
struct DateTaken: Sendable, Hashable {
  /// The date by the camera's clock: months and days count from 1.
  private(set) var year, month, day, hour, minute, second: Int
  private let nanoseconds: Int
  /// The seconds by which the clock is ahead of UTC; `nil` if nobody says so.
  private var offset: Int?
  /// The offset, if it is the zone of the place: UTC may be where nobody is.
  private(set) var zone: Int?

  /// Whether the date is in UTC, whatever the zone of the place.
  var isInUTC: Bool { offset != nil && zone == nil }

  /// Reads `2024:05:31 18:03:59.25`, as EXIF writes it, or `2024-05-31T18:03:59+0200`, as films do,
  /// with an offset or `Z` for UTC, or none; `nil` if it is no date.
  init?(_ text: String) {
    let form =
      /(\d{4})[-:](\d\d)[-:](\d\d)[ T](\d\d):(\d\d):(\d\d)(?:\.(\d+))?\s*(Z|[-+]\d\d:?\d\d)?.*/
    guard let match = text.wholeMatch(of: form) else { return nil }
    let parts = [match.1, match.2, match.3, match.4, match.5, match.6].compactMap { Int($0) }
    guard parts.count == 6, parts[0] > 0, (1...12).contains(parts[1]),
      (1...Self.days(ofMonth: parts[1], parts[0])).contains(parts[2]), parts[3] < 24,
      parts[4] < 60, parts[5] < 61
    else { return nil }
    (year, month, day) = (parts[0], parts[1], parts[2])
    (hour, minute, second) = (parts[3], parts[4], parts[5])
    let digits = (match.7 ?? "").prefix(9)
    nanoseconds = Int(digits + String(repeating: "0", count: 9 - digits.count)) ?? 0
    offset = match.8.flatMap { Self.offset($0) }
    zone = match.8 == "Z" ? nil : offset
  }

  /// The seconds of `+02:00`, `+0200` or `Z`.
  private static func offset(_ text: Substring) -> Int? {
    let digits = text.filter(\.isNumber)
    guard let number = Int(digits) else { return text == "Z" ? 0 : nil }
    let seconds = (number / 100 * 60 + number % 100) * 60
    guard seconds <= 14 * 3600 else { return nil }
    return text.first == "-" ? -seconds : seconds
  }

  /// 0 for a Sunday. The first day of 1970 was a Thursday.
  var weekday: Int { ((days + 4) % 7 + 7) % 7 }

  /// 1 for the first of January.
  var dayOfYear: Int { (1..<month).reduce(day) { $0 + Self.days(ofMonth: $1, year) } }

  private static func days(ofMonth month: Int, _ year: Int) -> Int {
    guard month == 2 else { return [4, 6, 9, 11].contains(month) ? 30 : 31 }
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
  }

  /// The days from 1970 to the date, by the Gregorian calendar.
  private var days: Int {
    // Years that begin in March have their leap days at the end.
    let year = month > 2 ? year : year - 1
    let months = (month + 9) % 12
    return year * 365 + year / 4 - year / 100 + year / 400 + (months * 153 + 2) / 5 + day - 719_469
  }

  /// The same moment of a date in UTC by a clock that is so many seconds ahead of it: whole
  /// minutes, and less than a day.
  func byClock(aheadBy seconds: Int) -> DateTaken {
    var date = self
    (date.offset, date.zone) = (seconds, seconds)
    let minutes = hour * 60 + minute + seconds / 60
    let ofDay = (minutes + 24 * 60) % (24 * 60)
    (date.hour, date.minute) = (ofDay / 60, ofDay % 60)
    if minutes < 0 {
      if day > 1 {
        date.day -= 1
      } else {
        (date.year, date.month) = month > 1 ? (year, month - 1) : (year - 1, 12)
        date.day = Self.days(ofMonth: date.month, date.year)
      }
    } else if minutes >= 24 * 60 {
      if day < Self.days(ofMonth: month, year) {
        date.day += 1
      } else {
        (date.year, date.month) = month < 12 ? (year, month + 1) : (year + 1, 1)
        date.day = 1
      }
    }
    return date
  }

  /// The time since 1970 in UTC, the same for cameras all over the world, of a clock that is ahead
  /// of UTC by its own offset or else by another.
  func instant(orAheadBy other: Int) -> Duration {
    .seconds(((days * 24 + hour) * 60 + minute) * 60 + second - (offset ?? other))
      + .nanoseconds(nanoseconds)
  }
}
