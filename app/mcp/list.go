package mcp

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"gatehouse/app/effect/share"
	"gatehouse/client/scan"
	"gatehouse/state/archive"
	"gatehouse/state/history"
	"gatehouse/state/history/output"
	"gatehouse/state/history/query"
	"gatehouse/state/history/stats"
	"gatehouse/state/report"
	"gatehouse/state/share/export"
	"gatehouse/views/kit/text"
)

// The bounds of a list.
const (
	defaultRows  = 20
	maxRows      = 200
	maxWordsSize = 1 << 20 // bytes of an exchange whose words are listed
)

func defaultFields() []string {
	return []string{"id", "at", "status", "http_status", "model", "tokens", "cost", "words"}
}

// fieldWords describes the fields of the filter language, a line each.
func fieldWords() string {
	var b strings.Builder
	for _, f := range query.Fields() {
		fmt.Fprintf(&b, "%s (%s)\n", f.Example, f.About)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

type listing struct {
	Filter string   `json:"filter,omitempty" jsonschema:"which exchanges, for example: verdict:failed since:1d; empty: all"`
	Fields []string `json:"fields,omitempty" jsonschema:"members of each object; default id, at, status, http_status, model, tokens, cost, words; all: every one"`
	Limit  int      `json:"limit,omitempty" jsonschema:"most exchanges, 1 to 200; default 20"`
	Before string   `json:"before,omitempty" jsonschema:"list only exchanges older than the one with this id: the last of a list before"`
}

func (l *listing) check() error {
	if l.Limit == 0 {
		l.Limit = defaultRows
	}
	if l.Limit < 0 || l.Limit > maxRows {
		return fmt.Errorf("limit %d: must be from 1 to %d; ask for older ones with before", l.Limit, maxRows)
	}
	known := output.EntryMembers()
	switch {
	case len(l.Fields) == 0:
		l.Fields = defaultFields()
	case slices.Equal(l.Fields, []string{"all"}):
		l.Fields = known
	}
	for _, name := range l.Fields {
		if !slices.Contains(known, name) {
			return fmt.Errorf("fields: there is no %q; there are %s", name, strings.Join(known, ", "))
		}
	}
	return nil
}

func filter(ctx context.Context, a *archive.Archive, words string) share.Filter {
	return share.Filter{Text: words, Now: time.Now(), Index: func(q query.Query) error {
		return a.IndexLeft(ctx, q, func(int, int) error { return ctx.Err() })
	}}
}

func (s *Server) list(ctx context.Context, a *archive.Archive, in listing) (out answer, err error) {
	if err := in.check(); err != nil {
		return out, err
	}
	q, note, err := filter(ctx, a, in.Filter).On(ctx, a)
	if err != nil {
		return out, err
	}
	page := archive.Page{Query: q, Limit: in.Limit + 1}
	if in.Before != "" {
		e, err := a.Find(ctx, in.Before)
		if err != nil {
			return out, fmt.Errorf("before: %w; give the full id of an exchange that was listed", err)
		}
		page.Before = e.Key
	}
	rows, err := a.List(ctx, page)
	if err != nil {
		return out, err
	}
	var b strings.Builder
	shown, unread := 0, 0
	for i := range rows[:min(len(rows), in.Limit)] {
		e := s.entry(rows[i])
		if slices.Contains(in.Fields, "words") && !s.words(ctx, a, &rows[i], &e) {
			unread++
		}
		line := output.Escape(projected(output.Entry(&e), in.Fields))
		if b.Len()+len(line) > maxBytes {
			break
		}
		b.Write(append(line, '\n'))
		shown++
	}
	out.data = b.String()
	switch {
	case len(rows) == 0 && in.Filter == "" && in.Before == "":
		out.note("The history is empty.")
	case len(rows) == 0:
		out.note("No exchange matches. Ask with another filter, or without one.")
	case shown < len(rows):
		out.note("Older exchanges are left out; list them with before: %q.", rows[shown-1].ID)
	default:
		out.note("These are all that match.")
	}
	if unread > 0 {
		out.note("The words of %d exchanges are left out, since these are large or cannot be masked completely; get reads them.", unread)
	}
	if note != "" {
		out.note("%s.", note)
	}
	return out, nil
}

// words sets the first words of an entry from masked bytes; false if that is not possible.
func (s *Server) words(ctx context.Context, a *archive.Archive, row, e *history.Entry) bool {
	if row.Words == "" {
		return true
	}
	if row.Size > maxWordsSize {
		return false
	}
	m, err := s.find(ctx, a, row.ID)
	if err != nil {
		return false
	}
	e.Words = m.Listed.Words
	return true
}

// projected returns an object with the named members, in this order.
func projected(object []byte, names []string) []byte {
	out := []byte{'{'}
	for _, name := range names {
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(append(out, scan.Quote(name)...), ':')
		out = append(out, gjson.GetBytes(object, name).Raw...)
	}
	return append(out, '}')
}

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
