package state

import (
	"strings"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state/wiretest"
)

// fold folds a stream that ends cleanly.
func fold(t *testing.T, data ...string) *Exchange {
	t.Helper()
	return foldEnd(t, wire.EndClean, data...)
}

func foldEnd(t *testing.T, cause wire.EndCause, data ...string) *Exchange {
	t.Helper()
	x := NewExchange("x1", []byte(wiretest.StreamRequest))
	x.Apply(wiretest.Stream(data...)...)
	x.Apply(wiretest.End(cause, ""))
	return x
}

// answer folds an answer that is not a stream.
func answer(t *testing.T, status int, media, body string, cause wire.EndCause) *Exchange {
	t.Helper()
	x := NewExchange("x1", []byte(`{"model":"sim/writer"}`))
	x.Apply(wiretest.Head(status, media, false), wiretest.End(cause, body))
	return x
}

func codes(x *Exchange) string {
	var out []string
	for _, w := range x.Warnings {
		out = append(out, w.Code)
	}
	return strings.Join(out, " ")
}

func want(t *testing.T, what, got, wanted any) {
	t.Helper()
	if got != wanted {
		t.Errorf("%s: got %v, want %v", what, got, wanted)
	}
}
