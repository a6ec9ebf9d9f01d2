package main

import (
	"io"
	"strings"
	"testing"
)

// TestALogThatNobodyReadsHoldsUpNothing: the lines wait in order.
func TestALogThatNobodyReadsHoldsUpNothing(t *testing.T) {
	read, written := io.Pipe()
	l := newLineLog(host{stderr: written})
	for _, line := range []string{"one", "two", "three"} {
		l.say(line)
	}
	got := make(chan string)
	go func() {
		data, err := io.ReadAll(read)
		if err != nil {
			t.Error(err)
		}
		got <- string(data)
	}()
	l.close()
	written.Close()
	if lines := <-got; strings.ReplaceAll(lines, "gatehouse: ", "") != "one\ntwo\nthree\n" {
		t.Errorf("%q", lines)
	}
}
