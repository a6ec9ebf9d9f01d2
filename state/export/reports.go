package export

import (
	"slices"
	"strings"
	"unicode"

	"gatehouse/state/report"
	"gatehouse/state/spelling"
)

// Reports writes reports in markdown, below one another, each under its title. All text in them
// may come from the wire: it is escaped, so that none of it is markup. What only keys can do is
// left out. Control characters are for the caller to make visible.
func Reports(list ...report.Report) string {
	var w reportWriter
	for _, r := range report.Inert(list...) {
		w.part(r, 2)
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
func (w *reportWriter) below(blocks []report.Block) {
	was := w.indent
	w.indent += "  "
	w.blocks(blocks, 6)
	w.indent = was
}

// part writes a report under a heading of a level; without a title it is its blocks alone.
func (w *reportWriter) part(r report.Report, level int) {
	if r.Empty() && r.Sum.Text == "" {
		return
	}
	title := inLine(headed(r.Title))
	if r.Unit != "" {
		title += " in " + inLine(r.Unit)
	}
	switch {
	case r.Title == "":
	case w.indent != "":
		w.item("**" + title + "**")
	default:
		w.write(false, strings.Repeat("#", min(level, 6))+" "+title)
	}
	if r.Sum.Text != "" {
		w.block(r.Sum, level)
	}
	w.blocks(r.Blocks, level+1)
}

// headed is a title, which may be in capitals, as markdown has it.
func headed(title string) string {
	if title == "" || title != strings.ToUpper(title) {
		return title
	}
	return title[:1] + strings.ToLower(title[1:])
}

func (w *reportWriter) blocks(blocks []report.Block, level int) {
	for _, b := range blocks {
		w.block(b, level)
	}
}

// block writes one block; level is that of the heading of a report in it.
func (w *reportWriter) block(b report.Block, level int) {
	switch b := b.(type) {
	case report.Extra:
		w.block(b.Block, level)
	case report.Report:
		w.part(b, level)
	case report.Span:
		w.paragraph(b)
	case report.Quote:
		w.quote(b)
	case report.Field:
		w.item(named(b.Label, inLine(withAbout(b.Value, b.About))))
	case report.List:
		w.list(b)
	case report.Numbers:
		w.numbers(b)
	case report.Table:
		w.table(b)
	case report.Timeline:
		w.table(b.Table())
	case report.Waterfall:
		w.table(b.Table())
	case report.Chart:
		w.table(b.Table())
	case report.Series:
		w.item(named(b.Label, inLine(b.Said)))
	case report.Flow:
		w.flow(b)
	case report.Row:
		w.row(b)
	case report.Words:
		w.words(b)
	case report.Excerpt:
		w.write(false, "“"+inLine(b.Before)+"**"+inLine(b.Found)+"**"+inLine(b.After)+"”")
	case report.Finding:
		w.finding(b)
	}
}

func (w *reportWriter) paragraph(s report.Span) {
	if s.Text == "" {
		return
	}
	if s.Role == report.Advice {
		s.Text = "→ " + s.Text
	}
	w.write(false, lines(s.Text)...)
}

// quote writes what others wrote as a quotation, which it cannot end.
func (w *reportWriter) quote(q report.Quote) {
	quoted := lines(q.Text)
	for i, line := range quoted {
		quoted[i] = "> " + line
	}
	if q.Before != "" {
		quoted = append([]string{inLine(q.Before), ""}, quoted...)
	}
	w.write(false, quoted...)
}

func (w *reportWriter) list(l report.List) {
	var items []string
	for _, it := range l.Items {
		items = append(items, inLine(withAbout(it.Value, it.About)))
	}
	if l.More != "" {
		items = append(items, inLine(l.More))
	}
	if len(items) == 1 {
		w.item(named(l.Label, items[0]))
		return
	}
	if l.Label != "" {
		w.item(inLine(l.Label) + ":")
		for i := range items {
			items[i] = "  - " + items[i]
		}
		w.write(true, items...)
		return
	}
	for _, it := range items {
		w.item(it)
	}
}

func (w *reportWriter) numbers(list report.Numbers) {
	var words []string
	for _, n := range list {
		if n.Bare {
			words = append(words, inLine(n.Value))
			continue
		}
		words = append(words, inLine(n.Label+" "+n.Value))
	}
	if len(words) > 0 {
		w.item(strings.Join(words, " · "))
	}
}

// table writes a table; one with words below its rows is a list.
func (w *reportWriter) table(t report.Table) {
	if len(t.Rows) == 0 {
		return
	}
	if w.indent != "" || slices.ContainsFunc(t.Rows, func(r report.Row) bool { return len(r.Below) > 0 || r.Text != "" }) {
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
		return inLine(words)
	}
	var shown []int // the columns that have a title or a cell
	for i, c := range t.Columns {
		if c.Title != "" || slices.ContainsFunc(t.Rows, func(r report.Row) bool { return cell(r, i) != "" }) {
			shown = append(shown, i)
		}
	}
	out := make([]string, 2, len(t.Rows)+2)
	for _, i := range shown {
		out[0] += "| " + inLine(t.Columns[i].Title) + " "
		out[1] += map[bool]string{true: "|---:", false: "|---"}[t.Columns[i].Right]
	}
	for _, r := range t.Rows {
		line := ""
		for _, i := range shown {
			line += "| " + cell(r, i) + " "
		}
		out = append(out, line)
	}
	for i := range out {
		out[i] += "|"
	}
	w.write(false, out...)
}

// row writes a row that is in no table, and what is said about it.
func (w *reportWriter) row(r report.Row) {
	var cells []string
	for _, c := range r.Cells {
		if c.Text != "" {
			cells = append(cells, inLine(c.Text))
		}
	}
	if r.Note != "" {
		cells = append(cells, inLine(r.Note))
	}
	w.item(strings.Join(cells, " · "))
	if r.Text != "" {
		w.below([]report.Block{report.Quote{Text: r.Text}})
	}
	w.below(r.Below)
}

// flow writes each step of a way as an item.
func (w *reportWriter) flow(f report.Flow) {
	for _, s := range f.Steps {
		var nodes []string
		for _, n := range s.Nodes {
			words := []report.Span{n.Sign, {Text: n.Names[len(n.Names)-1]}, n.Did, n.Beside}
			nodes = append(nodes, inLine(withAbout(words, report.Span{Text: n.About})))
		}
		between := ", "
		if s.InTurn {
			between = ", then "
		}
		w.item(named(s.Label, strings.Join(nodes, between)))
	}
}

func (w *reportWriter) words(words report.Words) {
	line := inLine(words.Sign.Text)
	if line != "" {
		line += " "
	}
	for i, s := range words.Spans {
		text := inLine(s.Text)
		if i == 0 {
			text = strings.TrimLeft(text, " ")
		}
		switch {
		case strings.TrimSpace(text) == "":
		case s.Role == report.Removed:
			text = "~~" + text + "~~"
		case s.Role == report.Added:
			text = "**" + text + "**"
		}
		line += text
	}
	w.write(false, line)
}

func (w *reportWriter) finding(f report.Finding) {
	w.item(inLine(strings.Join(strings.Fields(f.Mark()+" "+f.Name+" "+f.Words()), " ")))
	said := []report.Block{report.Span{Text: f.Detail}}
	if f.Remedy != "" {
		said = append(said, report.Span{Text: f.Remedy, Role: report.Advice})
	}
	w.below(said)
}

// named is a value behind its name, where it has one.
func named(label, value string) string {
	if label == "" {
		return value
	}
	return inLine(label) + ": " + value
}

// withAbout joins the spans of a value, and what is said beside it.
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

// lines escapes a text line by line. So many spaces in front of one that they would make it code
// are fewer.
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
	start := true // nothing but digits and white space came yet
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
