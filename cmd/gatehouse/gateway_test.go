package main

import (
	"strings"
	"testing"
)

func TestLogOfTheGatewayHoldsNoCommand(t *testing.T) {
	var log strings.Builder
	logTo(&log).Info("request", "path", "/##vso[task.complete]x")
	if got := log.String(); !strings.HasPrefix(got, "gatehouse: time=") || !strings.HasSuffix(got, " path=/# #vso[task.complete]x\n") {
		t.Errorf("%q", got)
	}
}
