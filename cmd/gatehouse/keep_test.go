package main

import (
	"errors"
	"strings"
	"testing"
)

// TestWhatTheHistorySaysWhileItOpens is said at once, as that it is being brought up to date:
// else the start of a command looks hung. What it says later waits for the end of the answer.
func TestWhatTheHistorySaysWhileItOpens(t *testing.T) {
	var log strings.Builder
	k := &keeper{h: host{stderr: &log}}
	k.report(errors.New("it is being brought up to date"))
	if said := log.String(); said != "gatehouse: warning: it is being brought up to date\n" {
		t.Errorf("said %q", said)
	}
	log.Reset()
	k.open()
	if k.report(errors.New("the disk is full")); log.Len() > 0 || len(k.said) != 1 {
		t.Errorf("said %q in an answer, and %q is left", log.String(), k.said)
	}
}
