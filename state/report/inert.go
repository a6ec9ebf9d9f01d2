package report

import (
	"slices"
	"strings"

	"gatehouse/state/spelling"
)

// Inert returns reports without line ends and commands in their texts, for media whose lines other
// programs interpret, such as a CI system or a model. Names of several words and texts of others are
// quoted. Only a Quote and the Text of a Row still have several lines.
func Inert(list ...Report) []Report {
	out := slices.Clone(list)
	for i := range out {
		out[i] = inertReport(out[i])
	}
	return out
}

func inertReport(r Report) Report {
	line := spelling.OneLine
	r.Title, r.Unit, r.Sum = line(r.Title), line(r.Unit), inertSpan(r.Sum)
	r.Blocks = inertBlocks(r.Blocks)
	return r
}

func inertBlocks(blocks []Block) []Block {
	out := slices.Clone(blocks)
	for i := range out {
		out[i] = inertBlock(out[i])
	}
	return out
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
		return Field{line(b.Label), inertSpans(b.Value), inertSpan(b.About)}
	case List:
		b.Label, b.More, b.Items = line(b.Label), line(b.More), slices.Clone(b.Items)
		for i, it := range b.Items {
			b.Items[i] = Item{inertSpans(it.Value), inertSpan(it.About)}
		}
		return b
	case Numbers:
		b = slices.Clone(b)
		for i := range b {
			b[i].Label, b[i].Value = line(b[i].Label), line(b[i].Value)
		}
		return b
	case Shares:
		b = slices.Clone(b)
		for i := range b {
			b[i].Label, b[i].Value = line(b[i].Label), line(b[i].Value)
		}
		return b
	case Table:
		b.Columns, b.Rows = slices.Clone(b.Columns), slices.Clone(b.Rows)
		for i := range b.Columns {
			b.Columns[i].Title = line(b.Columns[i].Title)
		}
		for i := range b.Rows {
			b.Rows[i] = inertRow(b.Rows[i])
		}
		return b
	case Row:
		return inertRow(b)
	case Flow:
		return inertFlow(b)
	case Series:
		b.Label, b.Caption = line(b.Label), line(b.Caption)
		return b
	case Words:
		return Words{inertSpan(b.Sign), inertSpans(b.Spans)}
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
	r.Cells, r.Note, r.Below = inertSpans(r.Cells), spelling.OneLine(r.Note), inertBlocks(r.Below)
	return r
}

func inertFlow(f Flow) Flow {
	f.Steps = slices.Clone(f.Steps)
	for i, s := range f.Steps {
		s.Label, s.Nodes = spelling.OneLine(s.Label), slices.Clone(s.Nodes)
		for j, n := range s.Nodes {
			n.Sign, n.Did, n.Outcome, n.About = inertSpan(n.Sign), inertSpan(n.Did), inertSpan(n.Outcome), spelling.OneLine(n.About)
			n.Names = slices.Clone(n.Names)
			for k, name := range n.Names {
				if n.Role == Model {
					name = spelling.Word(name)
				}
				n.Names[k] = spelling.OneLine(name)
			}
			s.Nodes[j] = n
		}
		f.Steps[i] = s
	}
	return f
}

func inertSpans(spans []Span) []Span {
	out := slices.Clone(spans)
	for i := range out {
		out[i] = inertSpan(out[i])
	}
	return out
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
