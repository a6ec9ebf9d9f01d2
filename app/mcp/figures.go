package mcp

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"gatehouse/state/archive"
	"gatehouse/state/history/stats"
	"gatehouse/state/report"
	"gatehouse/state/share/export"
	"gatehouse/views/kit/text"
)

// The bounds of figures.
const (
	maxSpans  = 24 // of time
	maxGroups = 50
)

type figuring struct {
	Filter string `json:"filter,omitempty" jsonschema:"which exchanges, in the language of list, for example: since:7d; empty: all"`
	By     string `json:"by,omitempty" jsonschema:"what the groups are made by; default served, the model that answered; a wrong word is answered with all there are"`
}

func (s *Server) stats(ctx context.Context, a *archive.Archive, in figuring) (out answer, err error) {
	by, ok := stats.DimensionOf(cmp.Or(in.By, "served"))
	if !ok {
		return out, fmt.Errorf("by %q: a group is one of %s; served is the model that answered, asked the one that was asked for", in.By, strings.Join(strings.Fields(stats.Names()), " "))
	}
	now := time.Now()
	x, note, err := filter(ctx, a, in.Filter).Figures(ctx, a, stats.Span{}, by)
	if err != nil {
		return out, err
	}
	t := stats.TableOf(x, nil, by, stats.Span{}, maxSpans, time.Local)
	left := len(t.Groups) - maxGroups
	t.Groups = t.Groups[:min(len(t.Groups), maxGroups)]
	for i := range t.Groups { // their names may contain secrets
		t.Groups[i].Now.Name, _ = s.Rules.Text(t.Groups[i].Now.Name, "figures")
	}
	words := export.Reports(report.Statistics{Table: t, Selected: -1, Sorted: "exchanges", Rows: 1, Now: now}.Report())
	out = bounded(text.Sanitize(words)+"\n", maxBytes, "ask with a narrower filter")
	if left > 0 {
		out.note("%d smaller groups are left out; ask with a narrower filter.", left)
	}
	if note != "" {
		out.note("%s.", note)
	}
	return out, nil
}
