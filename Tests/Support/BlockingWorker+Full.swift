import RadioLoop

extension BlockingWorker {
    /// Gives it so much to do that it takes no more, until the signal is raised.
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
