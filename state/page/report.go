package page

import (
	"cmp"
	"fmt"
	"html/template"
	"slices"
	"strings"

	"gatehouse/client/wire"
	"gatehouse/state/explain"
	"gatehouse/state/history"
	"gatehouse/state/report"
)

// told is what the reports of an exchange are told of, for a reader who has the page alone.
func told(of *Exchange) report.Subject {
	x, c := of.State, of.Capture
	return report.Subject{
		Exchange: x, Capture: c, Target: of.About.Target, Replayed: of.About.Origin == history.Replay, Alone: true, Ended: true, Local: of.Local, Prices: of.Prices,
		Metadata: c.Sent.AsksMetadata(), Read: report.ReadAll(x, c),
		Ways: report.Ways{Context: explain.Context{BaseURL: of.About.BaseURL, KeySent: len(wire.KeyHeaders(c.Sent.Header)) > 0, Command: true}},
	}
}

// sections draws reports below one another, each with its title.
func sections(reports ...report.Report) template.HTML {
	var w reportWriter
	for _, r := range reports {
		if r.Empty() {
			continue
		}
		w.open("section", "report")
		w.part(r, "h3")
		w.shut("section")
	}
	return template.HTML(w.b.String()) //nolint:gosec // the writer escapes all text
}

// blocksHTML draws the blocks of one report.
func blocksHTML(blocks []report.Block) template.HTML {
	var w reportWriter
	w.blocks(blocks)
	return template.HTML(w.b.String()) //nolint:gosec // the writer escapes all text
}

// reportWriter draws blocks of reports as HTML. Bars and graphs have pictures of their own.
type reportWriter struct{ b strings.Builder }

func (w *reportWriter) open(name, class string) {
	w.b.WriteString("<" + name)
	if class != "" {
		w.b.WriteString(` class="` + class + `"`)
	}
	if slices.Contains([]string{"p", "blockquote", "dd", "td"}, name) {
		w.b.WriteString(` dir="auto"`) // it may hold what others wrote
	}
	w.b.WriteString(">")
}

func (w *reportWriter) shut(name string) { w.b.WriteString("</" + name + ">") }

func (w *reportWriter) text(s string) { template.HTMLEscape(&w.b, []byte(bounded(s))) }

// roles are the classes of what texts mean.
var roles = map[report.Role]string{
	report.Good: "role-good", report.Warn: "role-warn", report.Bad: "role-bad", report.Quiet: "role-quiet", report.Address: "role-quiet",
	report.Title: "role-title", report.Mark: "role-mark", report.Removed: "role-bad", report.Added: "role-good",
}

// span draws a span as an element of its own; nothing of an empty one.
func (w *reportWriter) span(s report.Span, element string) {
	if s.Text == "" {
		return
	}
	w.open(element, roles[s.Role])
	w.text(s.Text)
	w.shut(element)
}

// part draws a report below its title.
func (w *reportWriter) part(r report.Report, title string) {
	if r.Title != "" {
		w.span(report.Span{Text: strings.ToUpper(r.Title[:1]) + strings.ToLower(r.Title[1:])}, title)
	}
	w.span(r.Sum, "p")
	w.blocks(r.Blocks)
}

// spans draws the value of a fact, and what is said of it.
func (w *reportWriter) spans(value []report.Span, about report.Span) {
	for _, s := range append(value[:len(value):len(value)], about) {
		w.span(s, "span")
		w.b.WriteString(" ")
	}
}

func (w *reportWriter) blocks(blocks []report.Block) {
	for i := 0; i < len(blocks); i++ {
		b := plainBlock(blocks[i])
		if f, is := b.(report.Flow); is && slices.ContainsFunc(f.Steps, func(s report.Step) bool { return s.Told }) {
			w.flow(f)
			continue
		}
		switch b := b.(type) {
		case report.Field, report.List, report.Flow:
			w.open("dl", "facts")
			for ; i < len(blocks) && w.fact(plainBlock(blocks[i])); i++ {
			}
			i--
			w.shut("dl")
		case report.Span:
			if b.Role == report.Advice {
				b.Text = "→ " + b.Text
			}
			w.span(b, "p")
		case report.Quote:
			w.span(report.Span{Text: b.Before + b.Text}, "blockquote")
		case report.Words:
			w.words(b)
		case report.Excerpt:
			w.open("p", "excerpt")
			w.text(b.Before)
			w.span(report.Span{Text: b.Found}, "mark")
			w.text(b.After)
			w.shut("p")
		case report.Numbers:
			w.numbers(b)
		case report.Shares:
			var list report.Numbers
			for _, s := range b {
				list = append(list, report.Number{Label: s.Label, Value: s.Value})
			}
			w.numbers(list)
		case report.Table:
			w.tableBehind(b, nil)
		case report.Waterfall:
			w.waterfall(b)
		case report.Finding:
			w.finding(b)
		case report.Row:
			w.row(b)
		case report.Report:
			w.part(b, "h4")
		}
	}
}

