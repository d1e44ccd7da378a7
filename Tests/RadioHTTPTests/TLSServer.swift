import Glibc
import TestSupport

/// Runs `openssl s_server -www` with a new certificate on a free port.
final class TLSServer {
    let certificate: String
    let url: String
    private let folder: String
    private var child: pid_t = 0

    struct NoServer: Error {
        let log: String
    }

    /// - Parameter options: Further options of `openssl s_server`.
    init(name: String = "127.0.0.1", isExpired: Bool = false, options: [String] = []) throws {
        var template = Array("/tmp/longwave-tls-XXXXXX".utf8CString)
        folder = String(cString: mkdtemp(&template)!)
        certificate = folder + "/certificate.pem"
        let key = folder + "/key.pem"
        let log = folder + "/log"
        let subject = name.first!.isNumber ? "IP:\(name)" : "DNS:\(name)"
        Self.wait(
            for: Self.spawn(
                [
                    "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                    "-keyout", key, "-out", certificate, "-days", "2", "-subj", "/CN=\(name)", "-addext",
                    "subjectAltName=\(subject)",
                ], output: log))
        if isExpired { try Self.expire(certificate, key: key, folder: folder, name: name, subject: subject) }
        // With port 0 the server chooses a free port and prints it.
        child = Self.spawn(
            ["openssl", "s_server", "-accept", "127.0.0.1:0", "-cert", certificate, "-key", key, "-www"] + options,
            output: log)
        var port: Substring?
        for _ in 0..<3000 where port == nil {
            usleep(10_000)
            let text = Self.read(log)
            // The server has printed a line such as "ACCEPT 127.0.0.1:43210 PID=…".
            if let start = text.firstRange(of: "ACCEPT 127.0.0.1:"), text[start.upperBound...].contains("\n") {
                port = text[start.upperBound...].prefix { $0.isNumber }
            }
        }
        url = "https://127.0.0.1:\(port ?? "0")/"
        guard port != nil else { throw NoServer(log: Self.read(log)) }
    }

    /// Replaces the certificate's dates, so that it was valid for one day in 2020. `openssl req` cannot make an expired
    /// certificate.
    private static func expire(
        _ certificate: String, key: String, folder: String, name: String, subject: String
    ) throws {
        let settings = folder + "/ca.cnf"
        let text = """
            [ca]
            default_ca = own
            [own]
            database = \(folder)/index.txt
            new_certs_dir = \(folder)
            default_md = sha256
            rand_serial = yes
            policy = any
            [any]
            commonName = supplied
            [names]
            subjectAltName = \(subject)
            """
        for (path, text) in [(settings, text), (folder + "/index.txt", "")] {
            guard let file = fopen(path, "w") else { throw NoServer(log: path) }
            fputs(text, file)
            fclose(file)
        }
        let request = folder + "/request.pem"
        let (log, output) = (folder + "/expire.log", folder + "/expired.pem")
        wait(for: spawn(["openssl", "req", "-new", "-key", key, "-out", request, "-subj", "/CN=\(name)"], output: log))
        wait(
            for: spawn(
                [
                    "openssl", "ca", "-batch", "-selfsign", "-notext", "-config", settings, "-extensions", "names",
                    "-keyfile", key, "-in", request, "-out", output, "-startdate", "20200101000000Z", "-enddate",
                    "20200102000000Z",
                ], output: log))
        guard rename(output, certificate) == 0 else { throw NoServer(log: read(log)) }
    }

    deinit {
        if child > 0 {
            kill(child, SIGKILL)
            Self.wait(for: child)
        }
        if let entries = opendir(folder) {
            while let entry = readdir(entries) {
                unlink(
                    folder + "/"
                        + withUnsafePointer(to: &entry.pointee.d_name) { name in
                            name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                        })
            }
            closedir(entries)
        }
        rmdir(folder)
    }

    private static func spawn(_ words: [String], output: String) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        defer { posix_spawn_file_actions_destroy(&actions) }
        var arguments = words.map { strdup($0) }
        arguments.append(nil)
        defer { for argument in arguments { free(argument) } }
        var child: pid_t = 0
        posix_spawnp(&child, words[0], &actions, nil, arguments, environ)
        return child
    }

    private static func wait(for child: pid_t) {
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
    }

    private static func read(_ path: String) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    }
}
