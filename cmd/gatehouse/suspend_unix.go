//go:build unix

package main

import (
	"os"

	"golang.org/x/sys/unix"
)

// canSuspend reports whether a shell can resume this process.
func canSuspend() bool { return resumable(os.Getpid(), lookUp) }

// lookUp reads a process from the system's table.
func lookUp(id int) (p process, ok bool) {
	if id <= 0 { // the system calls would take it for this process
		return process{}, false
	}
	var err error
	if p.group, err = unix.Getpgid(id); err != nil {
		return process{}, false
	}
	if p.session, err = unix.Getsid(id); err != nil {
		return process{}, false
	}
	if id == os.Getpid() {
		p.parent = os.Getppid()
	} else {
		p.parent = parentOf(id)
	}
	return p, true
}
