import Glibc
import TestSupport
import Testing

/// The scripts in bin/ that need no built program.
@Suite struct ScriptsTests {
    private static let root =
        "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// Returns what a script prints, including its errors, and its exit code.
    private func run(_ script: String, path: String = "/usr/bin:/bin") throws -> (output: String, code: Int32) {
        let child = try ChildProcess(
            "env",
            ["-i", "PATH=\(path)", "root=\(Self.root)", "sh", "-c", "cd '\(directory.path)'; " + script + " 2>&1"],
            output: .piped)
        return (child.readAll(), child.wait())
    }

    static let paths = [
        "\(root)/bin:/usr/bin:/bin", "/usr/bin:\(root)/bin/:/bin", "\(root)/Tests/../bin:/usr/bin:/bin",
    ]

    /// bin/ has scripts named `test` and `install`. With bin/ in PATH, commands still start the system's `test` and
    /// `install`.
    @Test(arguments: paths) func theSystemsProgramsAreFound(_ path: String) throws {
        for (script, code) in [
            ("env test 1 = 1", 0), ("env test 1 = 2", 1), ("env test -d .", 0), ("env test ! -d .", 1),
            ("touch a; env install -m 600 -D a made/b && cat made/b", 0),
            ("find . -name a -exec test -f {} ';' -print", 0),
        ] as [(String, Int32)] {
            let run = try run(script, path: path)
            #expect(run.code == code, "\(script): \(run.output)")
        }
    }

    /// With bin/ in PATH, the scripts in bin/ and all programs that they start also find the system's `test` and
    /// `install`.
    @Test(arguments: paths) func scriptsLeaveTheirFolderOutOfThePath(_ path: String) throws {
        let run = try run(". \"$root/bin/lib.sh\"; command -v install; env which test; echo \"$shadows\"", path: path)
        #expect(run.output.split(separator: "\n") == ["/usr/bin/install", "/usr/bin/test", "1"], "\(run)")
        let other = try self.run(". \"$root/bin/lib.sh\"; echo \"$PATH<$shadows>\"", path: "/usr/bin::/bin")
        #expect(other.output == "/usr/bin::/bin<>\n")
    }

    @Test func whatIsTheirsStaysTheirs() throws {
        let path = Self.paths[0]
        #expect(try run("install --help", path: path).output.hasPrefix("usage: bin/install"))
        #expect(try run("\"$root/bin/install\" -D a b").code == 64)
        #expect(try run("\"$root/bin/install\" --prefix", path: path).code == 64)
    }

    /// Help and lists of rows install and build nothing, whatever the script does otherwise.
    @Test func helpDoesNothingElse() throws {
        let stubs = directory.path + "/stubs"
        mkdir(stubs, 0o755)
        for name in ["swift", "apt-get", "dpkg-query", "sudo", "lame", "ffmpeg"] {
            try TextFile.write("#!/bin/sh\necho $0 >>\(directory.path)/called\nexit 1\n", to: stubs + "/" + name)
            chmod(stubs + "/" + name, 0o755)
        }
        let scripts = try run("cd \"$root/bin\"; grep -l '^#!' *").output.split(separator: "\n")
        #expect(scripts.count > 20)
        for script in scripts {
            let help = try run("\"$root/bin/\(script)\" --help", path: stubs + ":/usr/bin:/bin")
            #expect(help.code == 0 && help.output.utf8.count > 80, "\(script): \(help)")
        }
        for script in ["attacks", "faults"] {
            let list = try run("\"$root/bin/\(script)\" --list", path: stubs + ":/usr/bin:/bin")
            #expect(list.code == 0 || list.output.contains("not built yet"), "\(script): \(list)")
        }
        #expect(access(directory.path + "/called", F_OK) != 0)
    }

    /// The generated manual pages list only a command's direct subcommands, and name documents by the path at which
    /// they are installed.
    @Test func pagesOfTheManualAreCompleted() throws {
        for (name, what) in [("", "Plays."), (".lists", "Lists."), (".lists.add", "Adds."), (".play", "Plays one.")] {
            try TextFile.write(
                """
                .Dt LONGWAVE 1
                .Sh NAME
                .Nm "longwave\(name.replacing(".", with: " "))"
                .Nd "\(what)"
                .Sh SYNOPSIS
                .Nm
                .Ar station
                .Sh DESCRIPTION
                Fields: docs/LOGGER.md.

                .Sh "EXIT STATUS"
                .Ex -std
                .Sh "SEE ALSO"
                .Xr longwave.help 1
                """, to: directory.path + "/longwave\(name).1")
        }
        func page(_ name: String) throws -> String {
            try run(". \"$root/bin/lib.sh\"; . \"$root/bin/build.sh\"; complete_page ./\(name).1 /opt/doc").output
        }
        let main = try page("longwave")
        #expect(main.contains("Fields: /opt/doc/LOGGER.md.\n.Pp\n"), "\(main)")
        #expect(main.contains(".It Cm lists\nLists.\nSee\n.Xr longwave.lists 1 .\n.It Cm play\nPlays one.\n"))
        #expect(!main.contains("Adds.") && !main.contains("longwave.help") && !main.contains(".Ex"))
        #expect(main.hasSuffix(".Xr longwave.play 1 ,\n.Pa /opt/doc/CLI.md\n"))
        // The NAME section has the form that mandb reads (`longwave.lists`), and the SYNOPSIS the form that people type
        // (`longwave lists`).
        #expect(main.contains(".Sh NAME\n.Nm longwave\n.Nd Plays.\n.Sh SYNOPSIS\n.Nm \"longwave\"\n.Ar station\n"))
        #expect(
            try page("longwave.lists.add").contains(
                ".Nm longwave.lists.add\n.Nd Adds.\n.Sh SYNOPSIS\n.Nm \"longwave lists add\"\n"))
        #expect(try page("longwave.lists").contains(".Xr longwave 1 ,\n.Xr longwave.lists.add 1 ,\n"))
        #expect(try !page("longwave.play").contains("COMMANDS"))
    }

    /// Each document that a command's help names exists and is installed.
    @Test func documentsThatTheHelpNamesExist() throws {
        var names: Set<String> = []
        for command in ["play", "list", "log", "import", "export", "inspect", "probe", "playlists set", "songs export"]
        {
            let help = try LongwaveBinary.run(command.split(separator: " ").map(String.init) + ["--help"]).output
            let words = help.split { !($0.isLetter || $0 == "/" || $0 == ".") }
            names.formUnion(words.filter { $0.hasPrefix("docs/") }.map { $0.split(separator: ".")[0] + ".md" })
        }
        #expect(names.count > 3)
        for name in names { #expect(access("\(Self.root)/\(name)", R_OK) == 0, "\(name)") }
    }
}
