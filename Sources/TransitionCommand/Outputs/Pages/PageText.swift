internal import TransitionImages
internal import TransitionKit
internal import TransitionSystem

/// What pages say of a show, as HTML.
struct PageText {
  /// The show in its own size.
  let report: PlanReport
  let page: Page
  let remarks: PageRemarks

  init(_ whole: OpenedShow, _ page: Page) {
    report = PlanReport(opened: whole, hasAlpha: false)
    self.page = page
    remarks = PageRemarks(Console.remarks, on: whole.job.show)
  }

  var job: Job { report.job }
  var show: Show { job.show }

  /// A show's name: that of its list or folder, or of its first and last items.
  private var title: String {
    let lists = Set(show.items.map { $0.position?.list })
    if lists.count == 1, let list = lists.first ?? nil { return list.name.description }
    if let folder = show.folders.first, show.folders.count == 1,
      show.items.allSatisfy(\.entry.isOfFolder)
    {
      let bytes = folder.path.bytes
      let end = bytes.last == UInt8(ascii: "/") ? bytes.dropLast() : bytes[...]
      return Path(bytes: end).name.description
    }
    let names = [show.items[0], show.items[show.items.count - 1]].map(Self.name)
    return show.items.count == 1 ? names[0] : names.joined(separator: " → ")
  }

  /// The name of an item in the words of people: of a file without its folder.
  static func name(of item: Item) -> String {
    if let words = item.words.first, item.source is TitleSource {
      return words.text.lines.joined(separator: " ")
    }
    return item.source.isColor
      ? item.picture.name.description : item.picture.name.name.description
  }

  private func factList(_ facts: [(number: String, noun: String)]) -> String {
    "<ul class=\"facts\">"
      + facts.map { number, noun in
        "<li><b>\(Markup.text(number))</b>\(noun.isEmpty ? "" : " \(Markup.text(noun))")</li>"
      }.joined() + "</ul>"
  }

  private var generalRemarks: String {
    remarks.general.isEmpty
      ? ""
      : "\n<ul class=\"remarks\" aria-label=\"Remarks\">"
        + remarks.general.map { Markup.element("li", $0) }.joined() + "</ul>"
  }

  /// Marks that a page holds upright pictures.
  private func wrapper(_ size: Size) -> String {
    size.height > size.width ? "<div class=\"upright\">" : "<div>"
  }

  // MARK: Looks

  /// A look with its pictures.
  struct LookCard {
    let look: Look
    let command: [Path]
    let animation: [UInt8]
    let still: [UInt8]
  }

  /// The page of looks, in pictures of a size.
  func document(_ cards: [LookCard], of size: Size) -> PageDocument {
    let names = show.items.map(Self.name)
    let sections = LookSection.allCases.compactMap { section in
      let cards = cards.enumerated().filter { $1.look.section == section }
      return cards.isEmpty ? nil : (section: section, cards: cards)
    }
    let links = sections.map { section, cards in
      "<li><a href=\"#\(section.rawValue)\">\(section.title)</a> <span>\(cards.count)</span></li>"
    }
    var header = factList([
      ("\(cards.count)", cards.count == 1 ? "look" : "looks"),
      ("\(report.madeSize)", "pixels a frame"),
    ])
    header += generalRemarks
    header += "\n<nav aria-label=\"Families\"><ul>\(links.joined())</ul></nav>"
    var main = wrapper(size)
    for (section, cards) in sections {
      let id = section.rawValue
      main += "<section aria-labelledby=\"\(id)\">\n<h2 id=\"\(id)\">\(section.title)</h2>\n"
      main += Markup.element("p", section.summary) + "\n<ul class=\"cards looks\">\n"
      for (index, card) in cards { main += html(of: card, number: index + 1, names, size) + "\n" }
      main += "</ul>\n</section>\n"
    }
    return PageDocument(title: title, header: header, main: main + "</div>")
  }

