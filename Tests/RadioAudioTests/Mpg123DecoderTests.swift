import Testing

@testable import RadioAudio
