import CLinux
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

    /// Gives a file another name in its folder or another one of the same file system. Blocks the calling thread.
    /// - Returns: 0, or the `errno` of the failure: `EEXIST` if another file has that name.
    package static func rename(_ path: String, to new: String) -> Int32 {
        if longwave_rename_new(path, new) == 0 { return 0 }
        guard errno == EINVAL || errno == ENOSYS else { return errno }
        // The file system does not support a rename that fails if the new name exists. So `stat` checks this before the
        // rename.
        var status = stat()
        return stat(new, &status) == 0 ? EEXIST : Glibc.rename(path, new) == 0 ? 0 : errno
    }
}
