//go:build !linux && !darwin

package doctor

// freeSpace is unknown on this system.
func freeSpace(string) (bytes uint64, ok bool) { return 0, false }
