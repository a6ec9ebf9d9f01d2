//go:build unix

package process

import (
	"os"

	"golang.org/x/sys/unix"
)

// CanSuspend reports whether a shell can resume this process once it has stopped.
func CanSuspend() bool { return resumable(os.Getpid(), lookUp) }

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

// process is a row of the process table.
type process struct{ parent, group, session int }

// resumable reports whether a process can be resumed after its group stopped: whether its first
// ancestor outside its group belongs to its session, as the shell of a job does (POSIX, "orphaned
// process group"). A session leader has none, and in an orphaned group the kernel ignores the request
// to stop. A process that look does not find cannot resume it.
func resumable(self int, look func(id int) (process, bool)) bool {
	me, ok := look(self)
	if !ok {
		return false
	}
	const maxAncestors = 100 // in one group: processes start and end meanwhile, so there may be a cycle
	at := me
	for range maxAncestors {
		parent, ok := look(at.parent)
		switch {
		case at.parent <= 0 || !ok || parent.session != me.session: // 0: outside the container
			return false
		case parent.group != me.group:
			return true
		}
		at = parent
	}
	return false
}
