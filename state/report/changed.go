package report

import (
	"strings"

	"gatehouse/client/wire"
	"gatehouse/state/answer/figures"
	"gatehouse/state/json/tree"
	"gatehouse/state/text/spelling"
)

// The bounds of what is listed of a change.
const (
	maxChanges     = 12
	maxChangeRunes = 60
)

// requestChanges returns what the proxy changed in a request, and by what; nothing for a request as the program
// sent it.
func requestChanges(c *wire.Capture) (blocks []Block) {
	if c.Changed == nil {
		return nil
	}
	for _, rule := range c.Changed.By {
		blocks = append(blocks, field("changed by", rule, Warn))
	}
	a, wrongA := tree.New([]byte(c.Changed.Body))
	b, wrongB := tree.New(c.Sent.Body)
	if wrongA != nil || wrongB != nil {
		return blocks
	}
	t := Table{Columns: []Column{{Title: "changed"}, {Title: "the program sent", MaxWidth: maxChangeRunes}, {Title: "sent instead", MaxWidth: maxChangeRunes}}}
	value := func(x *tree.Index, i int) string {
		if i < 0 {
			return "–"
		}
		from, to := x.Span(i)
		return spelling.Shorten(strings.Join(strings.Fields(string(x.Doc()[from:to])), " "), maxChangeRunes)
	}
	more := 0
	d := tree.Diff(a, b)
	for _, row := range d.Rows {
		switch {
		case !row.Differs(), row.Kind == tree.Changed && a.Container(row.A) && b.Container(row.B): // its values follow
		case len(t.Rows) >= maxChanges:
			more++
		default:
			was, is := row.A, row.B
			if row.Kind == tree.Added {
				was = -1
			}
			if row.Kind == tree.Removed {
				is = -1
			}
			t.Rows = append(t.Rows, Row{Cells: []Span{{Text: d.Path(row), Role: Name}, quiet(value(a, was)), {Text: value(b, is)}}})
		}
	}
	blocks = append(blocks, t)
	if more > 0 {
		blocks = append(blocks, quiet(figures.Counted(more, "further difference")))
	}
	return blocks
}
