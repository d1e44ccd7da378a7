import Glibc
import Longwave
import TestSupport
import Testing

@testable import LongwaveCLI

/// The built program lists the output devices and plays on the chosen one.
@Suite(.enabled(if: PulseServer.isInstalled)) struct DevicesTests {
    @Test func everyFormat() throws {
        let server = try PulseServer(sinks: [.init("n1"), .init("n2", rate: 44_100, channels: 1)])
        try server.pactl("set-default-sink", "n2")
        try server.pactl("set-sink-mute", "n1", "1")
        try server.pactl("set-sink-volume", "n1", "50%")
        let environment = ["PULSE_SERVER": server.address]
        let json = try LongwaveBinary.run(["devices", "--json"], environment: environment)
        #expect(json.code == 0)
        #expect(json.output.hasPrefix(#"{"version":1,"device":[{"name":"n1","description":""#), "\(json.output)")
        for text in [
            #""default":false,"ports":[],"sampleFormat":"s16le","sampleRate":48000,"channels":2,"volume":0.5,"muted":true}"#,
            #"{"name":"n2","#, #""default":true,"ports":[],"sampleFormat":"s16le","sampleRate":44100,"channels":1,"#,
        ] {
            #expect(json.output.contains(text), "\(json.output)")
        }
        let tsv = try LongwaveBinary.run(["devices"], environment: environment)
        #expect(tsv.lines.map { $0.split(separator: "\t").first } == ["name", "n1", "n2"])
        let csv = try LongwaveBinary.run(["devices", "--format", "csv"], environment: environment)
        #expect(csv.output.hasPrefix(DevicePrinter.columns.joined(separator: ",") + "\r\n"))
        let table = try LongwaveBinary.run(["devices", "--format", "table"], environment: environment)
        #expect(table.lines.count == 3)
        #expect(table.output.contains("50 %, muted") && table.output.contains("\n*  n2"), "\(table.output)")
    }

    @Test func withoutAServerItIsSaid() throws {
        for arguments in [["devices"], ["devices", "--json"], ["devices", "--quiet"]] {
            let run = try LongwaveBinary.run(arguments)
            #expect(run.code == 69)
            #expect(run.output.isEmpty)
            #expect(run.errors.contains("Sound server not found"), "\(run.errors)")
        }
    }

    @Test func aDeviceThatIsNotThere() throws {
        let server = try PulseServer()
        for option in ["--device", "--output"] {
            let run = try LongwaveBinary.run(
                ["demo", option, "attic*", "--for", "20"], environment: ["PULSE_SERVER": server.address])
            #expect(run.code == 69)
            #expect(run.errors.contains("attic*") && run.errors.contains("longwave devices"), "\(run.errors)")
        }
    }

    @Test func theFirstThatExists() throws {
        let server = try PulseServer(sinks: [.init("n1"), .init("n2")])
        let run = try LongwaveBinary.run(
            ["demo", "--device", "attic", "--device", "?2", "--on-device-removal", "wait", "--for", "4", "--json"],
            environment: ["PULSE_SERVER": server.address])
        #expect(run.code == 0)
        #expect(
            run.lines.contains { $0.contains(#""routeReason":"deviceAvailable""#) && $0.contains(#""device":"n2""#) })
    }

    @Test func plainLinesSayWhereTheSoundGoes() throws {
        let server = try PulseServer(sinks: [.init("n1"), .init("n2")])
        let program = try ChildProcess(
            LongwaveBinary.path, ["demo", "--device", "n1", "--on-device-removal", "follow", "--for", "8"],
            environment: LongwaveBinary.environment(["PULSE_SERVER": server.address]), output: .piped)
        let lines = LineReader(program)
        #expect(lines.first { $0.hasPrefix("playing: ") } != nil)
        try server.remove("n1")
        #expect(lines.first { $0 == "device: n2" } != nil)
        program.send(SIGTERM)
        #expect(program.wait() == 0)
    }

    @Test func portsOfADevice() {
        let ports = [
            OutputDevice.Port(
                name: "headphones", description: "Headphones", availability: .unavailable, isActive: true),
            .init(name: "speaker", description: "Speaker", availability: .unknown, isActive: false),
        ]
        let device = OutputDevice(name: "card", description: "Card\u{1B}[2J", state: .suspended, ports: ports)
        let printer = DevicePrinter(charset: .utf8, width: nil)
        #expect(printer.text([device], .table).contains("Headphones (unplugged)"))
        #expect(!printer.text([device], .table).contains("\u{1B}"))
        let json = printer.text([device], .json)
        #expect(
            json.contains(
                #"{"name":"headphones","description":"Headphones","availability":"unavailable","active":true}"#))
        #expect(json.contains(#""state":"suspended""#))
        #expect(printer.text([device], .tsv).contains("\theadphones\tunavailable\t"))
    }
}
