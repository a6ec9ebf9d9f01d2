package main

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gatehouse/app/effect/files"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/archive"
	"gatehouse/state/history"
)

// TestWhatIsPushedByIDOrQuery: words that are all ids name exchanges, others are a query. What several
// ids begin with is neither.
func TestWhatIsPushedByIDOrQuery(t *testing.T) {
	for words, want := range map[string]struct{ ids, wrong string }{
		"abc1": {"abc1", ""}, "abc2 bcd": {"abc2 bcd1", ""}, "last": {"bcd1", ""},
		"abc":              {"", "several ids"},
		"abc bcd":          {"", "several ids"},
		"model:m or abc":   {"abc1 abc2 bcd1", ""}, // with words that are no ids
		"abc or model:m":   {"abc1 abc2 bcd1", ""},
		"model:none":       {"", "nothing in the history matches model:none"},
		"since:never bcd1": {"", "since"},
	} {
		t.Run(words, func(t *testing.T) {
			a, err := archive.Open(t.Context(), filepath.Join(t.TempDir(), "a"), archive.Options{Fold: files.Fold, Share: func(*history.Entry) bool { return false }})
			if err != nil {
				t.Fatal(err)
			}
			defer a.Close()
			for i, id := range []string{"abc1", "abc2", "bcd1"} {
				about := history.About{Kind: state.Responses}
				c := &wire.Capture{ID: id, Start: time.Unix(1_795_000_000+int64(i), 0), Timing: wire.NoTiming(), Sent: wire.Sent{Method: "POST", URL: "http://gw.test/v1/responses", Body: []byte(`{"model":"m","input":"hi"}`)}}
				a.SaveNow(t.Context(), about, files.Fold(about, c), c)
			}
			err = markShared(t.Context(), host{}, a, strings.Fields(words))
			if (err == nil) != (want.wrong == "") || err != nil && !strings.Contains(err.Error(), want.wrong) {
				t.Errorf("it says %v, want %q", err, want.wrong)
			}
			due, err := a.Due(t.Context(), 9)
			var ids []string
			for _, d := range due {
				ids = append(ids, d.Entry.ID)
			}
			if got := strings.Join(ids, " "); err != nil || got != want.ids {
				t.Errorf("%s are shared, want %s; %v", got, want.ids, err)
			}
		})
	}
}
