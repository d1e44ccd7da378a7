import Glibc

/// Folders on a disk.
package enum Folder {
    /// Makes a folder and those above it, for this user alone, where they do not exist. Blocks. Whether it worked is found out by who
    /// opens a file in it.
    package static func make(_ path: String) {
        for end in path.indices where path[end] == "/" && end > path.startIndex {
            _ = mkdir(String(path[..<end]), 0o700)
        }
        _ = mkdir(path, 0o700)
    }
}
