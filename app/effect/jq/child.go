package jq

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
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
// out. The first request sets the memory limit of the process, each one that of its filter.
func Child(in io.Reader, out io.Writer) (code int) {
	requests := make(chan asked)
	go func() { // in ends with the parent, or when that closes it
		in := bufio.NewReaderSize(in, pipeSize)
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
	bound(one.Process)
	var filters tree.Filterer
	for last := int64(0); ; one = <-requests {
		if one.Memory != last { // it stops the process for a moment
			last = one.Memory
			debug.SetMemoryLimit(last)
		}
		done := watch(one.Memory)
		got, wrong := filters.Filter(context.Background(), one.doc, one.Filter)
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

// Parent and child, which are the same binary, exchange frames: eight bytes for the length, then the
// data. A request is two frames, its head as JSON and the document; so is a reply. Each request is
// answered before the next.

// request is the head of a request.
type request struct {
	Memory  int64 // limit of the filter in bytes
	Process int64 // limit of the child
	Filter  string
}

// reply is the head of a reply.
type reply struct {
	Count int
	Cut   bool
	Wrong string // the error of the filter, or ""
}

func writeReply(w io.Writer, got tree.Filtered, wrong error) error {
	head := reply{Count: got.Count, Cut: got.Cut}
	if wrong != nil {
		head.Wrong = wrong.Error()
	}
	return writeFrames(w, head, got.Doc)
}

// readReply reads a reply; wrong is the error of the filter, err that of an incomplete reply.
func readReply(r io.Reader) (got tree.Filtered, wrong, err error) {
	var head reply
	doc, err := readFrames(r, &head)
	switch {
	case err != nil:
		return got, nil, err
	case head.Wrong != "":
		return got, errors.New(head.Wrong), nil
	}
	return tree.Filtered{Doc: doc, Count: head.Count, Cut: head.Cut}, nil, nil
}

// pipeSize is what a pipe holds on Linux, in bytes.
const pipeSize = 64 << 10

func writeFrames(w io.Writer, head any, doc []byte) error {
	text, err := json.Marshal(head)
	if err != nil {
		return err
	}
	all := make([]byte, 0, 8+len(text)+8+len(doc))
	for _, data := range [][]byte{text, doc} {
		all = append(binary.BigEndian.AppendUint64(all, uint64(len(data))), data...)
	}
	_, err = w.Write(all) // one, so that the other process wakes once
	return err
}

func readFrames(r io.Reader, head any) (doc []byte, err error) {
	text, err := readFrame(r)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(text, head); err != nil {
		return nil, err
	}
	return readFrame(r)
}

// readFrame reads one frame; a wrong length allocates no memory.
func readFrame(r io.Reader) ([]byte, error) {
	var size uint64
	if err := binary.Read(r, binary.BigEndian, &size); err != nil {
		return nil, err
	}
	var data bytes.Buffer
	data.Grow(int(min(size, pipeSize)) + bytes.MinRead)
	if n, err := io.Copy(&data, io.LimitReader(r, int64(min(size, 1<<40)))); err != nil || uint64(n) < size {
		return nil, errors.Join(err, io.ErrUnexpectedEOF)
	}
	return data.Bytes(), nil
}
