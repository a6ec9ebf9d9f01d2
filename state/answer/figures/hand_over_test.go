package figures_test

import (
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state/answer/figures"
)

// TestConnectingIsNoTimeOfTheProxy: a request that had to wait for the connection to the
// gateway was held by the proxy only for the rest of that time.
func TestConnectingIsNoTimeOfTheProxy(t *testing.T) {
	request := func(timing func(*wire.Timing)) int64 {
		c := &wire.Capture{Timing: wire.NoTiming(), Delivery: &wire.Delivery{SentUS: 100, HeadUS: -1, FirstUS: -1, LastUS: -1}}
		timing(&c.Timing)
		return figures.HandOversOf(c)[0].ProxyUS
	}
	for name, test := range map[string]struct {
		timing func(*wire.Timing)
		want   int64
	}{
		"a kept connection": {func(w *wire.Timing) { w.WroteRequest = 130 }, 30},
		"a new one":         {func(w *wire.Timing) { w.ConnectStart, w.ConnectDone, w.WroteRequest = 110, 400, 420 }, 30},
		"TLS, with a name": {func(w *wire.Timing) {
			w.DNSStart, w.DNSDone, w.ConnectStart, w.ConnectDone, w.TLSStart, w.TLSDone, w.WroteRequest = 110, 120, 120, 140, 140, 200, 205
		}, 15},
		"before the request": {func(w *wire.Timing) { w.ConnectStart, w.ConnectDone, w.WroteRequest = 10, 90, 130 }, 30},
		"never sent":         {func(*wire.Timing) {}, -1},
		"answered too early": {func(w *wire.Timing) { w.WroteRequest = 50 }, -1},
	} {
		if got := request(test.timing); got != test.want {
			t.Errorf("%s: %d µs, want %d", name, got, test.want)
		}
	}
	if figures.HandOversOf(&wire.Capture{}) != nil {
		t.Error("an exchange of ours was handed on by no proxy")
	}
}
