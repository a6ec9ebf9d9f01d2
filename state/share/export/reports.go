package export

import (
	"slices"
	"strings"
	"unicode"

	"gatehouse/state/report"
	"gatehouse/state/text/spelling"
)

// Reports writes reports in markdown, below one another, each under its title. All text in them
// may come from the wire: it is escaped, so that none of it is markup. What only keys can do is
// left out. Control characters are for the caller to make visible.
func Reports(list ...report.Report) string {
	var w reportWriter
	for _, r := range report.Inert(list...) {
		report.WriteDocument(&w, 1, r)
	}
	return strings.TrimSuffix(w.b.String(), "\n")
}

// reportWriter collects blocks of markdown. An empty line is between two of them, but for the
// items of one list.
type reportWriter struct {
	b      strings.Builder
	indent string // of what belongs to an item
	listed bool   // the last block was an item
}

// write adds a block of lines; items of a list follow one another without an empty line.
func (w *reportWriter) write(item bool, lines ...string) {
	if w.b.Len() > 0 && !(item && w.listed) {
		w.b.WriteString("\n")
	}
	w.listed = item
	for _, line := range lines {
		w.b.WriteString(strings.TrimRight(w.indent+line, " ") + "\n")
	}
}

func (w *reportWriter) item(text string) { w.write(true, "- "+text) }

// below adds the blocks that belong to the last item.
func (w *reportWriter) below(blocks ...report.Block) {
	was := w.indent
	w.indent += "  "
	report.WriteDocument(w, 1, blocks...)
	w.indent = was
}

// Heading begins below a title; the one of a report that belongs to an item is an item too.
func (w *reportWriter) Heading(title string, level int) {
	if w.indent != "" {
		w.item("**" + inLine(title) + "**")
		return
	}
	w.write(false, strings.Repeat("#", min(1+level, 6))+" "+inLine(title))
}

func (w *reportWriter) Paragraph(spans []report.Span) {
	if len(spans) == 1 {
		if words := spans[0].Text; words != "" {
			w.write(false, lines(words)...)
		}
		return
	}
	line := ""
	for _, s := range spans {
		words := inLine(s.Text)
		switch {
		case strings.TrimSpace(words) == "":
		case s.Role == report.Removed:
			words = "~~" + words + "~~"
		case s.Role == report.Added, s.Role == report.Found:
			words = "**" + words + "**"
		}
		line += words
	}
	w.write(false, strings.TrimLeft(line, " "))
}

// Quote writes what others wrote as a quotation, which it cannot end.
func (w *reportWriter) Quote(before, text string) {
	quoted := lines(text)
	for i, line := range quoted {
		quoted[i] = "> " + line
	}
	if before != "" {
		quoted = append([]string{inLine(before), ""}, quoted...)
	}
	w.write(false, quoted...)
}

func (w *reportWriter) Facts(label string, values []report.Item) {
	items := make([]string, len(values))
	for i, it := range values {
		items[i] = inLine(withAbout(it.Value, it.About))
	}
	switch {
	case label == "":
		for _, it := range items {
			w.item(it)
		}
	case len(items) == 1:
		w.item(inLine(label) + ": " + items[0])
	default:
		w.item(inLine(label) + ":")
		for i := range items {
			items[i] = "  - " + items[i]
		}
		w.write(true, items...)
	}
}

func (w *reportWriter) Numbers(list report.Numbers) {
	var words []string
	for _, n := range list {
		if !n.Bare {
			n.Value = n.Label + " " + n.Value
		}
		words = append(words, inLine(n.Value))
	}
	if len(words) > 0 {
		w.item(strings.Join(words, " · "))
	}
}

// Table writes a table; one with words below its rows, or below an item, is a list.
func (w *reportWriter) Table(t report.Table) {
	if len(t.Rows) == 0 {
		return
	}
	if w.indent != "" || len(t.Columns) == 0 || slices.ContainsFunc(t.Rows, func(r report.Row) bool { return len(r.Below) > 0 || r.Text != "" }) {
		for _, r := range t.Rows {
			w.row(r)
		}
		return
	}
	cell := func(r report.Row, i int) string {
		if i >= len(r.Cells) {
			return ""
		}
		words := r.Cells[i].Text
		if i == len(r.Cells)-1 && r.Note != "" {
			words += " " + r.Note
		}
		if t.Columns[i].Lines {
			return strings.Join(lines(words), "<br>")
		}
		return inLine(words)
	}
	var head, rule string
	body := make([]string, len(t.Rows))
	for i, c := range t.Columns {
		if c.Title == "" && !slices.ContainsFunc(t.Rows, func(r report.Row) bool { return cell(r, i) != "" }) {
			continue
		}
		head += "| " + inLine(c.Title) + " "
		rule += "|---"
		if c.Right {
			rule += ":"
		}
		for j, r := range t.Rows {
			body[j] += "| " + cell(r, i) + " "
		}
	}
	out := append([]string{head, rule}, body...)
	for i := range out {
		out[i] += "|"
	}
	w.write(false, out...)
}

// row writes a row outside of a table, and its remark.
func (w *reportWriter) row(r report.Row) {
	var cells []string
	for _, c := range append(r.Cells[:len(r.Cells):len(r.Cells)], report.Span{Text: r.Note}) {
		if c.Text != "" {
			cells = append(cells, inLine(c.Text))
		}
	}
	w.item(strings.Join(cells, " · "))
	if r.Text != "" {
		w.below(report.Quote{Text: r.Text})
	}
	w.below(r.Below...)
}

// withAbout joins the spans of a value and its remark.
func withAbout(value []report.Span, about report.Span) string {
	var words []string
	for _, s := range value {
		if s.Text != "" {
			words = append(words, s.Text)
		}
	}
	if about.Text != "" {
		words = append(words, "("+about.Text+")")
	}
	return strings.Join(words, " ")
}

// lines escapes a text line by line. Leading spaces that would make a line code are reduced.
func lines(text string) []string {
	all := strings.Split(strings.TrimRight(strings.ReplaceAll(text, "\r\n", "\n"), "\n"), "\n")
	for i, line := range all {
		bare := strings.TrimLeft(line, " \t")
		all[i] = strings.Repeat(" ", min(len(line)-len(bare), 3)) + escaped(spelling.OneLine(bare))
	}
	return all
}

// inLine escapes a text that has to stay in its line.
func inLine(text string) string {
	return escaped(spelling.OneLine(text))
}

// escaped writes a line so that markdown takes all of it for text (CommonMark 0.31.2, section
// 2.4, and the tables and ~~ of GitHub's).
func escaped(line string) string {
	var b strings.Builder
	all := []rune(line)
	start := true // only digits and white space so far
	for i, r := range all {
		word := func(at int) bool {
			return at >= 0 && at < len(all) && (unicode.IsLetter(all[at]) || unicode.IsDigit(all[at]))
		}
		switch {
		case strings.ContainsRune("\\`*[]<|~&", r),
			r == '_' && !(word(i-1) && word(i+1)),
			start && strings.ContainsRune("#>+-=", r) && !word(i-1),
			start && strings.ContainsRune(".)", r) && word(i-1) && (i+1 == len(all) || unicode.IsSpace(all[i+1])):
			b.WriteByte('\\')
		}
		start = start && (unicode.IsDigit(r) || unicode.IsSpace(r))
		b.WriteRune(r)
	}
	return b.String()
}
