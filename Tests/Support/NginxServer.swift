import Glibc
import RadioLoop

/// Runs a real nginx for one test, which serves the files of a folder on a free loopback port. nginx ends when the
/// object is released.
///
///     let nginx = try NginxServer(serving: hls.directory.path)
///     … play nginx.url("/media.m3u8") …
package final class NginxServer: Sendable {
    /// The path of nginx. Debian installs it outside an ordinary user's PATH.
    private static let program: String? = {
        let places: [String] = ["/usr/sbin/nginx", "/usr/bin/nginx", "/usr/local/sbin/nginx"]
        return places.first { access($0, X_OK) == 0 }
    }()
    package static var isInstalled: Bool { program != nil }

    package let port: UInt16
    private let directory: TemporaryDirectory
    private let process: ChildProcess

    package init(serving folder: String) throws {
        guard let program = Self.program else { throw ChildProcess.StartError(description: "nginx is not installed") }
        directory = try TemporaryDirectory()
        // Another test may take the free port before nginx listens on it.
        var attempt: (UInt16, ChildProcess)?
        for _ in 0..<5 where attempt == nil {
            let port = try LoopbackClient.freePort()
            let file = directory.path + "/nginx.conf"
            try Self.write(Self.configuration(port: port, folder: folder, place: directory.path), to: file)
            let process = try ChildProcess(
                program, ["-c", file, "-p", directory.path, "-e", directory.path + "/error.log"])
            if Self.waitUntilListening(port, process) { attempt = (port, process) }
        }
        guard let attempt else {
            throw ChildProcess.StartError(description: "nginx does not listen; see \(directory.path)/error.log")
        }
        (port, process) = attempt
    }

    deinit { process.end() }

    package func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

    /// The requests so far, one line each: the number of the connection, and the requested path.
    package var log: [String] {
        let bytes = (try? Samples.read(path: directory.path + "/access.log")) ?? []
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private static func configuration(port: UInt16, folder: String, place: String) -> String {
        // One nginx process in the foreground, so that ending this process ends nginx.
        """
        daemon off;
        master_process off;
        pid \(place)/nginx.pid;
        events { worker_connections 64; }
        http {
            log_format plain '$connection $request_uri';
            access_log \(place)/access.log plain;
            client_body_temp_path \(place)/body;
            proxy_temp_path \(place)/proxy;
            fastcgi_temp_path \(place)/fastcgi;
            uwsgi_temp_path \(place)/uwsgi;
            scgi_temp_path \(place)/scgi;
            types {
                application/vnd.apple.mpegurl m3u8;
                video/mp2t ts;
                video/iso.segment m4s;
                video/mp4 mp4;
            }
            gzip on;
            gzip_types application/vnd.apple.mpegurl;
            gzip_min_length 1;
            server { listen 127.0.0.1:\(port); root \(folder); }
        }
        """
    }

    private static func waitUntilListening(_ port: UInt16, _ process: ChildProcess) -> Bool {
        for _ in 0..<3000 where process.isRunning {
            do {
                _ = try LoopbackClient(port: port)
                return true
            } catch { usleep(10_000) }
        }
        process.end()
        return false
    }

    private static func write(_ text: String, to path: String) throws {
        guard let file = fopen(path, "wb") else { throw Corpus.Unreadable(path: path, code: errno) }
        defer { fclose(file) }
        fputs(text, file)
    }
}
