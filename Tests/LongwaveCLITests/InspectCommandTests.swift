import Glibc
import TestSupport
import Testing

@testable import LongwaveCLI

/// The built program: what needs neither sound nor network.
@Suite struct InspectCommandTests {
    @Test func jsonOfAFile() throws {
        let run = try LongwaveBinary.run(["inspect", "--json", Sample.mp3Variable.path])
        #expect(run.code == 0 && run.errors.isEmpty && run.lines.count == 1)
        #expect(run.output.hasPrefix(#"{"version":1,"file":""#))
        for part in [
            #""kind":"mp3","kindBy":"content","responses":[],"headBytes":0,"metaint":null,"metaintBy":null,"blocks":[]"#,
            #""frames":{"count":231,"#, #""codec":"mp3","mpegVersion":"1","layer":3,"#,
            #""information":{"frames":231,"#, #""garbageBytes":0,"trailingBytes":0,"#, #""problems":[]}"#,
        ] {
            #expect(run.output.contains(part), "\(part)")
        }
    }

    @Test func aCaptureFromAPipe() throws {
        let directory = try TemporaryDirectory()
        let file = directory.path + "/capture"
        try TextFile.write(
            "ICY 200 OK\r\nicy-name: \u{1B}[31mRed\u{7}\r\nicy-metaint: 4\r\n\r\nabcd\u{2}StreamTitle='A - \u{1B}[2J B';"
                + String(repeating: "\0", count: 7) + "efgh\0", to: file)
        let script = "\"$1\" inspect - \"$2\" <\"$3\""
        func inspect(_ option: String) throws -> String {
            try ChildProcess.run(
                "env", InspectCommandTests.plain + ["sh", "-c", script, "sh", LongwaveBinary.path, option, file]
            ).output
        }
        let json = try inspect("--json")
        #expect(json.contains(#""file":"-","#))
        #expect(json.contains(#""metaint":4,"metaintBy":"header""#))
        #expect(
            json.contains(#""blocks":[{"offset":4,"length":25,"rawBase64":"U3RyZWFtVGl0bGU9J0EgLSAbWzJKIEInOw==","#))
        #expect(json.contains(#""artist":"A","title":"[2J B""#))
        // Strangers' text reaches no terminal as it is.
        for text in [json, try inspect("--format=table"), try inspect("--format=csv"), try inspect("--format=tsv")] {
            #expect(!text.isEmpty)
            #expect(text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 })
        }
    }

    static let plain = ["-i"] + LongwaveBinary.environment([:]).map { "\($0.key)=\($0.value)" }

    @Test func forPeople() throws {
        let run = try LongwaveBinary.run(["inspect", Sample.aac.path])
        #expect(run.code == 0)
        #expect(run.lines.contains { $0.hasPrefix("kind ") && $0.hasSuffix("AAC") })
        #expect(run.lines.contains { $0.hasPrefix("frames ") && $0.contains("260, ") })
        let csv = try LongwaveBinary.run(["inspect", "--format", "csv", Sample.aac.path])
        #expect(csv.output.hasPrefix("field,value\r\nkind,AAC\r\n"))
        let quiet = try LongwaveBinary.run(["inspect", "--quiet", Sample.aac.path])
        #expect(quiet.code == 0 && quiet.output.isEmpty && quiet.errors.isEmpty)
    }

    @Test func whatItIsTakenFor() throws {
        let directory = try TemporaryDirectory()
        let file = directory.path + "/block"
        try TextFile.write("StreamTitle='Yazoo - Don't Go';", to: file)
        let block = try LongwaveBinary.run(["inspect", "--as", "icy", "--json", file])
        #expect(block.output.contains(#""kind":"icy","kindBy":"option""#))
        #expect(block.output.contains(#""artist":"Yazoo","title":"Don't Go""#))
        let html = try LongwaveBinary.run(["inspect", "--as", "html", "--metaint", "8", "--json", file])
        #expect(html.output.contains(#""kind":"html","kindBy":"option""#))
        #expect(html.output.contains(#""metaint":8,"metaintBy":"option""#))
    }

    @Test func whatCannotBeRead() throws {
        for path in ["/proc/nonexistent/x.mp3", "/proc"] {
            let run = try LongwaveBinary.run(["inspect", path])
            #expect(run.code == 66 && run.output.isEmpty)
            #expect(run.errors.split(separator: "\n").count == 1)
        }
    }

    @Test(arguments: [
        ["inspect"], ["inspect", "--as", "wma", "x"], ["inspect", "--metaint", "-1", "x"],
        ["inspect", "--metaint", "1048577", "x"], ["inspect", "a", "b"], ["inspect", "--json", "--quiet", "x"],
    ]) func wrongUsage(_ arguments: [String]) throws {
        let run = try LongwaveBinary.run(arguments)
        #expect(run.code == 64 && run.output.isEmpty)
        #expect(run.errors.contains("Usage: longwave inspect"))
    }

    /// More than the memory that is allowed. The file is a hole, so no disk is needed.
    @Test func memoryDoesNotGrowWithTheFile() throws {
        let directory = try TemporaryDirectory()
        let file = directory.path + "/hole"
        try TextFile.write("", to: file)
        #expect(truncate(file, 768 << 20) == 0)
        let script = "ulimit -v 600000; exec \"$@\""
        let run = try ChildProcess.run(
            "env",
            Self.plain + [
                "sh", "-c", script, "sh", LongwaveBinary.path, "inspect", "--as", "ogg", "--metaint", "16000", file,
            ])
        #expect(run.output.contains("\(768 << 20) bytes"))
    }
}
