//go:build unix

package app

import (
	"os"
	"os/signal"
	"syscall"
)

// abortSignals returns the signals that end a Go program with a dump of its stacks.
func abortSignals() []os.Signal { return []os.Signal{syscall.SIGQUIT} }

// abort gives the signal to this program again, which now does what it does.
func abort(s os.Signal) {
	signal.Reset(s)
	if number, ok := s.(syscall.Signal); ok {
		_ = syscall.Kill(os.Getpid(), number)
	}
}
