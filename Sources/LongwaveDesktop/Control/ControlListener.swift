import CLinux
import Glibc
import Longwave
import RadioLoop

/// A listening Unix socket: a file that only its owner may use, with a lock file beside it.
///
/// Two shared players never listen at one path: only the player that holds the lock file's lock may replace or delete
/// the socket. The kernel releases the lock when the player ends, however it ends.
final class ControlListener {
    let descriptor: Int32
    private let path: String
    private let lock: Int32
    /// The socket's own file. Another program may have replaced the file since.
    private var file: LocalFile.State?
    private var isOpen = true

    /// Listens at the path. Replaces a socket that an ended shared player of this user left behind.
    /// - Throws: ``SharedPlayerError``.
    init(at path: String) throws(SharedPlayerError) {
        self.path = path
        let folder = LocalFile.folder(of: path)
        do throws(UserFolders.Unmade) { try UserFolders.make(folder) } catch {
            throw .unusable(path, "\(error.folder): \(error.reason)")
        }
        lock = try Self.locked(path)
        do throws(SharedPlayerError) { descriptor = try Self.listening(path) } catch {
            Self.release(lock, path)
            throw error
        }
        file = LocalFile.State(path)
    }

    deinit { shutDown() }

    /// Closes the socket, deletes its file and the lock file, and releases the lock.
    func shutDown() {
        guard isOpen else { return }
        isOpen = false
        if let file, let present = LocalFile.State(path), (file.device, file.node) == (present.device, present.node) {
            unlink(path)
        }
        close(descriptor)
        Self.release(lock, path)
    }

    private static func lockPath(_ path: String) -> String { path + ".lock" }

    /// Deletes the lock file, then releases the lock.
    private static func release(_ lock: Int32, _ path: String) {
        unlink(lockPath(path))
        close(lock)
    }

    /// Creates and locks the lock file. Returns its descriptor.
    private static func locked(_ path: String) throws(SharedPlayerError) -> Int32 {
        let lockPath = lockPath(path)
        while true {
            let file = open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
            guard file >= 0 else { throw .unusable(path, "\(lockPath): \(String(cString: strerror(errno)))") }
            guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
                let code = errno
                close(file)
                throw code == EWOULDBLOCK ? .inUse(path) : .unusable(path, String(cString: strerror(code)))
            }
            // The player that held the lock before deletes the lock file when it ends. If it did so after `open`, the
            // lock is that of a deleted file and means nothing.
            var (own, present) = (stat(), stat())
            if fstat(file, &own) == 0, lstat(lockPath, &present) == 0, own.st_ino == present.st_ino,
                own.st_dev == present.st_dev
            {
                return file
            }
            close(file)
        }
    }

    /// Returns a socket that listens at the path. The caller must hold the lock.
    private static func listening(_ path: String) throws(SharedPlayerError) -> Int32 {
        let descriptor = try ControlSocket.make(path)
        do throws(SharedPlayerError) {
            try clear(path)
            guard bind(descriptor, path) == 0, listen(descriptor, 64) == 0 else {
                throw .unusable(path, String(cString: strerror(errno)))
            }
            return descriptor
        } catch {
            close(descriptor)
            throw error
        }
    }

    /// Deletes the socket that an ended shared player of this user left behind at the path. Throws if the path holds
    /// anything else.
    private static func clear(_ path: String) throws(SharedPlayerError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw .unusable(path, "it is not a socket") }
        guard status.st_uid == geteuid() else { throw .unusable(path, "it belongs to another user") }
        switch ControlSocket.connect(to: path) {
        case .success(let connection):
            close(connection)
            throw .inUse(path)
        // So many clients are waiting that the socket accepts no more.
        case .failure(let failure) where failure.code == EAGAIN: throw .inUse(path)
        case .failure(let failure):
            guard failure.code == ECONNREFUSED else { throw .unusable(path, failure.reason) }
            guard unlink(path) == 0 else { throw .unusable(path, String(cString: strerror(errno))) }
        }
    }

    /// Binds the socket to its file, to which only its owner has access. The file gets the mode of the socket: a umask
    /// would also change the files that other threads create at this moment.
    private static func bind(_ descriptor: Int32, _ path: String) -> Int32 {
        guard fchmod(descriptor, 0o600) == 0 else { return -1 }
        return ControlSocket.withAddress(path) { Glibc.bind(descriptor, $0, $1) }
    }
}
