import Testing

@testable import TransitionSystem

/// The processors that the system allows.
@Suite struct ProcessorsTests {
  private let groups = try? GroupsForTests()

  private func limit(_ list: String) throws -> Int? {
    Processors.groupLimit(try #require(groups).listed(list))
  }

  @Test func `are those of the least quota of the control group and of those above it`() throws {
    #expect(try limit("0::/a/b\n") == nil)
    try groups?.write("max 100000\n", to: "sys/a/b/cpu.max")
    #expect(try limit("0::/a/b\n") == nil)
    try groups?.write("400000 100000\n", to: "sys/a/b/cpu.max")
    #expect(try limit("0::/a/b\n") == 4)
    try groups?.write("150000 100000\n", to: "sys/a/cpu.max")
    #expect(try limit("0::/a/b\n") == 2)
    try groups?.write("1000 100000\n", to: "sys/cpu.max")
    #expect(try limit("0::/a/b\n") == 1)
  }

  @Test func `are those of the cpu controller, where each has a hierarchy`() throws {
    try groups?.write("-1\n", to: "sys/cpu/cpu.cfs_quota_us")
    try groups?.write("100000\n", to: "sys/cpu/cpu.cfs_period_us")
    #expect(try limit("3:cpu,cpuacct:/\n") == nil)
    try groups?.write("250000\n", to: "sys/cpu/jobs/cpu.cfs_quota_us")
    try groups?.write("100000\n", to: "sys/cpu/jobs/cpu.cfs_period_us")
    #expect(try limit("3:cpu,cpuacct:/jobs\n0::/\n") == 3)
    #expect(try limit("3:memory:/jobs\n") == nil)
  }

  @Test(arguments: ["", "x", "0 100000", "100000", "5 0", "1e300 1", "-5 -5"])
  func `are counted whatever a limit says`(text: String) throws {
    try groups?.write(text, to: "sys/cpu.max")
    #expect(try limit("0::/\n").map { $0 > 0 } ?? true)
  }

  @Test(arguments: [
    ("Name:\tx\nCpus_allowed:\t00000000,00000003\nCpus_allowed_list:\t0-1\n", 2),
    ("Cpus_allowed:\tff,ffffffff\n", 40), ("Cpus_allowed:\t0\n", nil), ("Name:\tx\n", nil),
    ("", nil),
  ])
  func `are those to which the process is bound`(status: String, count: Int?) throws {
    try groups?.write(status, to: "status")
    let path = try #require(groups).path("status")
    #expect(Processors.bound(status: path) == count)
    #expect(Processors.count > 0)
  }
}
