import FoundationEssentials
import Testing

/// Each code block in the documentation's articles is part of a program that is compiled and that the end-to-end tests
/// run.
@Suite struct ArticleTests {
    private static let root = String(#filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined())

    private static func texts(_ folder: String, endingWith suffix: String) throws -> [String] {
        let folder = root + "/" + folder
        return try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(suffix) }
            .map { try String(contentsOfFile: folder + "/" + $0, encoding: .utf8) }
    }

    /// Returns the lines of the text without indentation and without empty lines.
    private static func lines(_ text: Substring) -> String {
        text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: "\n")
    }

    @Test func eachBlockOfCodeStandsInAProgram() throws {
        let programs = try Self.texts("Examples/Tasks", endingWith: ".swift") + Self.texts("", endingWith: "README.md")
        let known = programs.map { "\n" + Self.lines($0[...]) + "\n" }
        let products = ["Longwave", "LongwaveTerminal", "LongwaveNotificationCenter"]
        let articles = try products.flatMap { try Self.texts("Sources/\($0)/\($0).docc", endingWith: ".md") }
        let blocks = articles.flatMap { article in
            article.split(separator: "```swift\n").dropFirst().compactMap { $0.split(separator: "```").first }
        }
        #expect(blocks.count >= 12)
        for block in blocks {
            #expect(known.contains { $0.contains("\n" + Self.lines(block) + "\n") }, "\(block)")
        }
    }
}