// plainBlock is a block without what it is for a medium with little room.
func plainBlock(b report.Block) report.Block {
	if extra, is := b.(report.Extra); is {
		return extra.Block
	}
	return b
}

// fact draws a row of facts; false for another block.
func (w *reportWriter) fact(b report.Block) bool {
	row := func(label string, value []report.Span, about report.Span) {
		w.span(report.Span{Text: label}, "dt")
		w.open("dd", "")
		w.spans(value, about)
		w.shut("dd")
	}
	switch b := b.(type) {
	case report.Field:
		row(b.Label, b.Value, b.About)
	case report.Flow:
		for _, s := range b.Steps {
			for _, n := range s.Nodes {
				row(s.Label, []report.Span{{Text: n.Names[0], Role: n.Role}}, n.Did)
			}
		}
	case report.List:
		for i, it := range b.Items {
			row(map[bool]string{true: b.Label}[i == 0], it.Value, it.About)
		}
		if b.More != "" {
			row("", []report.Span{{Text: b.More, Role: report.Quiet}}, report.Span{})
		}
	default:
		return false
	}
	return true
}

// words draws spans that run on.
func (w *reportWriter) words(words report.Words) {
	w.open("p", "")
	w.span(words.Sign, "span")
	for _, s := range words.Spans {
		element := map[report.Role]string{report.Removed: "del", report.Added: "ins"}[s.Role]
		w.span(s, cmp.Or(element, "span"))
	}
	w.shut("p")
}

// row draws a row that is in no table.
func (w *reportWriter) row(r report.Row) {
	w.open("p", "")
	w.spans(r.Cells, report.Span{})
	w.shut("p")
	w.below(r)
}

// below draws what is said about a row, and the text that it unfolds to.
func (w *reportWriter) below(r report.Row) {
	w.open("div", "below")
	w.span(report.Span{Text: r.Text, Role: report.Quiet}, "pre")
	w.blocks(r.Below)
	w.shut("div")
}

// tableBehind draws a table; before, where there is one, draws a cell in front of each row.
func (w *reportWriter) tableBehind(t report.Table, before func(row int)) {
	const figureSpace = "\u2007" // as wide as a digit, and kept at the end of a cell
	t = t.AtPoint(figureSpace)
	columns := len(t.Columns)
	w.open("table", "fields")
	if slices.ContainsFunc(t.Columns, func(c report.Column) bool { return c.Title != "" }) {
		w.open("tr", "")
		if before != nil {
			columns++
			w.b.WriteString("<th></th>")
		}
		for _, c := range t.Columns {
			w.open("th", "")
			w.text(c.Title)
			w.shut("th")
		}
		w.shut("tr")
	}
	for row, r := range t.Rows {
		w.open("tr", "")
		if before != nil {
			before(row)
		}
		for i, c := range r.Cells {
			w.open("td", map[bool]string{true: "num"}[t.Columns[i].Right])
			w.span(c, "span")
			if i == len(r.Cells)-1 && r.Note != "" {
				w.span(report.Span{Text: " " + r.Note, Role: report.Quiet}, "span")
			}
			w.shut("td")
		}
		w.shut("tr")
		if len(r.Below) > 0 || r.Text != "" {
			fmt.Fprintf(&w.b, `<tr><td colspan="%d">`, columns)
			w.below(r)
			w.b.WriteString("</td></tr>")
		}
	}
	w.shut("table")
}

func (w *reportWriter) finding(f report.Finding) {
	w.span(report.Span{Text: strings.TrimSpace(f.Mark() + " " + f.Name + " " + f.Words()), Role: f.Level.Role()}, "p")
	for words := range strings.SplitSeq(f.Detail, "\n") {
		w.span(report.Span{Text: words, Role: report.Quiet}, "p")
	}
	if f.Remedy != "" {
		w.span(report.Span{Text: "→ " + f.Remedy}, "p")
	}
}

// numbers writes figures with their names.
func (w *reportWriter) numbers(list report.Numbers) {
	w.open("p", "")
	for _, n := range list {
		w.open("span", "number")
		if !n.Bare {
			w.span(report.Span{Text: n.Label, Role: report.Quiet}, "span")
		}
		w.text(" " + n.Value)
		w.shut("span")
	}
	w.shut("p")
}
