package jq

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"time"

	"gatehouse/state/json/tree"
)

// The exit codes of a child.
const (
	exitRequest = 2  // no more requests, one cannot be read, or a reply cannot be written
	exitMemory  = 77 // over the memory limit
)

// IsChild reports whether a program with these arguments was started by a Runner or a Pool: its
// main function then only calls Child and exits with its result.
func IsChild(args []string) bool { return len(args) == 2 && args[1] == Word }

// asked is a request with its document.
type asked struct {
	request
	doc []byte
}

// Child runs the filters that it reads from in, one after the other, and writes their results to
// out. The first request sets the memory limit of the process.
func Child(in io.Reader, out io.Writer) (code int) {
	requests := make(chan asked)
	go func() { // in ends with the parent, or when that closes it
		for {
			var head request
			doc, err := readFrames(in, &head)
			if err != nil {
				if !errors.Is(err, io.EOF) {
					fmt.Fprintln(os.Stderr, err)
				}
				os.Exit(exitRequest)
			}
			requests <- asked{head, doc}
		}
	}()
	one := <-requests
	bound(one.Memory)
	for ; ; one = <-requests {
		done := watch(one.Memory)
		got, wrong := tree.Filter(context.Background(), one.doc, one.Filter)
		if err := writeReply(out, got, wrong); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return exitRequest
		}
		done()
	}
}

// Memory in bytes that the process may use in addition to the filter's.
const (
	overhead = 64 << 20  // the runtime, and garbage that is not collected yet
	reserved = 192 << 20 // mapped but unused: the stacks of threads, 8 MiB each
	maxStack = 64 << 20  // of one goroutine: values nest that deep
)

// bound sets the limit of the collector in bytes, and a higher one of the system, where it counts
// memory.
func bound(limit int64) {
	debug.SetMaxStack(maxStack)
	debug.SetMemoryLimit(limit)
	limitData(limit + overhead + reserved)
}

// watch ends the process when it uses more than limit bytes, until done is called: not every system
// enforces a limit.
func watch(limit int64) (done func()) {
	ticks, over := time.NewTicker(5*time.Millisecond), make(chan struct{})
	go func() {
		for {
			select {
			case <-over:
				return
			case <-ticks.C:
				if usedMemory() > limit+overhead {
					os.Exit(exitMemory)
				}
			}
		}
	}()
	return func() { ticks.Stop(); close(over) }
}

// usedMemory returns the memory that Go has from the system, in bytes.
func usedMemory() int64 {
	s := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(s)
	return int64(s[0].Value.Uint64() - s[1].Value.Uint64())
}
