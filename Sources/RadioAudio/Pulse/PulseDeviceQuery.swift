import CPulse
import RadioLoop

/// One question to the server: is there a sink of this name? It lives until the answer, or until the context is gone.
final class PulseDeviceQuery {
    private let loop: EventLoop
    private var answer: ((Bool) -> Void)?
    private var exists = false

    private init(loop: EventLoop, answer: @escaping (Bool) -> Void) {
        self.loop = loop
        self.answer = answer
    }

    static func start(
        context: OpaquePointer, loop: EventLoop, name: String, _ answer: @escaping (Bool) -> Void
    ) {
        let query = PulseDeviceQuery(loop: loop, answer: answer)
        let pointer = Unmanaged.passRetained(query).toOpaque()
        let operation = pa_context_get_sink_info_by_name(
            context, name,
            { _, info, end, userdata in
                let query = Unmanaged<PulseDeviceQuery>.fromOpaque(userdata!)
                if end == 0, info != nil {
                    query.takeUnretainedValue().exists = true
                } else {
                    // The end of the list, or an error: no such sink.
                    query.takeRetainedValue().finish()
                }
            }, pointer)
        guard operation != nil else {
            return Unmanaged<PulseDeviceQuery>.fromOpaque(pointer).takeRetainedValue().finish()
        }
        PulseOperation.forget(operation)
    }

    private func finish() {
        guard let answer else { return }
        self.answer = nil
        let exists = exists
        loop.post { answer(exists) }
    }
}
