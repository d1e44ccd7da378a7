import Glibc
import TestSupport
import Testing

@testable import RadioStations

@Suite struct UserFoldersTests {
    @Test func standBelowHome() {
        let folders = UserFolders(environment: ["HOME": "/home/a"])
        #expect(folders.config == "/home/a/.config/longwave")
        #expect(folders.data == "/home/a/.local/share/longwave")
        #expect(folders.state == "/home/a/.local/state/longwave")
        #expect(folders.cache == "/home/a/.cache/longwave")
        #expect(folders.shared == ["/usr/local/share/longwave", "/usr/share/longwave"])
        // On a computer whose only user is root, the home folder may be `/`.
        #expect(UserFolders(environment: ["HOME": "/"]).cache == "/.cache/longwave")
    }

    @Test func standWhereTheVariablesSay() {
        let folders = UserFolders(environment: [
            "HOME": "/home/a", "XDG_CONFIG_HOME": "/c/", "XDG_DATA_HOME": "/d", "XDG_STATE_HOME": "/s//",
            "XDG_CACHE_HOME": "/x/y", "XDG_DATA_DIRS": "/e:/f/:g:",
        ])
        #expect(folders.config == "/c/longwave")
        #expect(folders.data == "/d/longwave")
        #expect(folders.state == "/s/longwave")
        #expect(folders.cache == "/x/y/longwave")
        #expect(folders.shared == ["/e/longwave", "/f/longwave"])
    }

    // Relative paths in the environment are ignored, and an empty value counts as not set (XDG Base Directory
    // Specification 0.8, "Basics").
    @Test func relativePathsAreIgnored() {
        let folders = UserFolders(environment: [
            "HOME": "/h", "XDG_CONFIG_HOME": "c", "XDG_DATA_HOME": "", "XDG_STATE_HOME": "./s",
            "XDG_CACHE_HOME": "~/x",
        ])
        #expect(folders == UserFolders(environment: ["HOME": "/h"]))
        let none = UserFolders(environment: ["HOME": "home"])
        #expect(none.config == nil && none.data == nil && none.state == nil && none.cache == nil)
    }

    @Test func areMadeForThisUserOnly() throws {
        let folder = try TemporaryDirectory()
        try UserFolders.make(folder.path + "/a/b")
        try UserFolders.make(folder.path + "/a/b/")
        var status = stat()
        #expect(stat(folder.path + "/a", &status) == 0 && status.st_mode & 0o777 == 0o700)
        try folder.write("file", "x")
        #expect(throws: UserFolders.Unmade(folder: folder.path + "/file/c", code: ENOTDIR)) {
            try UserFolders.make(folder.path + "/file/c/d")
        }
    }
}
