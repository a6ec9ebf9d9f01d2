//go:build !race

package jq

import "golang.org/x/sys/unix"

// limitData limits the writable memory of this process. A limit of its address space would not work:
// Go reserves far more than it uses.
func limitData(bytes int64) {
	limit := unix.Rlimit{Cur: uint64(bytes), Max: uint64(bytes)}
	_ = unix.Setrlimit(unix.RLIMIT_DATA, &limit) // without it, watch remains
}
