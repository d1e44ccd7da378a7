import Testing

@testable import RadioAudio

struct PulseCallRuleTests {
    static let arguments: [(String, [String], isGlobal: Bool, countsSources: Bool)] = [
        ("", ["phone"], false, false),
        ("cork_roles=music", ["phone"], false, false),
        ("trigger_roles=event", ["event"], false, false),
        ("cork_roles=music trigger_roles=phone,a11y global=1", ["phone", "a11y"], true, false),
        ("trigger_roles=\"x\"", ["x"], false, false),
        ("global=true use_source_trigger=yes", ["phone"], true, true),
        ("global=on use_source_trigger=off", ["phone"], true, false),
        ("global=no", ["phone"], false, false),
    ]

    @Test(arguments: arguments)
    func anArgumentIsRead(_ argument: String, _ roles: [String], _ isGlobal: Bool, _ countsSources: Bool) {
        let rule = PulseCallRule(argument: argument)
        #expect(rule.roles == roles)
        #expect(rule.isGlobal == isGlobal)
        #expect(rule.countsSources == countsSources)
    }

    typealias OtherStream = PulseCallRule.OtherStream

    /// A stream of another program, the arguments of the server's module for phone calls, and whether the player must
    /// take the stream for a call. A stream that was muted or moved to a headset is no longer a call: the server has
    /// already let the player's stream play again.
    static let streams: [(OtherStream, String, Bool)] = [
        (OtherStream(role: "phone"), "", true),
        (OtherStream(role: "phone", isActive: false), "", false),
        (OtherStream(role: "music"), "", false),
        (OtherStream(role: nil), "", false),
        (OtherStream(role: nil), "trigger_roles=no_role", true),
        (OtherStream(role: "phone", place: .otherSink), "", false),
        (OtherStream(role: "phone", place: .otherSink), "global=1", true),
        (OtherStream(role: "phone", place: .otherSink, isActive: false), "global=1", false),
        (OtherStream(role: "phone", place: .source), "", false),
        (OtherStream(role: "phone", place: .source), "use_source_trigger=1", false),
        (OtherStream(role: "phone", place: .source), "global=1", false),
        (OtherStream(role: "phone", place: .source), "global=1 use_source_trigger=1", true),
    ]

    @Test(arguments: streams) func aStreamIsACallOrNot(_ stream: OtherStream, _ argument: String, _ isCall: Bool) {
        #expect(PulseCallRule(argument: argument).isCall(stream) == isCall)
    }
}
