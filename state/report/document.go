package report

import (
	"slices"
	"strings"
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
		d.Numbers(b.numbers())
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
