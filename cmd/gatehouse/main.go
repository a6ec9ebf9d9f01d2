// Command gatehouse is a terminal playground and request inspector for model
// gateways. Each command is one small file; what they do lies in the rooms
// they call.
package main

import (
	"context"
	"os"
	"runtime/debug"
	"time"
)

// For the first startTime the heap may grow four times as far as Go lets it.
const (
	startTime = 100 * time.Millisecond
	startHeap = 400
)

func main() {
	// The libraries' own start leaves the heap just short of a collection, and
	// that would fall between here and the first paint.
	percent := debug.SetGCPercent(startHeap)
	time.AfterFunc(startTime, func() { debug.SetGCPercent(percent) })
	os.Exit(run(context.Background(), os.Args[1:], host{
		stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr, getenv: os.Getenv,
	}))
}
