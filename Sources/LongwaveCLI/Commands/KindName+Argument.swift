import ArgumentParser
import RadioProbe

extension KindName: ExpressibleByArgument {}
