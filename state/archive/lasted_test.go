package archive_test

import (
	"strings"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state/history"
)

// TestAnExchangeThatHungIsFoundByItsEnd: the total is the time to the last byte, which a
// connection that stays open and silent does not put off.
func TestAnExchangeThatHungIsFoundByItsEnd(t *testing.T) {
	a := open(t, newDir(t))
	for _, request := range []string{
		`{"model":"sim/writer","stream":true,"input":"alpha beta gamma"}`,
		`{"model":"sim/coder","input":"alpha gamma"}`,
		`{"model":"fault/403","input":"quixotic"}`,
		`{"model":"fault/guardrail","input":"zephyrs"}`,
	} {
		x, c := ask(t, request)
		if !strings.Contains(request, "zephyrs") { // that one ends at once
			end := *c.End
			end.AtUS += 60_000_000
			c.End = &end
			x.Apply(wire.Arrival{Kind: wire.ArrivedEnd, End: c.End, Timing: &c.Timing})
			x.End = &end
		}
		a.Save(history.About{Origin: history.Playground}, x, c, nil)
	}
	flush(t, a)
	for text, want := range map[string]int{
		"lasted>60s": 3, "total>60s": 0, "-lasted>60s": 1, "lasted<60s total<60s": 1, "lasted>1m verdict:completed": 2,
	} {
		if got := len(list(t, a, text)); got != want {
			t.Errorf("%q finds %d, want %d", text, got, want)
		}
	}
	for _, e := range list(t, a, "") {
		if want := e.LastedUS > 60_000_000; (e.SilenceAtEnd() > 0) != want {
			t.Errorf("%s lasted %d µs, its last byte came after %d: a silence of %d", e.Asked, e.LastedUS, e.TotalUS, e.SilenceAtEnd())
		}
	}
}
