import Glibc

/// Folders on a disk.
package enum Folder {
    /// Makes a folder and its parents for this user alone if they do not exist. Blocks.
    ///
    /// Errors are not reported here. They show when a file is opened in the folder.
    package static func make(_ path: String) {
        for end in path.indices where path[end] == "/" && end > path.startIndex {
            _ = mkdir(String(path[..<end]), 0o700)
        }
        _ = mkdir(path, 0o700)
    }
}
