package share

import (
	"context"
	"errors"
	"testing"

	"gatehouse/state"
	"gatehouse/state/archive"
	"gatehouse/state/history"
	"gatehouse/state/history/query"
)

// idsBeginWithDigits is a history whose only exchange, of run 2, has an id that begins with 5.
type idsBeginWithDigits struct{ archive.Reader }

var fifth = history.Entry{Key: 1, ID: "5zq3k7", Run: 2, Verdict: state.Completed}

func (idsBeginWithDigits) Find(context.Context, string) (history.Entry, error) { return fifth, nil }

func (idsBeginWithDigits) List(_ context.Context, p archive.Page) ([]history.Entry, error) {
	if query.Holds(p.Query, &fifth) == query.Yes {
		return []history.Entry{fifth}, nil
	}
	return nil, nil
}

// TestANumberIsThatOfARun, never the beginning of an id.
func TestANumberIsThatOfARun(t *testing.T) {
	var none *NoRunError
	if list, err := FindRun(t.Context(), idsBeginWithDigits{}, "5"); !errors.As(err, &none) {
		t.Errorf("%v, %v", list, err)
	}
	for _, name := range []string{"2", "5zq3"} {
		if list, err := FindRun(t.Context(), idsBeginWithDigits{}, name); err != nil || len(list) != 1 {
			t.Errorf("%s: %v, %v", name, list, err)
		}
	}
}
