import Testing

@testable import TransitionSystem

/// The memory that the system allows.
@Suite struct MemoryTests {
  private let groups = try? GroupsForTests()

  private func limit(_ list: String) throws -> UInt64? {
    Memory.groupLimit(try #require(groups).listed(list))
  }

  @Test func `is that of the control group, or of one above it`() throws {
    #expect(try limit("0::/\n") == nil)
    try groups?.write("max\n", to: "sys/a/b/memory.max")
    #expect(try limit("0::/a/b\n") == nil)
    try groups?.write("2147483648\n", to: "sys/a/memory.max")
    #expect(try limit("0::/a/b\n") == 2_147_483_648)
    try groups?.write("1048576\n", to: "sys/a/b/memory.max")
    #expect(try limit("0::/a/b\n") == 1_048_576)
    // Of another group, which a container does not show.
    #expect(try limit("0::/docker/0123\n") == nil)
    try groups?.write("4096\n", to: "sys/memory.max")
    #expect(try limit("0::/docker/0123\n") == 4096)
  }

  @Test func `is that of the memory controller, where each has a hierarchy`() throws {
    try groups?.write("1073741824\n", to: "sys/memory/jobs/1/memory.limit_in_bytes")
    try groups?.write("9223372036854771712\n", to: "sys/memory/memory.limit_in_bytes")
    #expect(try limit("9:name=systemd:/\n8:cpu,memory:/jobs/1\n0::/\n") == 1_073_741_824)
    #expect(try limit("8:cpu:/jobs/1\n") == nil)
  }

  @Test(
    arguments: ["", "\n\n", "0::", "::::", "0::/../..", "x"])
  func `is not more than the machine's`(list: String) throws {
    #expect(try limit(list) == nil)
    #expect(Memory.size > 0)
  }
}