  private func html(of card: LookCard, number: Int, _ names: [String], _ size: Size) -> String {
    let name = card.look.word.text
    let picture = Markup.motion(
      card.animation, still: card.still, size,
      alternative: "\(name), from \(names.joined(separator: " to "))")
    var about = Markup.element("h3", name) + Markup.element("p", card.look.summary)
    about += html(remarks.ofStep[number - 1])
    let command = Markup.command(
      card.command, id: "w\(number)", label: "Copy the command of \(name)")
    return "<li class=\"card look\" tabindex=\"-1\">\(picture)"
      + "<div class=\"about\">\(about)\(command)</div></li>"
  }

  // MARK: A show

  /// The pictures of a show.
  struct ShowPictures {
    var thumbnails: [Int: [UInt8]] = [:]
    /// The color of each item, if all of it were one: `#203040`.
    var colors: [Int: String] = [:]
    var steps: [Int: (animation: [UInt8], still: [UInt8])] = [:]
  }

  /// The page of a show, in pictures of a size.
  func document(_ pictures: ShowPictures, of size: Size) -> PageDocument {
    let frames = job.plan.allNumbers.count
    let length = job.plan.rate.text(of: frames)
    let counts = job.length.split(separator: ", ").dropLast()
      .map { part -> (number: String, noun: String) in
        let words = part.split(separator: " ", maxSplits: 1).map(String.init)
        return (words[0], words.count > 1 ? words[1] : "")
      }
    let header =
      factList(
        counts + [
          (length, ""), ("\(report.madeSize)", ""), (job.plan.rate.text, "frames a second"),
        ])
      + strip(pictures.colors) + generalRemarks
    let rows = Dictionary(report.rows.map { ($0.step, $0.numbers) }) { first, _ in first }
    let scenes = show.items.indices.map { index in
      "<li class=\"card\" tabindex=\"-1\">"
        + html(ofItem: index, rows[.picture(index)] ?? nil, pictures, size)
        + (index < show.steps.count
          ? html(ofStep: index, rows[.transition(index)] ?? nil, pictures, size) : "")
        + "</li>"
    }
    let main =
      wrapper(size) + "<ol class=\"cards scenes\" aria-label=\"The show\">\n"
      + scenes.joined(separator: "\n") + "\n</ol></div>\n"
      + "<p class=\"total\">Total <b>\(PlanReport.clock(job.plan.rate.duration(of: frames)))</b>, "
      + "\(frames.counted("frame"))</p>"
    return PageDocument(title: title, header: header, main: main)
  }

  /// When an item or a step begins, and how long it lasts.
  private func time(_ numbers: ClosedRange<Int>?) -> String {
    guard let numbers else { return "" }
    let plan = job.plan
    let start = plan.rate.duration(of: numbers.lowerBound - plan.allNumbers.lowerBound)
    return "<b>\(PlanReport.clock(start))</b>, \(plan.rate.text(of: numbers.count))"
  }

  private func html(
    ofItem index: Int, _ numbers: ClosedRange<Int>?, _ pictures: ShowPictures, _ size: Size
  ) -> String {
    let item = show.items[index]
    let name = Self.name(of: item)
    let kind = report.opened.pictures[index].size.map { "\($0)" } ?? ""
    let looks = item.lookOverrides.filter { !$0.option.holdsText }
      .map { "\($0.option.name) \($0.text)" }
    let details = [kind + item.source.details] + looks
    let words = item.source is TitleSource ? item.words.dropFirst() : item.words[...]
    let picture = pictures.thumbnails[index].map {
      Markup.image($0, size, alternative: "\(item.source.noun) \(index + 1): \(name)")
    }
    let (place, time) = ("\(index + 1)", time(numbers))
    var about = "<p class=\"time\">\(time.isEmpty ? place : place + " · " + time)</p>"
    about += Markup.element("h3", name)
    let detail = details.filter { !$0.isEmpty }.joined(separator: ", ")
    about += Markup.element("p", detail, "class=\"detail\"")
    for text in words.map(\.text.lines) {
      about += "<blockquote>\(text.map(Markup.text).joined(separator: "<br>"))</blockquote>"
    }
    about += html(remarks.ofItem[index])
    return "<div class=\"item\">\(picture ?? "<span></span>")<div>\(about)</div></div>"
  }

