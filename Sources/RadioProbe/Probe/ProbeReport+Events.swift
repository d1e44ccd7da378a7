import RadioAudio
import RadioFormats
import RadioHls
import RadioLists

/// Records events of a probe in its report, with one method for each kind of event.
extension ProbeReport {
    mutating func began(_ url: String, at: Duration) {
        tries.append(Try(url: url, at: at))
        (headersAt, firstByteAt) = (nil, nil)
    }

    mutating func tried(_ address: String, at: Duration) {
        changeLast { last in
            guard last.addresses.count < Self.maximumAddresses else { return }
            last.addresses.append(Address(text: address, tried: at, isConnected: false))
        }
    }

    mutating func connected(to address: String) {
        changeLast { last in
            if let index = last.addresses.lastIndex(where: { $0.text == address }) {
                last.addresses[index].isConnected = true
            } else if last.addresses.count < Self.maximumAddresses {
                last.addresses.append(Address(text: address, tried: nil, isConnected: true))
            }
        }
    }

    mutating func answered(_ response: Response) {
        headersAt = response.at
        // 32 is also the maximum number of redirects that are followed.
        changeLast { if $0.responses.count < 32 { $0.responses.append(response) } }
    }

    mutating func failed(_ words: String) { changeLast { $0.failure = words } }

    mutating func brought(_ track: TrackInfo, at: Duration) {
        guard track.kind != .none, track.raw != titles.last?.track.raw else { return }
        titleCount += 1
        if titles.count < Self.maximumTitles { titles.append(Title(track: track, at: at)) }
    }

    /// Records that the station is an HLS stream, and the address of its media playlist. Called again when another
    /// variant or rendition plays.
    mutating func opened(_ presentation: HlsPresentation) {
        let track = presentation.track
        let url = URLReference.resolve(track.uri, base: track.base)
        if segments == nil { segments = Segments(playlistURL: url) }
        segments?.playlistURL = url
    }

    mutating func foundTitles(in kind: TimedMetadata.Kind) {
        guard let known = segments?.titleSources, !known.contains(kind) else { return }
        segments?.titleSources.append(kind)
    }

    mutating func decoded(as format: PCMFormat, isParametricStereo: Bool = false, at: Duration) {
        if firstSoundAt == nil { firstSoundAt = at }
        if isParametricStereo { self.isParametricStereo = true }
        if !decoded.contains(format), decoded.count < 16 { decoded.append(format) }
    }

    private mutating func changeLast(_ change: (inout Try) -> Void) {
        guard !tries.isEmpty else { return }
        change(&tries[tries.count - 1])
    }
}
