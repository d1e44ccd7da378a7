import TestSupport
import Testing

/// Programmes on the command line.
@Suite struct ProgrammeTests {
    /// A folder with two sound files, and settings with a programme whose first source does not exist.
    private static func settings(_ folder: TemporaryDirectory) throws -> String {
        for name in ["a.mp3", "b.mp3"] { try folder.write("music/" + name, Sample.mp3.read()) }
        return """
            [[programme]]
            name = "shop"
            sources = ["http://127.0.0.1:1/", "\(folder.path)/music"]
            no-sound = "0.2s"
            """
    }

    @Test func ofTheSharedPlayer() throws {
        let music = try TemporaryDirectory()
        let service = try ServeTests.Service(configuration: Self.settings(music))
        #expect(try service.ctl("programme").errors.contains("No programme plays."))
        let unknown = try service.ctl("programme", "bar")
        #expect(unknown.code == 65 && unknown.errors.contains("Programme \"bar\" not found."))
        #expect(try service.ctl("programme", "shop").code == 0)
        #expect(service.says("\"status\":\"playing\"", "\"switches\":1", "a.mp3"))
        let sources = try service.ctl("programme", "--format", "tsv").output
        #expect(sources.contains("2\t\(music.path)/music\t"), "\(sources)")
        #expect(try service.ctl("--format", "tsv").output.contains("programme\tshop: source 2 of 2, "))
        // The programme plays again after a restart.
        service.stop()
        try service.startAgain()
        #expect(service.says("\"status\":\"playing\"", "\"switches\":1", "a.mp3"))
        #expect(try service.ctl("stop").code == 0)
        #expect(try service.ctl("programme").errors.contains("No programme plays."))
    }

    @Test func ofThePrivatePlayer() throws {
        let folder = try TemporaryDirectory()
        try folder.write("config/longwave/config.toml", try Self.settings(folder))
        let player = try LongwaveBinary.run(
            ["play", "--output", "null", "--programme", "shop", "--sleep", "3s"],
            environment: ["XDG_CONFIG_HOME": folder.path + "/config"])
        #expect(player.code == 0)
        #expect((player.output + player.errors).contains("programme shop: source 2 of 2, "), "\(player)")
        let refused = try LongwaveBinary.run(["play", "--programme", "shop", "fip"], environment: [:])
        #expect(refused.code == 64 && refused.errors.contains("cannot be combined"))
    }
}
