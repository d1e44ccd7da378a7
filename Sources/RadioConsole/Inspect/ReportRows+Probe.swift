import LongwaveTerminal
import RadioProbe

extension ReportRows {
    /// Adds the results of `longwave probe`.
    mutating func add(_ report: ProbeReport, of target: ProbeTarget) {
        if let station = target.station { add(station, besides: target.url) }
        for one in report.tries { add(one) }
        if let response = report.response {
            add("header", response.headers.map { "\($0.name): \($0.value)" })
        }
        addSegments(report)
        add("server", report.response?.icy.server)
        add("station", report.response?.icy.name)
        if let name = report.codecName, let pcm = report.decoded.first {
            let bits = report.format?.bitsPerSample.map { ", \($0) bits" } ?? ""
            add("codec", "\(name), \(pcm.sampleRate) Hz, \(Self.channels(pcm.channelCount))\(bits)")
        } else {
            add("codec", report.codecName)
        }
        if let format = report.format, let pcm = report.decoded.first, format.sampleRate != pcm.sampleRate {
            add("frame headers", "\(format.sampleRate) Hz")
        }
        add("bit rate declared", report.declaredBitRate.map(Self.rate))
        add("bit rate measured", report.measuredBitRate.map(Self.rate))
        add("metaint", report.response?.icy.metaint.map { "\($0)" })
        add("first title", report.titles.first.flatMap { DisplayNames.title($0.track) })
        add("charset", report.charset.map(Self.charset))
        add("headers after", report.headersAt.map(Self.seconds))
        add("first byte after", report.firstByteAt.map(Self.seconds))
        add("first sound after", report.firstSoundAt.map(Self.seconds))
        add("first title after", report.titles.first.map { Self.seconds($0.at) })
        if let frames = report.content?.report.frames {
            add("received", "\(frames.count) frames, \(Self.seconds(frames.duration.seconds))")
        }
        if report.content?.report.frames == nil, report.packetCount > 0 {
            add("received", "\(report.packetCount) frames, \(Self.seconds(report.soundDuration.seconds))")
        }
        add("problem", report.problems.map { "\($0)" })
    }

    /// Adds facts from the probed station's entry in a station list. `url` is the probed address.
    private mutating func add(_ station: Station, besides url: String) {
        add("in the list", station.name + (station.id.map { " (\($0))" } ?? ""))
        add("other address", station.urls.filter { $0 != url })
        add("charset declared", station.charset)
    }

    /// Adds one request of the probe: its address, the IP addresses that were tried, the responses and the failure.
    private mutating func add(_ one: ProbeReport.Try) {
        add("address", one.url)
        for address in one.addresses {
            let family = address.isIPv6 ? "IPv6" : "IPv4"
            add("tried", "\(address.text) (\(family)): \(address.isConnected ? "connected" : "not connected")")
        }
        for response in one.responses {
            let location = response.head["Location"].map { ", to \($0)" } ?? ""
            let isRedirect = (300..<400).contains(response.head.status)
            add("answer", "\(response.head.statusLine) from \(response.url)\(isRedirect ? location : "")")
        }
        add("failure", one.failure)
    }
}
