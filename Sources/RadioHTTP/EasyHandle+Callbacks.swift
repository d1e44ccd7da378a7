import CCurl
import Glibc

// libcurl calls the functions of this file. Their `context` is a transfer, which ``CurlMulti`` keeps alive.
extension EasyHandle {
    /// Sets the callbacks, with `transfer` as their context.
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
        if transfer.observer != nil || transfer.request.reach != .anywhere {
            set(CURLOPT_OPENSOCKETDATA, pointer: context)
            set(CURLOPT_OPENSOCKETFUNCTION, opener: Self.openSocket)
        }
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

    /// Called when the connection is established and the request is about to be sent.
    private static let prerequest: curl_prereq_callback = { context, address, _, port, _ in
        let transfer = transfer(context)
        transfer.connected(address.map { NumericAddress.text(String(cString: $0), port: Int(port)) })
        // libcurl may reuse a connection that was made for a request with another ``TransferRequest/reach``, so the
        // address is checked for this request.
        let bytes = address.map { NumericAddress.bytes(String(cString: $0)) } ?? []
        guard transfer.mayConnect(bytes, port: Int(port)), transfer.willSend() else { return CURL_PREREQFUNC_ABORT }
        return CURL_PREREQFUNC_OK
    }

    /// Opens the socket as libcurl itself does, but first checks that the request may lead to the address, and then
    /// reports the address to the observer.
    private static let openSocket: curl_opensocket_callback = { context, _, address in
        guard let address, let target = NumericAddress(address),
            transfer(context).mayConnect(target.bytes, port: target.port)
        else { return -1 }
        let (family, type, number) = (address.pointee.family, address.pointee.socktype, address.pointee.protocol)
        let descriptor = socket(family, type | Int32(SOCK_CLOEXEC.rawValue), number)
        if descriptor >= 0 { transfer(context).tries(target.text) }
        return descriptor
    }

    private static let newSocket: curl_sockopt_callback = { _, descriptor, _ in
        // Without this call, child processes would inherit the socket.
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return CURL_SOCKOPT_OK
    }
}
