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

	"gatehouse/state/tree"
)

// The exit codes of a child.
const (
	exitRequest = 2  // no more requests come, one cannot be read, or a reply not be written
	exitMemory  = 77 // it would have held more than it may
)

// IsChild reports whether a program with these arguments was started by a
// Runner or a Pool: its main function then does nothing but call Child and exit
// with what that returns.
func IsChild(args []string) bool { return len(args) == 2 && args[1] == Word }

// asked is a request with its document.
type asked struct {
	request
	doc []byte
}

// Child runs the filters that it reads at in, one after the other, and writes
// their results to out. It bounds the memory of the whole process, by what the
// first request says.
func Child(in io.Reader, out io.Writer) (code int) {
	requests := make(chan asked)
	go func() { // in ends when the program that asks is gone, or asks no more
		for {
			head, doc, err := readRequest(in)
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

// How much the process may have beside what the filter may hold: the runtime,
// and what a collection has not taken yet.
const (
	beside   = 64 << 20  // bytes
	reserved = 192 << 20 // bytes more that are mapped, and not used: the stacks of threads, 8 MiB each
	maxStack = 64 << 20  // bytes of one goroutine: values nest that deep
)

// bound makes the collector work harder on the way to most bytes, and the system
// refuse what goes far beyond, where it counts memory.
func bound(most int64) {
	debug.SetMaxStack(maxStack)
	debug.SetMemoryLimit(most)
	limitData(most + beside + reserved)
}

// watch ends the process when it holds more than most bytes, until done is
// called: a look every few milliseconds finds what the system lets pass.
func watch(most int64) (done func()) {
	ticks, over := time.NewTicker(5*time.Millisecond), make(chan struct{})
	go func() {
		for {
			select {
			case <-over:
				return
			case <-ticks.C:
				if held() > most+beside {
					os.Exit(exitMemory)
				}
			}
		}
	}()
	return func() { ticks.Stop(); close(over) }
}

// held is how many bytes Go has of the system.
func held() int64 {
	s := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(s)
	return int64(s[0].Value.Uint64() - s[1].Value.Uint64())
}
