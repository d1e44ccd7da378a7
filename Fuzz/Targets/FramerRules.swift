import RadioFormats

/// Checks the elements that the framers of ADTS and MPEG audio deliver, for their fuzz targets.
struct FramerRules {
    private(set) var digest = Digest()
    private var format: MediaFormat?
    private var packetBytes = 0
    private var metadataBytes = 0
    private var wasTorn = false

    mutating func take(_ element: StreamElement, isHeader: (UnsafeRawBufferPointer) -> Bool) {
        digest.element(element)
        switch element {
        case .format(let format):
            require(format.sampleRate > 0 && format.channelCount > 0, "\(format)")
            require(format != self.format, "the same format twice")
            self.format = format
            wasTorn = false
        case .packet(let packet):
            require(format != nil, "a packet without a format")
            require((1...4608).contains(packet.sampleCount), "\(packet.sampleCount) samples")
            require(packet.bytes.count <= 8191 && isHeader(packet.bytes), "no frame")
            packetBytes += packet.bytes.count
            wasTorn = false
        case .metadata(let metadata):
            require(metadata.kind == .id3 && metadata.raw.count <= AudioFraming.maximumKeptTag, "no tag")
            metadataBytes += metadata.raw.count
            wasTorn = false
        case .discontinuity:
            require(format != nil && !wasTorn, "torn before the first packet, or twice")
            wasTorn = true
        case .position, .end: require(false, "a framer knows no place and no end")
        }
    }

    func finish(inputCount: Int, garbage: Int) {
        require(packetBytes + metadataBytes + garbage <= inputCount, "more came out than went in")
        require(!wasTorn, "torn, but nothing follows")
    }
}
