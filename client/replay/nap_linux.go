package replay

import (
	"syscall"
	"time"
)

// nap sleeps in a thread of its own, which the system wakes to about 0.1 ms.
func nap(d time.Duration) {
	t := syscall.NsecToTimespec(d.Nanoseconds())
	_ = syscall.Nanosleep(&t, nil) // a signal wakes it before its time, and it is asked again
}
