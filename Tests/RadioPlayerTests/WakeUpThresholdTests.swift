import RadioLoop
import Testing

@testable import RadioPlayer

@Suite struct WakeUpThresholdTests {
    @Test(arguments: [
        (0.0, 0.0), (0.2, 0.0), (0.23, 0.15), (0.5, 0.15), (1.5, 0.15), (1.6, 0.5), (4.5, 0.5), (4.6, 1.5), (60, 1.5),
    ])
    func gathersByWhatIsInHand(_ inHand: Double, _ gathered: Double) {
        #expect(WakeUpThreshold(inHand: .seconds(inHand)).gathered == .seconds(gathered))
    }

    /// The player lets received bytes gather in the kernel to wake up less often. It reads them before its own sound
    /// runs out.
    @Test func neverWaitsLongerThanItSounds() {
        for milliseconds in 0...9000 {
            let inHand = Duration.milliseconds(milliseconds)
            let comfort = WakeUpThreshold(inHand: inHand)
            guard comfort.gathered > .zero else { continue }
            #expect(comfort.gathered < inHand)
            #expect(comfort.patience < inHand)
            #expect(comfort.patience >= comfort.gathered)
        }
    }
}
