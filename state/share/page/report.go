package page

import (
	"bytes"
	"fmt"
	"html/template"
	"slices"
	"strconv"
	"strings"

	"gatehouse/state/report"
)

// sections draws reports below one another, each with its title.
func sections(reports ...report.Report) template.HTML {
	var w reportWriter
	for _, r := range reports {
		if r.Empty() {
			continue
		}
		w.open("section", "report")
		w.blocks(1, r)
		w.shut("section")
	}
	return template.HTML(w.b.String()) //nolint:gosec // the writer escapes all text
}

// Reports writes reports as a page without exchanges.
func Reports(title string, list ...report.Report) ([]byte, error) {
	page, err := template.New("page").Parse(layout)
	if err != nil {
		return nil, err
	}
	doc := document{Title: title, Style: template.CSS(style), Run: sections(list...), Exchanges: func(func(exchange) bool) {}}
	var out bytes.Buffer
	err = page.Execute(&out, doc)
	return []byte(visible(out.String())), err
}

// blocksHTML draws the blocks of one report.
func blocksHTML(blocks []report.Block) template.HTML {
	var w reportWriter
	w.blocks(2, blocks...)
	return template.HTML(w.b.String()) //nolint:gosec // the writer escapes all text
}

// reportWriter draws blocks of reports as HTML.
type reportWriter struct {
	b     strings.Builder
	facts bool // a list of facts is open
}

// blocks writes blocks, and ends what they left open.
func (w *reportWriter) blocks(level int, blocks ...report.Block) {
	report.WriteDocument(w, level, blocks...)
	w.endFacts()
}

func (w *reportWriter) endFacts() {
	if w.facts {
		w.facts = false
		w.shut("dl")
	}
}

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

// span draws a span as an element, nothing for an empty one.
func (w *reportWriter) span(s report.Span, element string) {
	if s.Text == "" {
		return
	}
	w.open(element, roles[s.Role])
	w.text(s.Text)
	w.shut(element)
}

func (w *reportWriter) Heading(title string, level int) {
	w.endFacts()
	w.span(report.Span{Text: title}, "h"+strconv.Itoa(min(2+level, 4)))
}

func (w *reportWriter) Paragraph(spans []report.Span) {
	w.endFacts()
	if len(spans) == 1 {
		w.span(spans[0], "p")
		return
	}
	w.open("p", "")
	for _, s := range spans {
		element := "span"
		switch s.Role {
		case report.Removed:
			element = "del"
		case report.Added:
			element = "ins"
		case report.Found:
			element = "mark"
		}
		w.span(s, element)
	}
	w.shut("p")
}

func (w *reportWriter) Quote(before, text string) {
	w.endFacts()
	w.span(report.Span{Text: before + text}, "blockquote")
}

func (w *reportWriter) Facts(label string, values []report.Item) {
	if !w.facts {
		w.open("dl", "facts")
		w.facts = true
	}
	for _, it := range values {
		w.span(report.Span{Text: label}, "dt")
		label = ""
		w.open("dd", "")
		w.spans(append(it.Value[:len(it.Value):len(it.Value)], it.About))
		w.shut("dd")
	}
}

func (w *reportWriter) spans(list []report.Span) {
	for _, s := range list {
		w.span(s, "span")
		w.b.WriteString(" ")
	}
}

func (w *reportWriter) Numbers(list report.Numbers) {
	w.endFacts()
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

// Picture draws the flow of a route, described by other blocks, and the bars of a run.
func (w *reportWriter) Picture(b report.Block) bool {
	switch b := b.(type) {
	case report.Flow:
		if slices.ContainsFunc(b.Steps, func(s report.Step) bool { return s.Detailed }) {
			w.endFacts()
			w.flow(b)
			return true
		}
	case report.Waterfall:
		w.endFacts()
		w.waterfall(b)
		return true
	}
	return false
}

func (w *reportWriter) Table(t report.Table) {
	w.endFacts()
	if len(t.Columns) > 0 {
		w.table(t, nil)
		return
	}
	for _, r := range t.Rows {
		w.open("p", "")
		w.spans(append(r.Cells[:len(r.Cells):len(r.Cells)], report.Span{Text: r.Note, Role: report.Quiet}))
		w.shut("p")
		w.below(r)
	}
}

// below draws the text that a row unfolds to, and the blocks about it.
func (w *reportWriter) below(r report.Row) {
	if len(r.Below) == 0 && r.Text == "" {
		return
	}
	w.open("div", "below")
	w.span(report.Span{Text: r.Text, Role: report.Quiet}, "pre")
	w.blocks(2, r.Below...)
	w.shut("div")
}

// table draws a table; bar, unless nil, draws a cell in front of each row.
func (w *reportWriter) table(t report.Table, bar func(row int)) {
	const figureSpace = "\u2007" // as wide as a digit, and preserved at the end of a cell
	t = t.AtPoint(figureSpace)
	columns := len(t.Columns)
	w.open("table", "fields")
	if slices.ContainsFunc(t.Columns, func(c report.Column) bool { return c.Title != "" }) {
		w.open("tr", "")
		if bar != nil {
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
		if bar != nil {
			bar(row)
		}
		for i, c := range r.Cells {
			class := ""
			switch {
			case t.Columns[i].Right:
				class = "num"
			case t.Columns[i].Lines:
				class = "lines"
			}
			w.open("td", class)
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
