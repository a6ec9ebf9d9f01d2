package main

import (
	"errors"
	"strings"
	"testing"
)

// TestReportsOfTheHistory: a report while it opens is printed at once, such as that a damaged one
// was renamed. One after that waits for the end of the answer.
func TestReportsOfTheHistory(t *testing.T) {
	var log strings.Builder
	k := &saver{h: host{stderr: &log}}
	k.report(errors.New("it was renamed"))
	if said := log.String(); said != "gatehouse: warning: it was renamed\n" {
		t.Errorf("said %q", said)
	}
	log.Reset()
	k.opened = true
	if k.report(errors.New("the disk is full")); log.Len() > 0 || len(k.lines) != 1 {
		t.Errorf("said %q in an answer, and %q is left", log.String(), k.lines)
	}
}
