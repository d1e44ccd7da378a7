import CCurl
import Glibc

// The library calls these; each finds its transfer, which the multi handle keeps alive.
extension EasyHandle {
    func setCallbacks(_ transfer: Transfer) {
        let context = Unmanaged.passUnretained(transfer).toOpaque()
        set(CURLOPT_PRIVATE, pointer: context)
        set(CURLOPT_HEADERDATA, pointer: context)
        set(CURLOPT_HEADERFUNCTION, writer: Self.header)
        set(CURLOPT_WRITEDATA, pointer: context)
        set(CURLOPT_WRITEFUNCTION, writer: Self.body)
        set(CURLOPT_PREREQDATA, pointer: context)
        set(CURLOPT_PREREQFUNCTION, prerequest: Self.prerequest)
        set(CURLOPT_SOCKOPTFUNCTION, socket: Self.newSocket)
    }

    private static func transfer(_ context: UnsafeMutableRawPointer?) -> Transfer {
        Unmanaged<Transfer>.fromOpaque(context!).takeUnretainedValue()
    }

    private static let header: curl_write_callback = { bytes, size, count, context in
        let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
        return transfer(context).receivedHeader(line) ? line.count : 0
    }

    private static let body: curl_write_callback = { bytes, size, count, context in
        transfer(context).receivedBody(UnsafeRawBufferPointer(start: bytes, count: size * count))
    }

    /// The connection stands, the request is about to be sent.
    private static let prerequest: curl_prereq_callback = { context, _, _, _, _ in
        transfer(context).connected()
        return CURL_PREREQFUNC_OK
    }

    private static let newSocket: curl_sockopt_callback = { _, descriptor, _ in
        // This version of the library lets children inherit its sockets.
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return CURL_SOCKOPT_OK
    }
}
