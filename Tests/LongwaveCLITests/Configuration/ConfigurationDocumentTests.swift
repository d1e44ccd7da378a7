import Glibc
import Longwave
import RadioLoop
import Testing

@testable import LongwaveCLI

/// The example configuration file, docs/CONFIGURATION.md and `config show` agree with the table of settings in the
/// code.
@Suite struct ConfigurationDocumentTests {
    private static func read(_ text: String) throws -> Configuration {
        try ConfigurationReader.read(Array(text.utf8))
    }

    @Test func theExampleSaysNothing() throws {
        #expect(try Self.read(ConfigurationDocument.example) == Configuration())
    }

    /// Without its comment signs, the example file has a valid value for every setting. Written and read again, each
    /// value stays the same.
    @Test func theExampleIsRight() throws {
        let lines = ConfigurationDocument.example.split(separator: "\n").map { line in
            line.hasPrefix("#") && !line.hasPrefix("# ") ? line.dropFirst() : line
        }
        let read = try Self.read(lines.joined(separator: "\n"))
        for section in ConfigurationSection.all {
            for key in section.keys {
                let text = try #require(key.text(read), "\(section.name) \(key.name)")
                let again = try Self.read(
                    section.name.isEmpty ? "\(key.name) = \(text)" : "[\(section.name)]\n\(key.name) = \(text)")
                #expect(key.text(again) == text, "\(section.name) \(key.name)")
            }
        }
    }

    @Test func keysAreUnique() {
        for section in ConfigurationSection.all { #expect(Set(section.keys.map(\.name)).count == section.keys.count) }
        #expect(Set(ConfigurationSection.all.map(\.name)).count == ConfigurationSection.all.count)
    }

    @Test func whereSettingsComeFrom() throws {
        let environment = Configuration { $0 == "LONGWAVE_DIRECTORY" ? "none" : nil }
        let file = try Self.read(
            "[sound]\nvolume = 40\n[mpd]\npassword = \"x\"\n[directory]\ndirectory = \"https://x.test\"")
        let settings = ConfigurationDocument.settings(environment: environment, file: file)
        func shown(_ path: String) -> String? {
            settings.first { $0.path == path }.map { "\($0.value) \($0.source)" }
        }
        #expect(shown("sound.volume") == "40 file")
        #expect(shown("directory.directory") == "\"none\" LONGWAVE_DIRECTORY")
        #expect(shown("sound.device") == "the default device default")
        #expect(shown("play.policy") == "\"listener\" default")
        #expect(shown("hooks") == "[] default")
        #expect(shown("mpd.password") == "*** file")
    }

    /// docs/CONFIGURATION.md contains the current table of settings between two HTML comments. No command prints the
    /// table, so the message of a failure contains it.
    @Test func theDocumentIsTrue() throws {
        let path = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined() + "/docs/CONFIGURATION.md"
        let text = String(decoding: try LocalFile.read(path, maximum: 1 << 20), as: UTF8.self)
        let begin = try #require(text.firstRange(of: "<!-- keys -->\n"))
        let end = try #require(text.firstRange(of: "<!-- end of keys -->"))
        let isTrue = text[begin.upperBound..<end.lowerBound] == ConfigurationDocument.tables
        #expect(isTrue, "write this between the marks:\n\(ConfigurationDocument.tables)")
    }
}
