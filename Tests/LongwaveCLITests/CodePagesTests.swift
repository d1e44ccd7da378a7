import Testing

@testable import LongwaveCLI

/// Lines in the format of /proc/PID/maps (proc(5)).
struct CodePagesTests {
    @Test(arguments: [
        ("55d0c0000000-55d0c0d49000 r-xp 00001000 fe:00 5440477                    /usr/bin/longwave\n", true),
        ("55d0c0d49000-55d0c0da1000 r--p 00d48000 fe:00 5440477                    /usr/bin/longwave\n", false),
        ("55d0c0da1000-55d0c0fa0000 rw-p 00da0000 fe:00 5440477                    /usr/bin/longwave\n", false),
        ("7f1c20000000-7f1c20021000 rw-p 00000000 00:00 0 \n", false),
        ("7ffd6b9f2000-7ffd6b9f4000 r-xp 00000000 00:00 0                          [vdso]\n", false),
        ("7f1c20000000-7f1c20021000 rwxp 00000000 fe:00 12                         /tmp/jit\n", false),
        ("nonsense", false), ("", false),
    ])
    func takesOnlyTheCodeOfFiles(_ line: String, isCode: Bool) {
        #expect((CodePages.codeRange(line) != nil) == isCode)
    }

    @Test func readsTheAddresses() {
        #expect(CodePages.codeRange("1000-3000 r-xp 0 fe:00 5 /bin/true") == 0x1000..<0x3000)
    }

    /// The memory that holds the program's code is released. The kernel loads the code again when the program runs it.
    @Test func theProgramRunsOn() {
        CodePages.release()
        #expect([3, 1, 2].sorted().map(String.init).joined() == "123")
    }
}
