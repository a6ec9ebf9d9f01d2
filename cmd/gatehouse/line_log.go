package main

import (
	"sync"
	"time"
)

// lineLog writes lines to stderr on a goroutine of its own: while a terminal is paused, what
// is logged goes on.
type lineLog struct {
	h     host
	ended chan struct{}

	mu     sync.Mutex
	more   sync.Cond // signalled when there are lines, or no more will come
	lines  []string
	closed bool
}

func newLineLog(h host) *lineLog {
	l := &lineLog{h: h, ended: make(chan struct{})}
	l.more.L = &l.mu
	go l.write()
	return l
}

// say logs a line. It does not wait until it is written.
func (l *lineLog) say(line string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines = append(l.lines, line)
	l.more.Signal()
}

func (l *lineLog) write() {
	defer close(l.ended)
	for {
		lines, ok := l.next()
		if !ok {
			return
		}
		for _, line := range lines {
			l.h.say("%s", line)
		}
	}
}

// next waits for lines. There are none any more where ok is false.
func (l *lineLog) next() (lines []string, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for len(l.lines) == 0 && !l.closed {
		l.more.Wait()
	}
	lines, l.lines = l.lines, nil
	return lines, len(lines) > 0
}

// close writes what is left, if it can be written within a second.
func (l *lineLog) close() {
	l.mu.Lock()
	l.closed = true
	l.more.Signal()
	l.mu.Unlock()
	select {
	case <-l.ended:
	case <-time.After(time.Second):
	}
}
