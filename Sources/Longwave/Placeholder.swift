// Longwave
