package main

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/term"

	"gatehouse/client/scan"
	"gatehouse/state"
	"gatehouse/state/rank"
	"gatehouse/state/rerankset"
	"gatehouse/views/text"
)

// Where two orders are compared.
const (
	agreementP = 0.9 // how likely a reader of rank-biased overlap goes on
	agreementK = 10  // depth of the overlap
)

// unknown stands where a document has no rank or score, and for a figure that
// there is not.
const unknown = "–"

// printTable writes the ranking for people: a row for each document that came
// back, by the rank of the first model that has it; then how well each two
// models agree. What failed has no column. A terminal gets what fits its width.
func printTable(h host, runs []*ranking) error {
	var t table
	for _, r := range runs {
		if r.x.Verdict == state.Completed && r.x.Ranking != nil {
			t.shown = append(t.shown, r)
		}
	}
	if len(t.shown) == 0 {
		return nil
	}
	t.fill(len(runs) > 1)
	width := 0 // 0: no bound
	if f, ok := h.stdout.(*os.File); ok && isTerminal(f) {
		width, _, _ = term.GetSize(int(f.Fd()))
	}
	var out bytes.Buffer
	t.write(&out, width)
	if len(t.shown) > 1 {
		out.WriteByte('\n')
	}
	for i, a := range t.shown {
		for _, b := range t.shown[i+1:] {
			out.WriteString(agreement(a, b))
		}
	}
	_, err := h.stdout.Write(out.Bytes())
	return err
}

// table is one of rankings: a rank and a score of each, and at the end of each
// row the text.
type table struct {
	shown []*ranking
	names []string // one a ranking; nil for a table without names
	rows  [][]string
}

func (t *table) fill(named bool) {
	var head []string
	for _, r := range t.shown {
		head = append(head, "rank", "score")
		if named {
			t.names = append(t.names, text.SanitizeLine(r.label))
		}
	}
	t.rows = append(t.rows, append(head, "text"))
	docs := t.shown[0].documents()
	signs := make([]func(doc int) string, len(t.shown))
	for i, r := range t.shown {
		signs[i] = r.ties()
	}
	for _, doc := range t.returned(len(docs)) {
		var row []string
		for i, r := range t.shown {
			place := unknown
			if r.order.Place[doc] != rank.None {
				place = strconv.Itoa(r.order.Place[doc] + 1)
			}
			row = append(row, place, score(r.order.Score[doc])+signs[i](doc))
		}
		t.rows = append(t.rows, append(row, line(docs[doc])))
	}
}

// ties says of each document how its score lies to its neighbours': = the same,
// ≈ nearly; nothing at all where no two are so near.
func (r *ranking) ties() func(doc int) string {
	same, near := r.order.Ties()
	if !slices.Contains(same, true) && !slices.Contains(near, true) {
		return func(int) string { return "" }
	}
	return func(doc int) string {
		if place := r.order.Place[doc]; place != rank.None {
			return rank.TieSign(same, near, place)
		}
		return " "
	}
}

// returned lists the documents that came back to any model, by rank: that of
// the first model, then that of the next.
func (t *table) returned(n int) []int {
	var docs []int
	seen := make([]bool, n)
	for _, r := range t.shown {
		for _, doc := range r.order.Docs {
			if !seen[doc] {
				docs = append(docs, doc)
			}
			seen[doc] = true
		}
	}
	return docs
}

// score is written with as many digits as tell it from 0.
func score(v float64) string {
	switch {
	case math.IsNaN(v):
		return unknown
	case v != 0 && math.Abs(v) < 0.0005, math.Abs(v) >= 1e9:
		return strconv.FormatFloat(v, 'e', 2, 64)
	}
	return strconv.FormatFloat(v, 'f', 4, 64)
}

// line is a document on one line.
func line(document []byte) string {
	d, err := rerankset.RawDocument(document)
	words := d.Text
	switch image := scan.Get(document, "image"); {
	case err != nil: // sent by force
		words = string(document)
	case words == "" && image != nil:
		words = "image " + cmp.Or(scan.Text(image), string(image))
	}
	return text.SanitizeLine(strings.Join(strings.Fields(words), " "))
}

// gap is between two columns.
const gap = 2

// write writes the rows with columns as wide as they need to be, cells to the
// right; a name stands above its two columns.
func (t *table) write(out *bytes.Buffer, width int) {
	last := len(t.rows[0]) - 1
	widths := make([]int, last)
	for _, row := range t.rows {
		for i, cell := range row[:last] {
			widths[i] = max(widths[i], ansi.StringWidth(cell))
		}
	}
	var names strings.Builder
	for i, name := range t.names {
		both := widths[2*i] + gap + widths[2*i+1]
		if more := ansi.StringWidth(name) - both; more > 0 {
			widths[2*i+1] += more
			both += more
		}
		names.WriteString(name + spaces(both-ansi.StringWidth(name)+gap))
	}
	end := func(line string) {
		if width > 0 {
			line = ansi.Truncate(line, width, "…")
		}
		out.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	if t.names != nil {
		end(names.String())
	}
	for _, row := range t.rows {
		var b strings.Builder
		for i, cell := range row[:last] {
			b.WriteString(spaces(widths[i]-ansi.StringWidth(cell)) + cell + spaces(gap))
		}
		end(b.String() + row[last])
	}
}

func spaces(n int) string { return strings.Repeat(" ", max(n, 0)) }

// agreement is the line on how well two models agree.
func agreement(a, b *ranking) string {
	g := rank.Agree(a.order, b.order, agreementP, agreementK)
	figure := func(v float64) string {
		if math.IsNaN(v) {
			return unknown
		}
		return strconv.FormatFloat(v, 'f', 2, 64)
	}
	besides := ""
	if g.Shared < g.Documents {
		besides = fmt.Sprintf("; %d of %d documents came back in both", g.Shared, g.Documents)
	}
	for _, r := range [...]*ranking{a, b} {
		if r.order.AllTied() {
			besides += "; " + r.label + " gives all documents the same score"
		}
	}
	return text.SanitizeLine(fmt.Sprintf("agreement %s · %s: tau-b %s, rho %s, RBO %s (p %v), top %d share %d%s",
		a.label, b.label, figure(g.TauB), figure(g.Rho), figure(g.RBO), g.P, g.K, g.Overlap, besides)) + "\n"
}
