import Glibc

/// Folders on a disk.
package enum Folder {
    /// Makes a folder and its parents if they do not exist. Only this user has access to new folders. Blocks the
    /// calling thread.
    ///
    /// This function reports no errors. If a folder cannot be made, opening a file in it fails later.
    package static func make(_ path: String) {
        for end in path.indices where path[end] == "/" && end > path.startIndex {
            _ = mkdir(String(path[..<end]), 0o700)
        }
        _ = mkdir(path, 0o700)
    }
}
