import Glibc
import RadioFormats
import RadioStorage
import TestSupport
import Testing

struct DatabaseClaimTests {
    private let directory: TemporaryDirectory
    private var path: String { directory.path + "/a.sqlite" }

    init() throws { directory = try TemporaryDirectory() }

    @Test func onlyOneHasTheClaim() throws {
        for _ in 0..<2 {
            let claim = try #require(try DatabaseClaim(database: path, holder: "process 1\nmore"))
            try SqliteConnection(path: path).run("CREATE TABLE IF NOT EXISTS a (x)")
            #expect(throws: StorageError.busy("process 1")) { try DatabaseClaim(database: path, holder: "process 2") }
            withExtendedLifetime(claim) {}
        }
        #expect(directory.names() == ["a.sqlite"])
    }

    /// The second program names the database by a symbolic link.
    @Test func aLinkLeadsToTheSameDatabase() throws {
        try SqliteConnection(path: path).run("CREATE TABLE a (x)")
        let link = directory.path + "/link"
        try #require(symlink(path, link) == 0)
        let claim = try #require(try DatabaseClaim(database: path, holder: "one"))
        #expect(throws: StorageError.busy("one")) { try DatabaseClaim(database: link, holder: "two") }
        withExtendedLifetime(claim) {}
    }

    /// A program that was killed leaves its file. The file holds no claim.
    @Test func aFileAloneIsNoClaim() throws {
        try directory.write("a.sqlite.lock", "process 1\u{1B}[2J")
        do {
            let claim = try #require(try DatabaseClaim(database: path, holder: "two\u{1B}[2J"))
            #expect(throws: StorageError.busy("two[2J")) { try DatabaseClaim(database: path, holder: "three") }
            withExtendedLifetime(claim) {}
        }
        #expect(try DatabaseClaim(database: path, holder: "four") != nil)
    }
}
