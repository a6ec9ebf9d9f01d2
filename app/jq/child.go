package jq

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"time"

	"gatehouse/state/tree"
)

// The exit codes of a child.
const (
	exitDone    = 0
	exitRequest = 2  // the request cannot be read, or the reply not be written
	exitMemory  = 77 // it would have held more than it may
)

// IsChild reports whether a program with these arguments was started by a
// Runner: its main function then does nothing but call Child and exit with
// what that returns.
func IsChild(args []string) bool { return len(args) == 2 && args[1] == Word }

// Child runs one filter, of which it reads at in, and writes the result to out.
// It bounds the memory of the whole process.
func Child(in io.Reader, out io.Writer) (code int) {
	head, doc, err := readRequest(in)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return exitRequest
	}
	bound(head.Memory)
	go func() { // in ends when the program that waits for the result is gone
		_, _ = io.Copy(io.Discard, in)
		os.Exit(exitRequest)
	}()
	got, wrong := tree.Filter(context.Background(), doc, head.Filter)
	if err := writeReply(out, got, wrong); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return exitRequest
	}
	return exitDone
}

// How much the process may have beside what the filter may hold: the runtime,
// and what a collection has not taken yet.
const (
	beside   = 64 << 20  // bytes
	reserved = 192 << 20 // bytes more that are mapped, and not used: the stacks of threads, 8 MiB each
	maxStack = 64 << 20  // bytes of one goroutine: values nest that deep
)

// bound ends the process when it holds more than most bytes. The collector
// works harder on the way there; the system refuses what goes beyond at once,
// where it counts memory; and where it does not, a look every few milliseconds
// finds it soon.
func bound(most int64) {
	debug.SetMaxStack(maxStack)
	debug.SetMemoryLimit(most)
	limitData(most + beside + reserved)
	go func() {
		for range time.Tick(5 * time.Millisecond) {
			if held() > most+beside {
				os.Exit(exitMemory)
			}
		}
	}()
}

// held is how many bytes Go has of the system.
func held() int64 {
	s := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(s)
	return int64(s[0].Value.Uint64() - s[1].Value.Uint64())
}
