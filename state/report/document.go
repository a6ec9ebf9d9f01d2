package report

import (
	"slices"
	"strings"

	"gatehouse/state/text/spelling"
)

// Document is a medium in which reports are written from their first line to the last, such as
// HTML or Markdown, by the few kinds of parts that it has.
type Document interface {
	Heading(title string, level int)   // from 1
	Paragraph(spans []Span)            // one text
	Quote(before, text string)         // text of others after an introduction
	Facts(label string, values []Item) // with one name
	Numbers(list Numbers)
	Table(t Table) // without columns: only rows
}

// Illustrated is a document that draws some blocks as pictures.
type Illustrated interface {
	Document
	Picture(b Block) bool // draws a block; false if it has no picture
}

// WriteDocument writes blocks; reports among them get a heading of the level. Actions are left out.
func WriteDocument(d Document, level int, blocks ...Block) {
	for _, b := range blocks {
		if extra, is := b.(Extra); is {
			b = extra.Block
		}
		if i, is := d.(Illustrated); !is || !i.Picture(b) {
			writeBlock(d, level, b)
		}
	}
}

func writeBlock(d Document, level int, b Block) {
	switch b := b.(type) {
	case Report:
		writeReport(d, level, b)
	case Span:
		if b.Role == Advice && b.Text != "" {
			b.Text = "→ " + b.Text
		}
		d.Paragraph([]Span{b})
	case Words:
		if b.Sign.Text != "" && !strings.HasSuffix(b.Sign.Text, " ") {
			b.Sign.Text += " "
		}
		d.Paragraph(append([]Span{b.Sign}, b.Spans...))
	case Excerpt:
		d.Paragraph([]Span{{Text: "“" + b.Before}, {b.Found, Found}, {Text: b.After + "”"}})
	case Quote:
		d.Quote(b.Before, b.Text)
	case Field:
		d.Facts(b.Label, []Item{{b.Value, b.About}})
	case List:
		values := slices.Clone(b.Items)
		if b.More != "" {
			values = append(values, Item{Value: []Span{quiet(b.More)}})
		}
		d.Facts(b.Label, values)
	case Flow:
		for _, s := range b.Steps {
			d.Facts(s.Label, s.items())
		}
	case Series:
		d.Facts(b.Label, []Item{{Value: []Span{{Text: b.Caption}}}})
	case Numbers:
		d.Numbers(b)
	case Shares:
		d.Numbers(Numbers(b))
	case Table:
		d.Table(b)
	case Timeline:
		d.Table(b.Table())
	case Waterfall:
		d.Table(b.Table())
	case Chart:
		d.Table(b.Table())
	case Row:
		d.Table(Table{Rows: []Row{b}})
	case Finding:
		d.Table(Table{Rows: []Row{b.row()}})
	}
}

func writeReport(d Document, level int, r Report) {
	if r.Empty() && r.Sum.Text == "" {
		return
	}
	if r.Title != "" {
		title := r.Title
		if title == strings.ToUpper(title) {
			title = title[:1] + strings.ToLower(title[1:])
		}
		if r.Unit != "" {
			title += " in " + r.Unit
		}
		d.Heading(title, level)
	}
	if r.Sum.Text != "" {
		d.Paragraph([]Span{r.Sum})
	}
	WriteDocument(d, level+1, r.Blocks...)
}

// items returns the nodes of a step with all details.
func (s Step) items() (items []Item) {
	for i, n := range s.Nodes {
		it := Item{About: Span{Text: n.About}}
		if s.InTurn && i > 0 {
			it.Value = append(it.Value, Span{Text: "then"})
		}
		it.Value = append(it.Value, n.Sign, Span{n.Names[len(n.Names)-1], n.Role}, n.Did, n.Outcome)
		items = append(items, it)
	}
	return items
}

// row returns a finding as a line with its detail and remedy below.
func (f Finding) row() Row {
	seen := strings.Join(strings.Fields(f.Mark()+" "+f.Name+" "+f.Words()), " ")
	r := Row{Cells: []Span{{seen, f.Level.Role()}}}
	for line := range strings.SplitSeq(f.Detail, "\n") {
		if line != "" {
			r.Below = append(r.Below, quiet(line))
		}
	}
	if f.Remedy != "" {
		r.Below = append(r.Below, Span{f.Remedy, Advice})
	}
	return r
}