  private func html(
    ofStep index: Int, _ numbers: ClosedRange<Int>?, _ pictures: ShowPictures, _ size: Size
  ) -> String {
    let step = show.steps[index]
    let transition = show.transitions[step.transition]
    let next = show.items[job.plan.timeline.item(after: index)]
    let name = transition.shownName
    let picture = pictures.steps[index].map {
      Markup.motion(
        $0.animation, still: $0.still, size,
        alternative: "\(name), from \(Self.name(of: show.items[index])) to \(Self.name(of: next))")
    }
    let easing = step.passage.easing
    var values: [(name: String, text: String?)] = []
    for (parameter, used, _) in report.parameters(of: index) {
      // As it is written, where somebody has written it: nobody thinks in radians.
      let isGiven = transition.source(of: parameter) != nil && parameter.kind != .image
      values.append(
        (parameter.writtenName, isGiven ? transition.writtenText(of: parameter) : used))
    }
    if easing != .linear { values.append(("easing", easing.name)) }
    let list = values.compactMap { name, text -> String? in
      guard let text else { return nil }
      return "<div>" + Markup.element("dt", name) + Markup.element("dd", text) + "</div>"
    }
    let words: [Path] = [
      "--transition", transition.argument(with: step.passage, unless: show.passage),
    ]
    // A cut takes no time.
    var about = numbers == nil ? "" : "<p class=\"time\">\(time(numbers))</p>"
    about += Markup.element("h3", name)
    if !list.isEmpty { about += "<dl>\(list.joined())</dl>" }
    about += html(remarks.ofStep[index])
    let command = Markup.command(
      words, id: "w\(index + 1)", label: "Copy the words of step \(index + 1)")
    return "<div class=\"step\">\(picture ?? "<span></span>")<div>\(about)</div>\(command)</div>"
  }

  private func html(_ remarks: [String]?) -> String {
    (remarks ?? []).map { Markup.element("p", $0, "class=\"remark\"") }.joined()
  }

  /// The colors of the show along its time, each transition a gradient.
  private func strip(_ colors: [Int: String]) -> String {
    let (first, count) = (job.plan.allNumbers.lowerBound, job.plan.allNumbers.count)
    func percent(_ number: Int) -> String {
      "\((Double(number - first) * 10000 / Double(count)).rounded() / 100)%"
    }
    let stops = report.rows.flatMap { step, numbers -> [String] in
      guard case .picture(let index) = step, let numbers, let color = colors[index] else {
        return []
      }
      return [
        "\(color) \(percent(numbers.lowerBound))", "\(color) \(percent(numbers.upperBound + 1))",
      ]
    }
    guard !stops.isEmpty else { return "" }
    return "\n<div class=\"strip\" aria-hidden=\"true\" style=\"background: linear-gradient(90deg, "
      + stops.joined(separator: ", ") + ")\"></div>"
  }
}

extension FilterSettings {
  /// The mask whose name says more than the filter's.
  private var mask: Preset? { PrintedList.mask(of: self) }

  /// The name by which people know it.
  var shownName: String { mask?.name ?? file?.name.description ?? filter.shortName }

  /// A name as `--transition` takes it, with the values of some parameters.
  func argument(_ name: Path, with isMeant: (ParameterDescription) -> Bool) -> Path {
    filter.parameters.filter(isMeant).reduce(name) { text, parameter in
      let value =
        picture(of: parameter).map { PrintedList.name(of: $0.source) }
        ?? writtenText(of: parameter).map { Path($0) }
      return value.map { text + Path(":\(TransitionArgument.name(of: parameter))=") + $0 } ?? text
    }
  }

  /// It as `--transition` takes it, with the values that it was given, and what is a step's alone.
  func argument(with passage: Timeline.Passage, unless usual: Timeline.Passage) -> Path {
    let path = file.map { $0.bytes.contains(UInt8(ascii: "/")) ? $0 : "./" + $0 }
    var text = argument(path ?? Path(shownName)) { parameter in
      source(of: parameter) != nil && (mask == nil || parameter.kind != .image)
    }
    guard !passage.isCut else { return text }
    if passage.count != usual.count {
      let name = passage.count.isTime ? "duration" : "count"
      text = text + Path(":\(name)=\(passage.count.text)")
    }
    if passage.easing != usual.easing { text = text + Path(":easing=\(passage.easing.name)") }
    return text
  }
}
