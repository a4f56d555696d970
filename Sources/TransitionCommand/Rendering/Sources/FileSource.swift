internal import TransitionImages
internal import TransitionKit
internal import TransitionSystem

struct FileSource: Source {
  let name: Path
  /// The pattern that stands for this file alone, if one does.
  var pattern: PictureSequence?

  var id: String { "file \(name)" }
  var subjects: Set<OptionDefinition.Subject> {
    pattern == nil ? [.still, .motion] : [.still, .motion, .sequence, .clip]
  }
  var identity: SourceIdentity? {
    let origin = ImageFile.Origin(FileStatus(name))
    return Fingerprint(name).map { content in
      SourceIdentity(
        text: content.text + fonts,
        isCurrent: { [name] in ImageFile.Origin(FileStatus(name)) == origin })
    }
  }

  func open(
    as role: String, pixelLimit: Int?, staysOpen: Bool
  ) throws(ImageFileError) -> any OpenedSource {
    let file = try ImageFile(path: name, role: role, pixelLimit: pixelLimit)
    return staysOpen ? file : file.closed()
  }

  func check(_ outputs: Outputs, _ plan: Plan) throws(Failure) {
    try pattern?.check(outputs, plan)
  }

  func remarks(at position: ListPosition?) -> [String] { pattern?.remarks(at: position) ?? [] }
}

extension ImageFile: OpenedSource {
  var image: ImageFile? { self }
  var size: Size? { Size(width: width, height: height) }

  func picture(keeping profile: ColorProfile?) throws(Failure) -> DecodedPicture {
    let image = try Failure.from(image: reopened().decode(keeping: profile))
    for warning in image.warnings { Console.remark("\(path) \(warning)") }
    return .image(image)
  }
}
