package mcp

import (
	"context"
	"errors"
	"fmt"

	"gatehouse/app/effect/progress"
	"gatehouse/app/effect/share"
	"gatehouse/state/answer/figures"
	"gatehouse/state/archive"
	"gatehouse/state/history"
	"gatehouse/state/share/export"
)

// masked is an exchange of the history without its secrets.
type masked struct {
	export.Exchange
	places int // masked ones
}

// find reads an exchange and masks it as in an export.
func (s *Server) find(ctx context.Context, a *archive.Archive, id string) (masked, error) {
	e, err := a.Find(ctx, id)
	var many *archive.ManyError
	switch {
	case errors.Is(err, archive.ErrNone) && id == "last":
		return masked{}, errors.New("the history is empty; there is nothing to read until a program sends something through gatehouse")
	case errors.Is(err, archive.ErrNone):
		return masked{}, fmt.Errorf(`no exchange has the id %q; call list for the ids, or use "last"`, id)
	case errors.As(err, &many):
		return masked{}, fmt.Errorf("%w; give one of these ids, or call list for the others", err)
	case err != nil:
		return masked{}, err
	}
	if was := s.last.Listed; was != nil && was.Key == e.Key && was.ID == e.ID && was.Size == e.Size && was.Verdict == e.Verdict {
		s.last.Prices = a.Prices(ctx)
		return s.last, nil
	}
	x, err := share.Load(ctx, a, &e)
	if err != nil {
		return masked{}, err
	}
	clean, err := share.Redact(progress.Begin(ctx, progress.Step{}), s.Rules, []export.Exchange{x})
	if err != nil {
		return masked{}, fmt.Errorf("%w; nothing of it is shown", err)
	}
	m := masked{clean.List[0], clean.Count()}
	shown := s.entry(e)
	shown.Words = history.Words(m.State, m.Capture)
	m.Listed, m.Prices = &shown, x.Prices
	s.last = m
	return m, nil
}

// entry returns a masked entry of the history, without its first words: these may end in the
// middle of a secret.
func (s *Server) entry(e history.Entry) history.Entry {
	e.Words = ""
	e.Mask(func(words string) string {
		words, _ = s.Rules.Text(words, "history")
		return words
	})
	return e
}

// mask notes how many places were masked.
func (a *answer) mask(m ...masked) {
	places := 0
	for _, one := range m {
		places += one.places
	}
	if places > 0 {
		a.note("%s masked with *.", figures.Counted(places, "place"))
	}
}
