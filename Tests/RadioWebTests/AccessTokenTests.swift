import Glibc
import TestSupport
import Testing

@testable import RadioWeb

@Suite struct AccessTokenTests {
    private static func read(_ path: String) -> Result<AccessToken, AccessToken.Failure> {
        Result { () throws(AccessToken.Failure) in try AccessToken(path: path) }
    }

    @Test func theFirstStartMakesAFileThatOnlyItsOwnerReads() throws {
        let folder = try TemporaryDirectory()
        let path = folder.path + "/state/longwave/http-token"
        let made = try Self.read(path).get()
        #expect(made.text.utf8.count == 32 && made.text.utf8.allSatisfy { (0x30...0x66).contains($0) })
        var state = stat()
        #expect(stat(path, &state) == 0 && state.st_mode & 0o777 == 0o600)
        #expect(try Self.read(path).get() == made)
        #expect(try Self.read(folder.path + "/other").get() != made)
    }

    @Test func filesThatOthersCanRead() throws {
        let folder = try TemporaryDirectory()
        let path = folder.path + "/token"
        try TextFile.write("0123456789abcdef", to: path, mode: 0o644)
        #expect(throws: AccessToken.Failure.self) { try Self.read(path).get() }
        chmod(path, 0o400)
        #expect(try Self.read(path).get().text == "0123456789abcdef")
    }

    @Test func filesThatAreNone() throws {
        let folder = try TemporaryDirectory()
        try TextFile.write("short", to: folder.path + "/short", mode: 0o600)
        try TextFile.write("0123456789abcdef", to: folder.path + "/right", mode: 0o600)
        symlink("right", folder.path + "/link")
        mkfifo(folder.path + "/pipe", 0o600)
        mkdir(folder.path + "/folder", 0o700)
        for name in ["short", "link", "pipe", "folder"] {
            #expect(throws: AccessToken.Failure.self, "\(name)") { try Self.read(folder.path + "/" + name).get() }
        }
    }
}
