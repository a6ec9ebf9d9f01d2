package archive

import (
	"strings"
	"testing"
	"time"

	"gatehouse/client"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/history"
	"gatehouse/state/history/query"
	"gatehouse/state/share/cassette/samples"
)

// foldAny folds a capture as what it asked for.
func foldAny(_ history.About, c *wire.Capture) *state.Exchange {
	x := state.New(state.KindOf(c.Sent), c.ID, c.Sent.Body)
	for a := range client.Replay(c) {
		x.Apply(a)
	}
	return x
}

// TestWhatLintFoundIsFound stores an answer with a finding and the same without, and asks for it.
func TestWhatLintFoundIsFound(t *testing.T) {
	a, err := Open(t.Context(), t.TempDir(), Options{Fold: foldAny})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	s := samples.All()[0]
	for i, good := range []bool{true, false} {
		c := s.Capture(good)
		c.Start = c.Start.Add(time.Duration(i) * time.Second)
		a.SaveNow(t.Context(), history.About{Origin: history.Proxy}, foldAny(history.About{}, c), c)
	}
	found := func(text string) (ids []string) {
		q, err := query.Parse(text, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		list, err := a.List(t.Context(), Page{Query: q, Limit: 9})
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range list {
			ids = append(ids, e.ID)
			if query.Holds(q, &e) != query.Yes {
				t.Errorf("%s: the entry %s says otherwise", text, e.ID)
			}
		}
		return ids
	}
	for text, n := range map[string]int{"lint:" + s.Rule: 1, "lint:error": 1, "lint:*": 1, "-lint:error": 1, "lint:warning": 0, "lint:no-done": 0} {
		if got := found(text); len(got) != n || n > 0 && text[0] != '-' && strings.Contains(got[0], "good") {
			t.Errorf("%s finds %q", text, got)
		}
	}
}
