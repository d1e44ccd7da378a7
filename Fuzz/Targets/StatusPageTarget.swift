import RadioFormats
import RadioText

/// Fuzzes the readers of servers' status pages. Input: one byte that chooses the kind of server, the path of a stream,
/// a byte 0x1E, then the page.
enum StatusPageTarget: FuzzTarget {
    static let name = "StatusPage"

    static func run(_ input: UnsafeRawBufferPointer) {
        var source = ByteSource(input)
        let form = source.pick(StatusForm.allCases)
        let target = String(decoding: source.text(), as: UTF8.self)
        let bytes = source.rest
        guard let page = StatusPage.read(bytes, as: form) else { return }
        require(StatusPage.read(bytes, as: form) == page, "not the same again")
        require(page.mounts.count <= StatusPage.maximumMounts, "\(page.mounts.count) mounts")
        var evidence = CharsetEvidence()
        for mount in page.mounts {
            require(mount.raw.count <= bytes.count + 2, "\(mount.raw.count) bytes of \(bytes.count)")
            let values = mount.shown.reduce(0) { $0 + $1.value.count }
            require(values <= bytes.count, "\(values) bytes of text in \(bytes.count)")
            require(mount.path.isEmpty || page.mount(at: mount.path) != nil, "\(mount.path) is not found again")
            let names = StationNames([mount.serverName], slogans: [mount.description])
            TitleReaderTarget.check(mount.track(names: names, evidence: &evidence), mount.raw)
        }
        if let mount = page.mount(at: target) { require(page.mounts.contains(mount), "another page's") }
        require(page.mount(at: target) == page.mount(at: target), "another mount")
    }
}
