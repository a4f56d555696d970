import Testing

@testable import GLTransitions

@Suite struct SyntaxTests {
  private func words(_ text: String) throws -> [String] {
    let source = SourceText(Array(text.utf8))
    let tokens = try Tokenizer.tokenize(source).tokens
    return try Preprocessor.run(tokens, of: source).dropLast().map(\.text)
  }

  @Test func `divides a text into tokens`() throws {
    #expect(
      try words("a+=b++-.5e-3*c[0x1F]//x\n/*y*/<=1.")
        == ["a", "+=", "b", "++", "-", ".5e-3", "*", "c", "[", "0x1F", "]", "<=", "1."])
  }

  @Test(arguments: ["a\nb", "a\rb", "a\r\nb", "a b\r"])
  func `takes any end of a line`(_ text: String) throws {
    #expect(try words(text) == ["a", "b"])
  }

  @Test func `allows any bytes in comments`() throws {
    let source = SourceText([0xEF, 0xBB, 0xBF] + Array("a // ".utf8) + [0xFF, 0xE9, 0x0D, 0x62])
    #expect(try Tokenizer.tokenize(source).tokens.map(\.text) == ["a", "b", ""])
  }

  @Test func `counts lines and columns`() throws {
    let source = SourceText(Array("é\r\n /*€*/ x\ry".utf8))
    let tokens = try Tokenizer.tokenize(SourceText(Array("//é\r\n /*€*/ x\ry".utf8))).tokens
    let text = SourceText(Array("//é\r\n /*€*/ x\ry".utf8))
    let first = text.diagnostic(SourceError(tokens[0].position, ""))
    #expect((first.line, first.column) == (2, 8))
    #expect(first.sourceLine == " /*€*/ x")
    #expect(text.line(of: tokens[1].position) == 3)
    #expect(source.line(of: SourcePosition()) == 1)
  }

  @Test func `expands macros`() throws {
    #expect(try words("#define A 1+2\nA*A") == ["1", "+", "2", "*", "1", "+", "2"])
    #expect(try words("#define F(x) x*x\nF(a+b) F") == ["a", "+", "b", "*", "a", "+", "b", "F"])
    #expect(try words("#define F (x)\nF") == ["(", "x", ")"])
    #expect(try words("#define A B\n#define B A\nA B") == ["A", "B"])
    #expect(try words("#define F(a,b) b a\nF((1,2),\n3)") == ["3", "(", "1", ",", "2", ")"])
    #expect(try words("#define F() 1\nF()") == ["1"])
    #expect(
      try words("#define T(f,x) f(f(x))\n#define S(x) <x>\nT(S,1)") == ["<", "<", "1", ">", ">"])
    #expect(try words("#define A 1 + \\\n 2\nA") == ["1", "+", "2"])
    #expect(try words("__LINE__\n__LINE__") == ["1", "2"])
    #expect(try words("#define A 1\n#undef A\nA") == ["A"])
  }

  @Test func `chooses lines by conditions`() throws {
    #expect(try words("#ifdef GL_ES\na\n#else\nb\n#endif") == ["b"])
    #expect(try words("#define X 3\n#if X*2 == 6 && !defined(Y)\na\n#elif 1\nb\n#endif") == ["a"])
    #expect(try words("#if 0\n#if 1\na\n#else\nb\n#endif\n#elif 1\nc\n#else\nd\n#endif") == ["c"])
    #expect(try words("#if 0\n#error no\n#unknown\ndon't\n#endif\na") == ["a"])
    #expect(try words("#version 100\n#extension all : enable\n#pragma x\na") == ["a"])
    #expect(try words("#if (1 << 3 | 1) % 5 - 4 || 0\nb\n#endif") == [])
  }

  @Test func `reads numbers`() throws {
    for (text, value) in [
      (".5", 0.5), ("1.", 1), ("1e-3", 0.001), ("2.5E2", 250), ("1.0f", 1), ("0.", 0),
    ] as [(String, Float)] {
      guard case .float(value)? = NumberForm(text) else {
        Issue.record("\(text)")
        continue
      }
    }
    for (text, value) in [("0x1F", 31), ("017", 15), ("0", 0), ("2147483647", .max)]
      as [(String, Int32)]
    {
      guard case .int(value)? = NumberForm(text) else {
        Issue.record("\(text)")
        continue
      }
    }
    for text in ["1.2.3", "0x", "08", "1e", "3x", "99999999999", "1e+"] {
      #expect(NumberForm(text) == nil, "\(text)")
    }
  }
}

extension NumberForm: Equatable {
  static func == (a: NumberForm, b: NumberForm) -> Bool {
    switch (a, b) {
    case (.int(let x), .int(let y)): x == y
    case (.float(let x), .float(let y)): x == y
    default: false
    }
  }
}
