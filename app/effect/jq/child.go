package jq

import (
	"bufio"
	"context"
	"encoding/gob"
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

// Child runs the filters that it reads from in, one after the other, and writes their results to
// out. The first request sets the memory limit of the process, each one that of its filter.
func Child(in io.Reader, out io.Writer) (code int) {
	requests := make(chan request)
	go func() { // in ends with the parent, or when that closes it
		for from := gob.NewDecoder(bufio.NewReaderSize(in, pipeSize)); ; {
			var one request
			if err := from.Decode(&one); err != nil {
				if !errors.Is(err, io.EOF) {
					fmt.Fprintln(os.Stderr, err)
				}
				os.Exit(exitRequest)
			}
			requests <- one
		}
	}()
	one := <-requests
	bound(one.Process)
	var filters tree.Filterer
	to := gob.NewEncoder(out)
	for last := int64(0); ; one = <-requests {
		if one.Memory != last { // it stops the process for a moment
			last = one.Memory
			debug.SetMemoryLimit(last)
		}
		done := watch(one.Memory)
		got, wrong := filters.Filter(context.Background(), one.Doc, one.Filter)
		answer := reply{Filtered: got}
		if wrong != nil {
			answer = reply{Wrong: wrong.Error()}
		}
		if err := to.Encode(answer); err != nil {
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

// bound sets a limit of the system higher than that in bytes, where it counts memory.
func bound(limit int64) {
	debug.SetMaxStack(maxStack)
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

// Parent and child, which are the same binary, exchange values of gob. Each request is answered before the next.

type request struct {
	Memory  int64 // limit of the filter in bytes
	Process int64 // limit of the child
	Filter  string
	Doc     []byte
}

type reply struct {
	Filtered tree.Filtered
	Wrong    string // the error of the filter, or ""
}

// pipeSize is what a pipe holds on Linux, in bytes.
const pipeSize = 64 << 10
