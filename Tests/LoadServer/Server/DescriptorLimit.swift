import Glibc

/// Raises the maximum number of file descriptors that this process may open.
enum DescriptorLimit {
    /// The number of descriptors for everything else than connections: the event loop, the listening sockets, files.
    private static let others = 64

    static func raise(for connections: Int) throws(LoadServerError) {
        let needed = rlim_t(connections + others)
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        guard limit.rlim_cur < needed else { return }
        // If `needed` is above the hard limit (`rlim_max`), setrlimit succeeds only for root.
        var wanted = rlimit(rlim_cur: needed, rlim_max: max(limit.rlim_max, needed))
        guard setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &wanted) == 0 else {
            throw LoadServerError(
                "\(connections) connections need \(needed) descriptors, and \(limit.rlim_max) are allowed (ulimit -Hn)")
        }
    }
}
