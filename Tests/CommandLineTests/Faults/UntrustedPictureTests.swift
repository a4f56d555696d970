import Foundation
import TestSupport
import Testing
import TransitionKit

/// What the README promises about pictures that strangers send.
@Suite struct UntrustedPictureTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func render(
    _ picture: String, _ arguments: [String] = [], environment: [String: String] = [:]
  ) throws -> Subprocess.Outcome {
    try sandbox.run(
      ["--transitionfilter", "swipe", "-s", picture, "-d", "b.png", "--time", "0", "-v"]
        + ["--output", "frame.png"] + arguments, environment: environment)
  }

  @Test(.needs("convert")) func `a JPEG that lacks a part is refused, whatever follows`() throws {
    #expect(
      try sandbox.shell(
        """
        convert -size 300x200 -seed 1 plasma:red-blue -quality 90 whole.jpg
        convert whole.jpg -interlace JPEG progressive.jpg
        for name in whole progressive; do
          half=$(($(stat -c %s $name.jpg) / 2))
          { head -c $half $name.jpg; printf '\\377\\331'; } >ended-$name.jpg
          { head -c $half $name.jpg; head -c $half /dev/zero; } >zeros-$name.jpg
        done
        # The scans of a progressive picture, but for the last one.
        perl -0777 -pe 's/.*\\K\\xff\\xda.*/\\xff\\xd9/s' progressive.jpg >ended-scans.jpg
        # Bytes that are no part of the picture are harmless.
        { head -c -2 whole.jpg; printf '\\0\\0\\0\\0\\377\\331'; } >harmless.jpg
        """
      ).status == 0)
    let (decoder, scans) = ("not a picture that can be read whole", "lacks a scan of its pixels")
    for (name, words) in [
      ("ended-whole", decoder), ("zeros-whole", decoder), ("zeros-progressive", decoder),
      ("ended-progressive", scans), ("ended-scans", scans),
    ] {
      for argument in [[], ["--untrusted"]] {
        try render(name + ".jpg", argument).expectOneLine(65, [name + ".jpg", words])
      }
    }
    for name in ["whole", "progressive", "harmless"] {
      let result = try render(name + ".jpg")
      #expect(result.status == 0, "\(name): \(result.errors)")
    }
  }

  @Test(
    .unsanitized("its time is limited"),
    arguments: [
      // Sixteen pixels, and what would take minutes, or a hundred megabytes.
      ("app.jpg", #"print jpeg("\xff\xe1\0\2" x 2e6, "")"#, "segments"),
      ("scan.jpg", #"print jpeg("", "\xff\xfe\0\2" x 2e6)"#, "segments"),
      ("scans.jpg", #"print jpeg("", "\xff\xda\0\10\1\1\0\0\77\0" x 4000)"#, "scans"),
      (
        "many.jpg",
        #"my $j = jpeg("", "\xff\xda\0\10\1\1\0\0\77\0" x 90);"#
          + #"$j =~ s/(\xff\xc0\0.\x08)..../$1\xff\xff\xff\xff/s; print $j"#, "scans"
      ),
      ("ztxt.png", #"print png(map { c("zTXt", "k$_\0\0" . bomb()) } 1..40)"#, "text"),
      ("itxt.png", #"print png(map { c("iTXt", "k$_\0\1\0\0\0" . bomb()) } 1..40)"#, "text"),
      (
        "small.png",
        #"my $z = compress("\0" x 3e6); print png(map { c("zTXt", "k$_\0\0$z") } 1..150)"#, "text"
      ),
      (
        "rows.png",
        #"my ($d) = deflateInit(); my @z = map { my $z = ($d->deflate("\0" x 1e7))[0];"#
          + #"$z . ($d->flush(Z_FULL_FLUSH))[0] } 1, 2; my $z = $z[0] . $z[1] x 299;"#
          + #"print substr(file("a.png"), 0, 33) . c("IDAT", $z) . c("IEND", "")"#, "rows"
      ),
      (
        "blocks.png",
        #"print substr(file("a.png"), 0, 33)"#
          + #" . c("IDAT", "\x78\x9c" . "\0\0\0\xff\xff" x 2e5) . c("IEND", "")"#, "empty blocks"
      ),
      ("profile.png", #"print png(c("iCCP", "a\0\0" . "x" x 3e6))"#, "in its profile"),
      (
        "chain.jpg",
        #"my $i = "\0" x 36 . "acsp" . "\0" x 88 . pack("NA4NN", 1, "A2B0", 144, 48000);"#
          + #"$i .= "mpet" . pack("NnnN", 0, 3, 3, 5000) . pack("NN", 16, 60) x 6000;"#
          + #"print jpeg("\xff\xe2" . pack("n", 16 + length $i) . "ICC_PROFILE\0\1\1$i", "")"#,
        "100 elements in a chain"
      ),
      (
        // An element of a curve for each color: all the same one, of 3,000 segments.
        "segments.jpg",
        #"my $c = "curf" . pack("Nnn", 0, 3000, 0) . pack("f>*", map { $_ / 3e3 } 1..2999);"#
          + #"$c .= ("parf" . pack("Nnnf>4", 0, 0, 0, 1, 1, 0, 0)) x 3000;"#
          + #"print chain(1, $c)"#, "1000 segments of curves in a chain"
      ),
      (
        // A table of twelve inputs, which has 4,096 corners.
        "corners.jpg",
        #"print chain(1, "", "clut" . pack("NnnC16", 0, 12, 12, (2) x 12, (0) x 4) . "\0" x 196608)"#,
        "10000 values to look up for a color in a chain"
      ),
      (
        // A hundred elements of the same curve, of 14,000 samples.
        "samples.jpg",
        #"my $c = "curf" . pack("Nnn", 0, 1, 0) . "samf" . pack("NN", 0, 14000);"#
          + #"print chain(100, $c . "\0" x 56000)"#, "10000000 bytes in a chain"
      ),
      (
        "shared.tif",
        #"our $t = tiff(0, 300, 1); to(259, 3, 1, 1, 1, 8); to(273, 4, 1, 8, 64, 8);"#
          + #"to(279, 4, 1, 256, 64, 8); print $t"#, "in strips"
      ),
      (
        "lengths.tif",
        #"sub e { pack("vvQ<Q<", @_) } my @e = (e(256, 3, 1, 16), e(257, 3, 1, 16), e(258, 3, 1, 8),"#
          + #" e(259, 3, 1, 8), e(262, 3, 1, 1), e(273, 16, 2, 16), e(277, 3, 1, 1),"#
          + #" e(278, 3, 1, 8), e(279, 16, 2, 32)); print "II+\0", pack("vvQ<", 8, 0, 48),"#
          + #" pack("Q<4", 16, 16, 1 << 63, 1 << 63), pack("Q<", 0 + @e), @e, "\0" x 8"#,
        "in strips"
      ),
      (
        "scans.tif",
        // Each strip is a picture of 67 million pixels with 20 scans.
        #"my $j = jpeg("", "\xff\xda\0\10\1\1\0\0\77\0" x 20);"#
          + #"$j =~ s/(\xff\xc0\0.\x08)..../$1\x1f\xff\x1f\xff/s; my $n = length $j;"#
          + #"our $t = tiff(0, $n, 1); substr($t, 8, $n + 16) = pack("V4", 24, 24, $n, $n) . $j;"#
          + #"to(259, 3, 1, 1, 1, 7); to(273, 4, 1, 8, 2, 8); to(279, 4, 1, 256, 2, 16); print $t"#,
        "in its scans"
      ),
      ("many.png", #"print png(c("tIME", "\7\350\1\1\0\0\0") x 3e6)"#, "chunks"),
      (
        "loop.jpg",
        #"print jpeg("\xff\xe1" . pack("n", 8 + length loops(500)) . "Exif\0\0" . loops(500), "")"#,
        "directories"
      ),
      ("loop.png", #"print png(c("eXIf", loops(6e4)))"#, "entries"),
      ("loop.webp", #"print webp(r("EXIF", loops(6e4)))"#, "entries"),
      (
        "holds.jpg",
        #"my $e = "II*\0" . pack("VvC*", 8, 5000) . pack("vvVV", 37500, 7, 60000, 8) x 5000;"#
          + #"print jpeg("\xff\xe1" . pack("n", 8 + length $e) . "Exif\0\0$e", "")"#, "bytes"
      ),
      (
        "large.png",
        #"print png(c("eXIf", "II*\0" . pack("VvvvVV", 8, 1, 274, 3, 2e7, 26) . "\0" x 4e7))"#,
        "bytes"
      ),
      ("gigabytes.tif", #"print tiff(400, 2e7, 1)"#, "bytes"),
      (
        "strips.tif",
        #"my ($t, $o) = (tiff(0, 300, 1), pack("vvVV", 273, 4, 1, 8));"#
          + #"my $n = pack("vvVV", 273, 4, 6e5, 8); $t =~ s/\Q$o\E/$n/; print $t"#, "strips"
      ),
      ("tags.tif", #"print tiff(450, 300000, 1)"#, "bytes"),
      ("pictures.tif", #"print tiff(100, 1, 9990)"#, "tags"),
      ("unknown.tif", #"print tiff(4050, 1, 9)"#, "tags in a picture"),
      ("free.heic", #"print file("w.heic") . "\0\0\0\10free" x 1e6"#, "boxes"),
      ("meta.avif", #"print file("w.avif") . pack("N", 9e7 + 8) . "meta" . "\0" x 9e7"#, "bytes"),
      (
        "items.avif",
        #"my $p = file("w.avif"); my $i = pack("nnnN", 1, 0, 1, 9e7) x 2;"#
          + #"substr($i, 10, 2) = "\0\2"; my $l = pack("NCCn", 0, 4, 0, 2) . $i;"#
          + #"my $m = pack("N", 20 + length $l) . "meta\0\0\0\0" . pack("N", 8 + length $l) . "iloc$l";"#
          + #"substr($p, unpack("N", $p)) = $m; print $p"#, "items"
      ),
      ("parts.heic", #"print heif("hvc1", "\1", 60000, "\0" x 9)"#, "parts"),
      ("turns.heic", #"print heif("hvc1", "\2" x 4, 1, "\0\0\0\3\x26\1\x80")"#, "turns"),
      ("units.heic", #"print heif("hvc1", "\1", 1, "\0\0\0\2\x4e\1" x 1e7)"#, "units"),
      ("empty.heic", #"print heif("hvc1", "\1", 1, "\0" x 9e7)"#, "units"),
      (
        "pictures.heic", #"print heif("hvc1", "\1", 1, "\0\0\0\3\x26\1\x80" x 1000)"#,
        "coded pictures"
      ),
      ("pictures.avif", #"print heif("av01", "\1", 1, "\x32\3abc" x 1000)"#, "coded pictures"),
      ("units.avif", #"print heif("av01", "\1", 1, "\x12\0" x 1e6)"#, "units"),
      ("chunks.webp", #"print webp("abcd\0\0\0\0" x 5e6)"#, "chunks"),
    ])
  func `work that is no pixel's is bounded`(_ name: String, _ script: String, _ words: String)
    throws
  {
    // Each begins as a picture that is read.
    let run = try sandbox.shell(
      """
      vips copy a.png w.jpg && vips webpsave a.png w.webp || exit 1
      vips copy a.png w.heic && vips copy a.png w.avif || exit 1
      cat >make.pl <<'END'
      use Compress::Zlib;
      binmode STDOUT;
      sub file { open my $f, "<:raw", $_[0]; local $/; <$f> }
      sub c { my ($t, $d) = @_; pack("N", length $d) . $t . $d . pack("N", crc32($t . $d)) }
      my $bomb;
      sub bomb { $bomb //= compress("a" x 1e8) }
      sub png { my $p = file("a.png"); substr($p, 0, 33) . join("", @_) . substr($p, 33) }
      sub jpeg {
        my $p = file("w.jpg");
        substr($p, 0, 2) . $_[0] . substr($p, 2, -2) . $_[1] . substr($p, -2)
      }
      sub chain {
        my ($elements, $curve, $element) = @_;
        my $i = "\\0" x 36 . "acsp" . "\\0" x 88 . pack("NA4NN", 1, "D2B0", 144, 8);
        $i .= "mpet" . pack("NnnN", 0, 3, 3, $elements);
        $i .= pack("NN", 16 + 8 * $elements, 40) x $elements;
        $i .= $element || "cvst" . pack("Nnn", 0, 3, 3) . pack("NN", 36, 60000) x 3 . $curve;
        my ($number, @parts) = (0, unpack("(a60000)*", $i));
        jpeg(join("", map {
          "\\xff\\xe2" . pack("n", 16 + length) . "ICC_PROFILE\\0" . chr(++$number) . chr(@parts) . $_
        } @parts), "")
      }
      sub loops {
        my @tags = (0x8769, 0x8825, 0xa005);
        "II*\\0" . pack("Vv", 8, $_[0]) . join("", map { pack("vvVV", $tags[$_ % 3], 4, 1, 8) } 1..$_[0])
      }
      sub r { $_[0] . pack("V", length $_[1]) . $_[1] . "\\0" x (length($_[1]) % 2) }
      sub tiff {
        my ($tags, $size, $pictures) = @_;
        my @base = ([256, 3, 1, 16], [257, 3, 1, 16], [258, 3, 1, 8], [259, 3, 1, 1], [262, 3, 1, 1],
          [273, 4, 1, 8], [277, 3, 1, 1], [278, 3, 1, 16], [279, 4, 1, 256]);
        my @more = map { [40000 + $_, 1, $size, 8] } 1..$tags;
        my $entries = join("", map { pack("vvVV", @$_) } @base, @more);
        my $step = 2 + length($entries) + 4;
        my $out = "II*\\0" . pack("V", 8 + $size + 256) . "x" x ($size + 256);
        for my $i (1..$pictures) {
          my $next = $i < $pictures ? 8 + $size + 256 + $i * $step : 0;
          $out .= pack("v", @base + @more) . $entries . pack("V", $next);
        }
        $out
      }
      sub to {
        my ($old, $new) = map { pack("vvVV", @_[0, 1, @$_]) } [2, 3], [4, 5];
        our $t =~ s/\\Q$old\\E/$new/
      }
      sub box { pack("N", 8 + length $_[1]) . $_[0] . $_[1] }
      sub heif {
        my ($kind, $properties, $parts, $data) = @_;
        my $ipma = pack("NNnC", 0, 1, 1, length $properties) . $properties;
        my $ipco = box("hvcC", "\\0" x 21 . "\\3\\0") . box("irot", "\\1");
        my $infe = box("infe", pack("Nnna4", 2 << 24, 1, 0, $kind) . "\\0");
        my $meta = sub {
          my $iloc = pack("NCCnnnn", 0, 0x44, 0, 1, 1, 0, $parts);
          $iloc .= pack("NN", $_[0], $parts > 1 ? 0 : length $data) x $parts;
          box("meta", "\\0" x 4 . box("pitm", pack("Nn", 0, 1)) . box("iloc", $iloc)
            . box("iinf", pack("Nn", 0, 1) . $infe)
            . box("iprp", box("ipco", $ipco) . box("ipma", $ipma)))
        };
        my $ftyp = box("ftyp", $kind eq "av01" ? "avif\\0\\0\\0\\0mif1avif" : "heic\\0\\0\\0\\0mif1heic");
        my $start = length($ftyp) + length($meta->(0)) + 8;
        $ftyp . $meta->($start) . box("mdat", $data)
      }
      sub webp {
        my $p = substr(file("w.webp"), 12);
        my $x = "VP8X" . pack("V", 10) . "\\0" x 4 . pack("vCvC", 63, 0, 47, 0);
        "RIFF" . pack("V", 4 + length($x . $_[0] . $p)) . "WEBP" . $x . $_[0] . $p;
      }
      END
      echo '\(script)' >>make.pl; perl make.pl >\(name) && [ -s \(name) ] || exit 1
      ulimit -t 3
      $TOOL \(name) b.png --transition swipe -c 2 --untrusted -o out -t png
      """)
    run.expectOneLine(65, [name, "it has more than ", words])
  }

  /// A TIFF with some tags, each of a number of a type, and other bytes behind them.
  private func tiff(_ name: String, _ tags: [(Int, type: Int, Int)], _ rest: [UInt8]) throws {
    func number(_ value: Int, _ bytes: Int) -> [UInt8] {
      (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let entries = tags.map { tag, type, value in
      number(tag, 2) + number(type, 2) + number(1, 4) + number(value, 4)
    }
    let directory = number(tags.count, 2) + entries.flatMap(\.self) + number(0, 4)
    let file = Array("II*\0".utf8) + number(8, 4) + directory + rest
    try sandbox.write(Data(file), to: name)
  }

  @Test func `a side of a TIFF that no number holds is refused`() throws {
    let largest = [UInt8](repeating: 0xFF, count: 7) + [0x7F]
    try tiff("wide.tif", [(256, 16, 38), (322, 3, 16)], largest)
    try render("wide.tif").expectOneLine(65, ["wide.tif"])
  }

  @Test(arguments: [
    // Each row is missing, of which libtiff would warn.
    (4, 8, 6_000_000, 1, "it is facsimile of more than 100000 rows"),
    // Whose decoder goes by the size among its own bytes.
    (34661, 64, 64, 1, "TIFF compressed as JBIG is not read"),
    // More work than its pixels are.
    (8, 1000, 1000, 129, "it has more than 128 bits in a pixel"),
  ])
  func `a TIFF that is packed in few bytes is refused`(
    _ compression: Int, _ width: Int, _ height: Int, _ samples: Int, _ words: String
  ) throws {
    let tags = [
      (256, 4, width), (257, 4, height), (258, 3, 1), (259, 3, compression), (262, 3, 0),
      (273, 4, 8 + 2 + 9 * 12 + 4), (277, 3, samples), (278, 4, height), (279, 4, 2),
    ]
    try tiff("packed.tif", tags, [0, 0])
    try render("packed.tif", ["--untrusted"]).expectOneLine(65, ["packed.tif", words])
  }

  @Test(.needs("vips", "perl"), arguments: ["heic", "avif"])
  func `a coded picture that is larger than its file says is refused`(_ type: String) throws {
    let made = try sandbox.shell(
      """
      vips black black.v 600 500 --bands 3 && vips copy black.v whole.\(type) || exit 1
      perl -0777 -pe 's/(ispe\\0{4})(?s:.{8})/$1\\0\\0\\0\\20\\0\\0\\0\\20/g' whole.\(type) >x.\(type)
      """)
    #expect(made.status == 0, "\(made.errors)")
    let whole = try render("whole.\(type)", ["--untrusted"])
    #expect(whole.status == 0, "\(whole.errors)")
    try render("x.\(type)", ["--untrusted"]).expectOneLine(
      65, ["x.\(type)", "a coded picture in it is larger than it says"])
  }

  private func number(_ value: Int, _ bytes: Int) -> Data {
    Data((0..<bytes).reversed().map { UInt8(value >> ($0 * 8) & 255) })
  }

  private func box(_ kind: String, _ content: Data...) -> Data {
    number(8 + content.reduce(0) { $0 + $1.count }, 4) + Data(kind.utf8) + Data(content.joined())
  }

  /// The entry of an item of a HEIF in the list of items.
  private func entry(_ item: Int, _ kind: String) -> Data {
    box("infe", number(2 << 24, 4), number(item, 2), number(0, 2), Data("\(kind)\0".utf8))
  }

  private var typeOfAVIF: Data {
    box("ftyp", Data("avif".utf8), number(0, 4), Data("mif1avif".utf8))
  }

  @Test(arguments: [2, 4], [0, 1, 2])
  func `a grid that is larger than its file says is refused`(_ size: Int, _ way: Int) throws {
    for side in [100, 16_000] {
      let grid = number(size == 4 ? 1 << 16 : 0, 4) + number(side, size) + number(side, size)
      func meta(at offset: Int) -> Data {
        // A part of three bytes, and one of the others.
        let place =
          number(1, 2) + number(way, 2) + number(0, 2) + number(2, 2)
          + number(offset, 4) + number(3, 4) + number(offset + 3, 4) + number(grid.count - 3, 4)
        let shown = [1, 2].reduce(Data()) { $0 + number($1, 2) + number(1, 1) + number(1, 1) }
        return box(
          "meta", number(0, 4), box("pitm", number(0, 4), number(1, 2)),
          box("iloc", number(1 << 24, 4), number(0x4400, 2), number(1, 2), place),
          box("iinf", number(0, 4), number(2, 2), entry(1, "grid"), entry(2, "av01")),
          box("iref", number(0, 4), box("dimg", number(1, 2), number(1, 2), number(2, 2))),
          box(
            "iprp", box("ipco", box("ispe", number(0, 4), number(100, 4), number(100, 4))),
            box("ipma", number(0, 4), number(2, 4), shown)), box("idat", grid))
      }
      let start = way == 0 ? typeOfAVIF.count + meta(at: 0).count + 8 : 0
      try sandbox.write(typeOfAVIF + meta(at: start) + box("mdat", grid), to: "x.avif")
      let run = try render("x.avif", ["--untrusted"])
      let words = way == 2 ? "items in other items" : "its grid is larger than it says"
      // There is nothing in its tile.
      run.expectOneLine(65, ["x.avif"])
      #expect(run.errors.contains(words) == (way == 2 || side > 100), "\(run.errors)")
    }
  }

  @Test(arguments: [true, false])
  func `a grid that its tiles do not cover is refused`(_ isUntrusted: Bool) throws {
    let trust = isUntrusted ? ["--untrusted"] : []
    // A row of two tiles of 64 x 100.
    for (width, isCovered) in [(128, true), (129, false)] {
      let grid = Data([0, 0, 0, 1]) + number(width, 2) + number(100, 2)
      let place =
        number(1, 2) + number(1, 2) + number(0, 2) + number(1, 2) + number(0, 4)
        + number(grid.count, 4)
      func size(_ width: Int) -> Data {
        box("ispe", number(0, 4), number(width, 4), number(100, 4))
      }
      let shown = [(1, 1), (2, 2), (3, 2)].reduce(Data()) {
        $0 + number($1.0, 2) + number(1, 1) + number($1.1, 1)
      }
      let meta = box(
        "meta", number(0, 4), box("pitm", number(0, 4), number(1, 2)),
        box("iloc", number(1 << 24, 4), number(0x4400, 2), number(1, 2), place),
        box(
          "iinf", number(0, 4), number(3, 2), entry(1, "grid"), entry(2, "av01"), entry(3, "av01")),
        box(
          "iref", number(0, 4), box("dimg", number(1, 2), number(2, 2), number(2, 2), number(3, 2))),
        box(
          "iprp", box("ipco", size(width), size(64)),
          box("ipma", number(0, 4), number(3, 4), shown)), box("idat", grid))
      try sandbox.write(typeOfAVIF + meta, to: "x.avif")
      let run = try render("x.avif", trust)
      // There is nothing in its tiles.
      run.expectOneLine(65, ["x.avif"])
      #expect(
        run.errors.contains("its tiles do not cover the picture") != isCovered, "\(run.errors)")
    }
  }

  @Test func `a picture with a property that readers must know is refused`() throws {
    for (kind, first, isRefused) in [
      ("wxyz", 0x80, true), ("wxyz", 0, false), ("irot", 0x80, false),
    ] {
      let meta = box(
        "meta", number(0, 4), box("pitm", number(0, 4), number(1, 2)),
        box("iinf", number(0, 4), number(1, 2), entry(1, "av01")),
        box(
          "iprp", box("ipco", box(kind, number(0, 1))),
          box("ipma", number(0, 4), number(1, 4), number(1, 2), number(1, 1), number(first + 1, 1)))
      )
      try sandbox.write(typeOfAVIF + meta, to: "x.avif")
      let run = try render("x.avif", [])
      run.expectOneLine(65, ["x.avif"])
      #expect(run.errors.contains("it has the property wxyz") == isRefused, "\(run.errors)")
    }
  }

  // libheif 1.15 follows such items until its stack ends.
  @Test(
    arguments: [
      ("iden", "overlays or copies"), ("iovl", "overlays"), ("grid", "there twice"),
      ("jpeg", "of the kind jpeg"),
    ],
    [true, false])
  func `items of a HEIF that are made of each other are refused`(
    _ item: (kind: String, words: String), _ isLoop: Bool
  ) throws {
    let (kind, words) = item
    let source = number(isLoop ? 1 : 2, 2)
    let tiles = box("dimg", number(1, 2), number(2, 2), source, source)
    let meta = box(
      "meta", number(0, 4), box("iinf", number(0, 4), number(1, 2), entry(1, kind)),
      box("iref", number(0, 4), tiles))
    try sandbox.write(typeOfAVIF + meta, to: "x.avif")
    try sandbox.expectFailure(
      65, "x.avif", isLoop ? "made of each other" : words,
      of: ["x.avif", "b.png", "--untrusted", "-o", "x.webp"])
    if isLoop {
      try sandbox.expectFailure(
        65, "x.avif", "made of each other", of: ["x.avif", "b.png", "-o", "x.webp"])
    }
  }

  @Test(.unsanitized("its time is limited"))
  func `a HEIF that claims billions of items is read no farther than its bytes`() throws {
    let places = Data([2, 0, 0, 0, 0x44, 0x44, 0xFF, 0xFF, 0xFF, 0xFF])
    func box(_ kind: String, _ content: Data) -> Data {
      Data([0, 0, 0, UInt8(8 + content.count)]) + Data(kind.utf8) + content
    }
    try sandbox.write(
      box("ftyp", Data("avif\0\0\0\0mif1avif".utf8))
        + box("meta", Data([0, 0, 0, 0]) + box("iloc", places)), to: "x.avif")
    let run = try sandbox.shell("ulimit -t 2; $TOOL x.avif b.png --untrusted -o x.webp")
    run.expectOneLine(65, ["x.avif"])
  }

  @Test(.unsanitized("its time is limited")) func `a style is read once`() throws {
    let faces = String(repeating: "@font-face{", count: 20_000)
    try writeSVG("<style>\(faces)</style>", to: "faces.svg")
    try writeSVG("<style>\(faces)} a { fill: url(other.svg#g) }</style>", to: "linked.svg")
    let own = "<style>@Font-Face { src: url(f.woff) } rect { fill: url(#g) }</style>"
    try writeSVG(own, to: "own.svg")
    for name in ["faces.svg", "own.svg"] {
      let run = try sandbox.shell(
        "ulimit -t 4; $TOOL \(name) b.png --transition swipe -c 2 -o out -t png")
      #expect(run.status == 0, "\(name) \(run.errors)")
    }
    let run = try sandbox.shell(
      "ulimit -t 4; $TOOL linked.svg b.png --transition swipe -c 2 -o out -t png")
    run.expectOneLine(65, ["linked.svg", "other.svg"])
  }

  private func writeSVG(_ content: String, to name: String) throws {
    let text = """
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
      width="33" height="21">\(content)</svg>
      """
    try Data(text.utf8).write(to: URL(fileURLWithPath: sandbox.folder.file(name)))
  }

  @Test func `loaders that are not meant for them can be blocked`() throws {
    let blocking = ["VIPS_BLOCK_UNTRUSTED": "1"]
    for name in ["a.jpg", "a.webp", "a.gif", "a.tiff", "a.ppm"] {
      try sandbox.a.write(to: sandbox.folder.file(name))
    }
    try writeSVG("<rect width='33' height='21' fill='red'/>", to: "a.svg")
    for name in ["a.jpg", "a.png", "a.webp", "a.gif", "a.tiff"] {
      #expect(try render(name, environment: blocking).status == 0, "\(name)")
    }
    for name in ["a.svg", "a.ppm"] {
      #expect(try render(name).status == 0, "\(name)")
      let blocked = try render(name, environment: blocking)
      blocked.expectOneLine(65, [name, "VIPS_BLOCK_UNTRUSTED"])
    }
  }

  @Test func `a drawing reads no other files`() throws {
    let path = sandbox.folder.file("b.png")
    for reference in [path, "b.png", "file://\(path)"] {
      try writeSVG("<image xlink:href='\(reference)' width='33' height='21'/>", to: "a.svg")
      // Beside the drawing may be what belongs to it; the tool hands libvips no name to look there.
      try render("a.svg").expectOneLine(65, ["source image", "a.svg", reference, "data:"])
      let piped = try sandbox.shell(
        "cat a.svg | $TOOL --transitionfilter swipe -s /dev/stdin -d b.png --time 0 --output c.png")
      piped.expectOneLine(65, [reference])
    }
  }

  @Test func `a drawing has no style sheet beside it`() throws {
    let drawing = "<svg xmlns='http://www.w3.org/2000/svg' width='33' height='21'/>"
    try sandbox.write(
      Data("<?xml-stylesheet href='style.css' type='text/css'?>\(drawing)".utf8), to: "a.svg")
    try render("a.svg").expectOneLine(65, ["source image", "a.svg", "style.css"])
  }

  @Test func `a cut picture is of its type`() throws {
    try sandbox.a.write(to: sandbox.folder.file("a.tiff"))
    let whole = try Data(contentsOf: URL(fileURLWithPath: sandbox.folder.file("a.tiff")))
    try sandbox.write(whole.prefix(100), to: "cut.tiff")
    try render("cut.tiff").expectOneLine(65, ["not a picture that can be read whole"])
  }

  @Test func `other types are read only if they are allowed`() throws {
    for name in ["a.pbm", "a.pfm"] {
      try sandbox.a.write(to: sandbox.folder.file(name))
      try render(name).expectOneLine(
        65, ["source image is not a picture of a type that is read", name, "--allow-any-type"])
      let allowed = try render(name, ["--allow-any-type"])
      #expect(allowed.status == 0, "\(allowed.errors)")
      #expect(try sandbox.picture("frame.png").width == sandbox.a.width)
      let blocked = try render(
        name, ["--allow-any-type"], environment: ["VIPS_BLOCK_UNTRUSTED": "1"])
      #expect(blocked.status == 65 && blocked.errors.contains("blocked"), "\(blocked.errors)")
    }
  }

  @Test func `a type that needs a file is not read from a pipe`() throws {
    let piped = try sandbox.shell(
      "printf BM | $TOOL --transitionfilter swipe -s /dev/stdin -d b.png --time 0 --output c.png")
    piped.expectOneLine(65, ["BMP is not read from a pipe"])
  }
}
