import TestSupport
import Testing

@testable import LongwaveCLI

/// The files in packaging/debian repeat some lists and numbers of other files. Both must be equal.
@Suite struct PackageTests {
    private static let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

    private static func lines(_ file: String) throws -> [Substring] {
        String(decoding: try Samples.read(path: root + "/" + file), as: UTF8.self).split(separator: "\n")
    }

    /// Returns the packages in a field of debian/control. The field has one package on each line, followed by a comma.
    private static func packages(_ field: String) throws -> Set<String> {
        let rest = try Self.lines("packaging/debian/control").drop { $0 != field + ":" }.dropFirst()
        let listed = rest.prefix { $0.hasPrefix(" ") || $0.hasPrefix("#") }.filter { $0.hasPrefix(" ") }
        return Set(listed.map { (line: Substring) -> String in String(line.dropFirst().dropLast()) })
    }

    /// Returns the packages of a group in bin/packages, with alternatives joined as in debian/control.
    private static func group(_ name: String) throws -> Set<String> {
        let rows = try lines("bin/packages").map { $0.split(separator: " ") }.filter { $0.first == Substring(name) }
        return Set(rows.map { String($0[1]).replacing("|", with: " | ") })
    }

    @Test func theVersionIsThatOfTheProgram() throws {
        let first = try #require(try Self.lines("packaging/debian/changelog").first)
        #expect(first.hasPrefix("longwave (\(Version.current)) "))
    }

    @Test func itIsBuiltWithWhatABuildNeeds() throws {
        let needed = try Self.group("build")
        #expect(needed.count > 20)
        // g++ is not in debian/control, because Debian always installs a C++ compiler for builds.
        #expect(try Self.packages("Build-Depends") == needed.subtracting(["g++"]).union(["debhelper-compat (= 13)"]))
    }

    @Test func whatIsOpenedWhenNeededIsRecommended() throws {
        let recommended = try Self.packages("Recommends")
        #expect(try recommended.isSuperset(of: Self.group("play")))
        #expect(recommended.isSuperset(of: ["chafa", "libgdk-pixbuf2.0-bin", "librubberband2", "ca-certificates"]))
    }
}
