import Testing

@testable import RadioWeb

@Suite struct MPDSessionTests {
    /// A conversation in which each command that reaches the player answers with its name.
    private struct Talk {
        var session: MPDSession
        var isClosed = false
        var ran: [String] = []

        init(isAdmitted: Bool = true) {
            session = MPDSession(isAdmitted: isAdmitted)
            _ = take()
        }

        mutating func say(_ lines: String...) -> String {
            for line in lines { session.receive(Array(line.utf8)) }
            return take()
        }

        mutating func take() -> String {
            var text = ""
            while let step = session.next() {
                switch step {
                case .send(let part): text += part
                case .close:
                    isClosed = true
                    return text
                case .run(let command, let arguments):
                    ran.append(([command.rawValue] + arguments).joined(separator: " "))
                    text += session.finish(command == .kill ? .noSong : arguments == ["bad"] ? .badIndex : nil)
                }
            }
            return text
        }
    }

    @Test func aGreetingComesFirst() {
        var session = MPDSession(isAdmitted: true)
        #expect(session.next() == .send("OK MPD 0.23.5\n"))
        #expect(session.next() == nil)
    }

    @Test func linesAndRefusals() {
        var talk = Talk()
        #expect(talk.say("ping", "status\r") == "OK\nOK\n")
        #expect(talk.ran == ["status"])
        #expect(talk.say("foo") == "ACK [5@0] {} unknown command \"foo\"\n")
        #expect(talk.say("play 1 2") == "ACK [2@0] {play} too many arguments for \"play\"\n")
        #expect(talk.say("status 1") == "ACK [2@0] {status} wrong number of arguments for \"status\"\n")
        #expect(talk.say("search") == "ACK [2@0] {search} too few arguments for \"search\"\n")
        #expect(talk.say("play bad") == "ACK [2@0] {play} Bad song index\n")
        #expect(talk.say("kill") == "ACK [4@0] {kill} you don't have permission for \"kill\"\n")
        #expect(!talk.isClosed)
        _ = talk.say("close", "status")
        #expect(talk.isClosed && talk.ran == ["status", "play bad"])
    }

    @Test func lists() {
        var talk = Talk()
        #expect(talk.say("command_list_begin", "play 1", "ping") == "")
        #expect(talk.say("command_list_end") == "OK\n")
        #expect(talk.say("command_list_ok_begin", "ping", "stop", "command_list_end") == "list_OK\nlist_OK\nOK\n")
        #expect(
            talk.say("command_list_begin", "ping", "foo", "next", "command_list_end")
                == "ACK [5@1] {} unknown command \"foo\"\n")
        #expect(talk.say("command_list_begin", "command_list_end") == "OK\n")
        #expect(talk.ran == ["play 1", "stop"])
    }

    @Test func waiting() {
        var talk = Talk()
        talk.session.note([.player])
        #expect(talk.say("idle mixer playlist") == "")
        #expect(talk.session.isIdle)
        talk.session.note([.mixer, .options])
        #expect(talk.take() == "changed: mixer\nOK\n")
        // The client did not know yet.
        #expect(talk.say("noidle", "ping") == "OK\n")
        #expect(talk.say("idle") == "changed: player\nchanged: options\nOK\n")
        #expect(talk.say("idle", "noidle") == "OK\n")
        #expect(talk.say("idle foo") == "ACK [2@0] {idle} Unrecognized idle event: foo\n")
        _ = talk.say("idle", "status")
        #expect(talk.isClosed && talk.ran.isEmpty)
    }

    @Test func passwords() {
        var talk = Talk(isAdmitted: false)
        #expect(talk.say("status") == "ACK [4@0] {status} you don't have permission for \"status\"\n")
        #expect(talk.say("idle") == "ACK [4@0] {idle} you don't have permission for \"idle\"\n")
        #expect(talk.say("ping") == "OK\n")
        #expect(talk.say("notcommands").contains("command: play\n"))
        #expect(talk.say("password x") == "OK\n")
        #expect(talk.ran == ["password x"])
        talk.session.isAdmitted = true
        #expect(talk.say("status") == "OK\n")
        #expect(talk.say("commands").contains("command: play\n"))
        #expect(talk.say("notcommands") == "command: config\ncommand: kill\nOK\n")
    }

    @Test func tags() {
        var talk = Talk()
        #expect(talk.say("tagtypes").hasPrefix("tagtype: Artist\n"))
        #expect(talk.say("tagtypes clear", "tagtypes enable title Date", "tagtypes") == "OK\nOK\ntagtype: Title\nOK\n")
        #expect(talk.session.tags == [.title])
        #expect(talk.say("binarylimit 12") == "ACK [2@0] {binarylimit} Value too small\n")
    }

    /// A client that sends lines without an end, or a list without an end, is disconnected.
    @Test(arguments: [true, false]) func bounds(_ isAdmitted: Bool) {
        var talk = Talk(isAdmitted: isAdmitted)
        var count = 0
        _ = talk.say("command_list_begin")
        while !talk.isClosed, count < 100_000 {
            _ = talk.say("ping")
            count += 1
        }
        #expect(isAdmitted ? 10_000 < count && count < 20_000 : count < 300)
    }

    @Test func linesOfABrowserEndTheConnection() {
        var talk = Talk()
        #expect(talk.say("POST / HTTP/1.1", "status") == "")
        #expect(talk.isClosed && talk.ran.isEmpty)
    }
}
