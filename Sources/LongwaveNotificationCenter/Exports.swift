// One import for a program that posts to the `NotificationCenter`.
@_exported import Longwave
