/// One program of a transport stream, according to the stream's tables.
package struct TransportProgram: Hashable, Sendable {
    /// One elementary stream of the program.
    package struct Stream: Hashable, Sendable {
        package var pid: Int
        /// The number of the stream's kind (stream_type) in the program map.
        package var type: UInt8
        package var content: TransportContent
    }

    package var number: Int
    /// PID of the packets with the program's map: the list of its streams.
    package var pid: Int
    /// The program's streams; nil until the program's map has arrived.
    package var streams: [Stream]?
}
