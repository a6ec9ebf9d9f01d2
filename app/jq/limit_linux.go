//go:build !race

package jq

import "golang.org/x/sys/unix"

// limitData makes the system refuse more than most bytes of writable memory.
// Unlike the whole address space, of which Go reserves far more than it uses,
// that is what is really held.
func limitData(most int64) {
	limit := unix.Rlimit{Cur: uint64(most), Max: uint64(most)}
	_ = unix.Setrlimit(unix.RLIMIT_DATA, &limit) // without it there is still the look
}