// Inert returns reports without line ends and commands in their texts, for media whose lines other
// programs interpret, such as a CI system or a model. Names of several words and texts of others are
// quoted. Only a Quote, the Text of a Row and the columns with Lines have several.
func Inert(list ...Report) []Report { return each(list, inertReport) }

// each returns a list with each element replaced.
func each[E any](list []E, replace func(E) E) []E {
	out := slices.Clone(list)
	for i := range out {
		out[i] = replace(out[i])
	}
	return out
}

func inertReport(r Report) Report {
	line := spelling.OneLine
	r.Title, r.Unit, r.Sum, r.Blocks = line(r.Title), line(r.Unit), inertSpan(r.Sum), each(r.Blocks, inertBlock)
	return r
}

// inertLines returns an inert table with the lines in columns that have Lines, each inert.
func inertLines(t, was Table) Table {
	for i, c := range was.Columns {
		for j, r := range was.Rows {
			if c.Lines && i < len(r.Cells) {
				t.Rows[j].Cells[i].Text = strings.Join(each(strings.Split(strings.ReplaceAll(r.Cells[i].Text, "\r\n", "\n"), "\n"), spelling.OneLine), "\n")
			}
		}
	}
	return t
}

// inertBlock returns blocks with figures and fixed words unchanged, and a Waterfall too: its texts are
// in the cells of its Table.
func inertBlock(b Block) Block {
	line := spelling.OneLine
	switch b := b.(type) {
	case Extra:
		return Extra{inertBlock(b.Block)}
	case Report:
		return inertReport(b)
	case Span:
		return inertSpan(b)
	case Quote:
		b.Before, b.Bare = line(b.Before), false
		return b
	case Field:
		return Field{line(b.Label), each(b.Value, inertSpan), inertSpan(b.About)}
	case List:
		inertItem := func(it Item) Item { return Item{each(it.Value, inertSpan), inertSpan(it.About)} }
		return List{line(b.Label), each(b.Items, inertItem), line(b.More)}
	case Numbers:
		return Numbers(each(b, inertNumber))
	case Shares:
		return Shares(each(b, inertNumber))
	case Table:
		inertColumn := func(c Column) Column {
			c.Title = line(c.Title)
			return c
		}
		return inertLines(Table{each(b.Columns, inertColumn), each(b.Rows, inertRow)}, b)
	case Row:
		return inertRow(b)
	case Flow:
		return Flow{each(b.Steps, func(s Step) Step {
			s.Label, s.Nodes = spelling.OneLine(s.Label), each(s.Nodes, inertNode)
			return s
		}), b.Ends}
	case Series:
		b.Label, b.Caption = line(b.Label), line(b.Caption)
		return b
	case Words:
		return Words{inertSpan(b.Sign), each(b.Spans, inertSpan)}
	case Excerpt:
		return Excerpt{line(b.Before), line(b.Found), line(b.After)}
	case Finding:
		if b.Quoted {
			b.Message = spelling.Quoted(b.Message)
		}
		b.Name, b.Sign, b.Message, b.Remedy, b.Path = line(b.Name), line(b.Sign), line(b.Message), line(b.Remedy), line(b.Path)
		return b
	}
	return b
}

func inertRow(r Row) Row {
	r.Cells, r.Note, r.Below = each(r.Cells, inertSpan), spelling.OneLine(r.Note), each(r.Below, inertBlock)
	return r
}

func inertNumber(n Number) Number {
	n.Label, n.Value = spelling.OneLine(n.Label), spelling.OneLine(n.Value)
	return n
}

func inertNode(n Node) Node {
	n.Sign, n.Did, n.Outcome, n.About = inertSpan(n.Sign), inertSpan(n.Did), inertSpan(n.Outcome), spelling.OneLine(n.About)
	name := spelling.OneLine
	if n.Role == Model {
		name = func(s string) string { return spelling.OneLine(spelling.Word(s)) }
	}
	n.Names = each(n.Names, name)
	return n
}

func inertSpan(s Span) Span {
	if s.Role == Name {
		s.Text = inertName(s.Text)
	}
	s.Text = spelling.OneLine(s.Text)
	return s
}

// inertName quotes a name, or each of two that are compared, unless it is a single word.
func inertName(name string) string {
	for _, sign := range []string{" − ", " · "} {
		if first, second, pair := strings.Cut(name, sign); pair {
			return spelling.Word(first) + sign + spelling.Word(second)
		}
	}
	return spelling.Word(name)
}
