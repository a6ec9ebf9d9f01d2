package rerank

import (
	"bytes"
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/effect/progress"
	"gatehouse/app/effect/share"
	"gatehouse/app/screen"
	"gatehouse/state"
	"gatehouse/state/archive"
	"gatehouse/state/history/query"
	"gatehouse/state/rank/dataset"
	"gatehouse/state/share/export"
)

// maxRecalled is how many exchanges of the history are looked at, the latest first.
const maxRecalled = 5000

// recall finds in the history the latest rankings of what the set asks, in the background.
func (s *Screen) recall() tea.Cmd {
	s.unrecalled = false
	if !s.History.On() || len(s.set.Models) == 0 || len(s.set.Documents) == 0 {
		return nil
	}
	set, docs, link := s.set, s.docs, s.Link.Connection
	return s.Work(progress.Step{Verb: "reading", What: "the history"}, func(w *progress.Work) tea.Msg {
		a := s.History.Archive(w.Context())
		if a == nil {
			return nil
		}
		found, _ := s.recalled(w, a, set, link) // what was read before an error is shown
		return screen.EffectFunc(func() tea.Cmd {
			if s.docs == docs && len(found) > 0 {
				s.showRankings(found)
			}
			return nil
		})
	})
}

// recalled returns the latest ranking of each query by each model of a set that went over a connection. The error is that of
// reading, or a *progress.StoppedError.
func (s *Screen) recalled(w *progress.Work, a *archive.Archive, set dataset.Set, over screen.Connection) (found []export.Exchange, err error) {
	field, _ := query.Lookup("model")
	var asks query.Query
	for _, m := range set.Models {
		asks.Any = append(asks.Any, query.All{{Field: field, Op: query.Is, Text: m.Slug}})
	}
	if err := a.Flush(w.Context()); err != nil {
		return nil, err
	}
	list, err := a.List(w.Context(), archive.Page{Query: asks, Limit: maxRecalled})
	had, wanted := map[[2]int]bool{}, len(set.Queries)*len(set.Models)
	for i := range list {
		e := &list[i]
		if len(had) == wanted {
			break
		}
		if !e.Rerank() || e.Verdict != state.Completed || !s.IsSentOver(over, e.About) {
			continue
		}
		x, err := share.Load(w.Context(), a, e)
		if err != nil {
			return found, err
		}
		asked, err := dataset.FromRequest(x.Capture.Sent.Body)
		if q, m, ok := placeOf(set, asked); err == nil && ok && !had[[2]int{q, m}] && isOf(set, q, asked.Documents) {
			had[[2]int{q, m}] = true
			found = append(found, x)
		}
		if err := w.Counted("reading", i+1, len(list), "exchanges"); err != nil {
			return found, err
		}
	}
	return found, err
}

// placeOf returns where a set asks what a request asked, whatever its documents are.
func placeOf(set, asked dataset.Set) (query, model int, ok bool) {
	if len(asked.Models) == 0 {
		return 0, 0, false
	}
	if query, ok = placeOfQuery(set, asked.Queries[0].Text, 0); ok {
		model, ok = placeOfModel(set, asked.Models[0], 0)
	}
	return query, model, ok
}

// isOf reports whether documents are those of a query of a set.
func isOf(set dataset.Set, query int, docs []dataset.Document) bool {
	want := set.Documents
	if chosen := set.Queries[query].Candidates; chosen != nil {
		want = nil
		for _, at := range chosen {
			want = append(want, set.Documents[at])
		}
	}
	return slices.EqualFunc(docs, want, func(a, b dataset.Document) bool { return bytes.Equal(a.Raw, b.Raw) })
}
