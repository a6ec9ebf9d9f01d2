package output_test

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"gatehouse/gateway/output"
)

// parts is a ResponseWriter that stores what was sent between two flushes.
type parts struct {
	header http.Header
	open   string
	sent   []string
	fail   error
}

func (p *parts) Header() http.Header { return p.header }
func (p *parts) WriteHeader(int)     {}
func (p *parts) Flush()              { p.sent, p.open = append(p.sent, p.open), "" }
func (p *parts) Write(b []byte) (int, error) {
	p.open += string(b)
	return len(b), p.fail
}

// The pace applies between deltas, not before the first and not at other frames.
func TestPace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := output.NewWriter(t.Context(), &parts{header: http.Header{}}, time.Second)
		start := time.Now()
		var at []time.Duration
		for _, delta := range []bool{false, true, false, true, true, false} {
			if err := w.Send(output.Frame{Bytes: []byte("x"), Delta: delta}); err != nil {
				t.Fatal(err)
			}
			at = append(at, time.Since(start)/time.Second)
		}
		if want := []time.Duration{0, 0, 0, 1, 2, 2}; !slices.Equal(at, want) || w.Deltas() != 3 {
			t.Errorf("%v, %d deltas", at, w.Deltas())
		}
	})
}

// The cause that ends the context is the error, at once; the last frames can still be sent.
func TestContextEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		why := errors.New("enough")
		ctx, cancel := context.WithCancelCause(t.Context())
		p := &parts{header: http.Header{}}
		w := output.NewWriter(ctx, p, time.Hour)
		time.AfterFunc(time.Minute, func() { cancel(why) })
		start := time.Now()
		if err := w.Wait(time.Hour); !errors.Is(err, why) || time.Since(start) != time.Minute {
			t.Errorf("%v after %v", err, time.Since(start))
		}
		if err := w.Raw([]byte("x")); !errors.Is(err, why) {
			t.Errorf("%v", err)
		}
		if err := w.Last([]byte("bye")); err != nil || strings.Join(p.sent, "") != "bye" {
			t.Errorf("%q, %v", p.sent, err)
		}
	})
}

func TestWriteFails(t *testing.T) {
	gone := errors.New("gone")
	w := output.NewWriter(t.Context(), &parts{header: http.Header{}, fail: gone}, 0)
	sent := 0
	err := w.Play(func(yield func(output.Frame) bool) {
		for yield(output.Frame{Bytes: []byte("x"), Delta: true}) {
			sent++
		}
	})
	if !errors.Is(err, gone) || sent != 0 || w.Deltas() != 0 {
		t.Errorf("%v, %d sent", err, sent)
	}
}
