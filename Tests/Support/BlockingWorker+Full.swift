import RadioLoop

extension BlockingWorker {
    /// Fills the worker's queue, so that the worker accepts no further work until the returned signal is raised.
    package func fill() -> TestSignal {
        let goOn = TestSignal()
        for _ in 0..<Self.maximumQueue {
            run {
                goOn.wait()
            } then: { _ in
            }
        }
        return goOn
    }
}
