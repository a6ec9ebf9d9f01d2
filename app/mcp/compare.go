package mcp

import (
	"context"
	"fmt"
	"strings"

	"gatehouse/state/answer/figures"
	"gatehouse/state/archive"
	"gatehouse/state/json/tree"
	"gatehouse/state/report"
	"gatehouse/state/share/difference"
	"gatehouse/state/share/export"
	"gatehouse/views/kit/text"
)

type comparing struct {
	A        string `json:"a" jsonschema:"id of the first exchange, a unique beginning of it, or last"`
	B        string `json:"b" jsonschema:"id of the second exchange"`
	MaxBytes int    `json:"max_bytes,omitempty" jsonschema:"most bytes of the answer, up to 65536; default 12288"`
}

func (s *Server) diff(ctx context.Context, a *archive.Archive, in comparing) (out answer, err error) {
	limit, err := boundOf(in.MaxBytes)
	if err != nil {
		return out, err
	}
	var of [2]masked
	var sides [2]difference.Side
	for i, id := range []string{in.A, in.B} {
		if of[i], err = s.find(ctx, a, id); err != nil {
			return out, fmt.Errorf("%s: %w", [...]string{"a", "b"}[i], err)
		}
		sides[i] = difference.Side{Entry: of[i].Listed, Exchange: of[i].State, Capture: of[i].Capture}
	}
	names := difference.Names(sides[0], sides[1])
	for i, s := range sides {
		names[i] = strings.TrimSpace(s.Capture.ID + "  " + names[i])
	}
	table := difference.Table(sides[0], sides[1])
	differences := report.Report{Title: "Differences", Blocks: []report.Block{
		report.Field{Label: "A", Value: []report.Span{{Text: names[0]}}}, report.Field{Label: "B", Value: []report.Span{{Text: names[1]}}}, table,
	}}
	if len(table.Rows) == 0 {
		differences.Blocks[2] = report.Span{Text: "The figures are the same."}
	}
	var b strings.Builder
	b.WriteString(text.Sanitize(export.Reports(differences)) + "\n")
	if sides[0].Exchange.Known.Request && sides[1].Exchange.Known.Request {
		b.WriteString(differing("Request", sides[0].Request(), sides[1].Request()))
	} else {
		b.WriteString("\n## Request\n\nNot compared: a saved answer does not include its request.\n")
	}
	b.WriteString(differing("Answer", sides[0].Answer(), sides[1].Answer()))
	return bounded(b.String(), limit, "get reads each side in full, or ask again with a larger max_bytes", of[:]...), nil
}

// differing returns a section with the differences of two texts in a code block.
func differing(title, a, b string) string {
	if a == b {
		return "\n## " + title + "\n\nThe same.\n"
	}
	d := tree.DiffLines(a, b)
	removed, added := d.Counts()
	words := fmt.Sprintf("%s only in A, %s only in B.", figures.Counted(removed, "line"), figures.Counted(added, "line"))
	if d.Apart {
		words += " " + text.ApartWords
	}
	return "\n## " + title + "\n\n" + words + "\n\n" + export.Fence("diff", text.Sanitize(d.Unified(a, b)))
}

// bounded returns a text truncated to limit bytes, with open code blocks closed. rest is the
// advice for how to read the rest.
func bounded(text string, limit int, rest string, of ...masked) (out answer) {
	part, left := cut(text, limit)
	if left > 0 {
		part += closing(part)
		out.note("%s left out at the end; %s.", figures.Counted(left, "byte"), rest)
	}
	out.data = part
	out.mask(of...)
	return out
}

// closing returns the end of the code block that a truncated text leaves open, or "".
func closing(part string) string {
	open := ""
	for line := range strings.Lines(part) {
		bare := strings.TrimRight(line, "\n")
		mark := bare[:len(bare)-len(strings.TrimLeft(bare, "`"))]
		switch {
		case open == "" && len(mark) >= 3:
			open = mark
		case open != "" && bare == open:
			open = ""
		}
	}
	if open == "" {
		return ""
	}
	if !strings.HasSuffix(part, "\n") {
		open = "\n" + open
	}
	return open + "\n"
}
