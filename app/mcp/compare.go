package mcp

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"gatehouse/state/archive"
	"gatehouse/state/difference"
	"gatehouse/state/export"
	"gatehouse/state/figures"
	"gatehouse/state/history"
	"gatehouse/state/output"
	"gatehouse/state/report"
	"gatehouse/state/tree"
	"gatehouse/views/text"
)

type comparing struct {
	A        string `json:"a" jsonschema:"id of the first exchange, a unique beginning of it, or last"`
	B        string `json:"b" jsonschema:"id of the second exchange"`
	MaxBytes int    `json:"max_bytes,omitempty" jsonschema:"most bytes of the answer, up to 65536; default 12288"`
}

func (s *Server) diff(ctx context.Context, a *archive.Archive, in comparing) (out answer, err error) {
	most, err := boundOf(in.MaxBytes)
	if err != nil {
		return out, err
	}
	var sides [2]masked
	for i, id := range []string{in.A, in.B} {
		if sides[i], err = s.find(ctx, a, id); err != nil {
			return out, fmt.Errorf("%s: %w", [...]string{"a", "b"}[i], err)
		}
	}
	var named [2]history.Side
	for i, m := range sides {
		named[i] = history.SideOf(m.State, m.Capture, history.Asked(m.State, m.Capture))
	}
	names := history.TellApart(named[0], named[1])
	for i, m := range sides {
		names[i] = strings.TrimSpace(m.Capture.ID + "  " + names[i])
	}
	table := difference.Table(side(sides[0]), side(sides[1]))
	told := report.Report{Title: "Differences", Blocks: []report.Block{
		report.Field{Label: "A", Value: []report.Span{{Text: names[0]}}}, report.Field{Label: "B", Value: []report.Span{{Text: names[1]}}}, table,
	}}
	if len(table.Rows) == 0 {
		told.Blocks[2] = report.Span{Text: "The figures are the same."}
	}
	var b strings.Builder
	b.WriteString(text.Sanitize(export.Reports(told)) + "\n")
	if sides[0].State.Known.Request && sides[1].State.Known.Request {
		b.WriteString(differing("Request", output.Indented(sides[0].Capture.Sent.Body), output.Indented(sides[1].Capture.Sent.Body)))
	} else {
		b.WriteString("\n## Request\n\nNot compared: a saved answer does not include its request.\n")
	}
	b.WriteString(differing("Answer", answerOf(sides[0]), answerOf(sides[1])))
	return bounded(b.String(), most, "get reads each side whole, or ask again with a larger max_bytes", sides[:]...), nil
}

func side(m masked) difference.Side {
	return difference.Side{Entry: m.Listed, Exchange: m.State, Capture: m.Capture}
}

func answerOf(m masked) string {
	return cmp.Or(strings.TrimRight(output.Answer(m.State, m.Capture, false), "\n"), map[bool]string{true: "(not recorded)"}[!m.State.Known.Answer])
}

// differing is how two texts differ, in a code block.
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

// bounded is a text cut to so many bytes. A code block that is open there is closed.
func bounded(whole string, most int, rest string, of ...masked) (out answer) {
	part, left := cut(whole, most)
	if left > 0 {
		part += closing(part)
		out.note("%s left out at the end; %s.", figures.Counted(left, "byte"), rest)
	}
	out.data = part
	out.mask(of...)
	return out
}

// closing ends the code block that a text of ours, which was cut, has open.
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
