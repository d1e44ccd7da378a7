import Glibc

/// The number of file descriptors (open files and connections) that the process may have.
enum DescriptorLimit {
    /// The number of file descriptors for everything except connections to stations: the title database, the log, host
    /// look-ups and the standard streams.
    static let reserve = 96

    /// Raises the limit as far as the system allows. Returns a failure if connections to `stations` stations need more
    /// descriptors than the limit.
    static func raise(for stations: Int) -> CommandFailure? {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return nil }
        let wanted = rlim_t(stations + reserve)
        if limit.rlim_cur < limit.rlim_max {
            limit.rlim_cur = limit.rlim_max
            _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        }
        guard limit.rlim_cur < wanted else { return nil }
        return CommandFailure(
            code: .unavailable,
            sentence:
                "\(stations) stations need \(wanted) open files, but the system allows only \(limit.rlim_cur).",
            hints: ["Raise the limit: ulimit -Hn \(wanted) as root, or LimitNOFILE=\(wanted) in the service's unit."])
    }
}
