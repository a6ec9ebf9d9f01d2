package registry

import (
	"slices"

	"gatehouse/client/scan"
	"gatehouse/state/dialect"
	"gatehouse/state/json/tree"
)

// Compare reads two bodies and aligns their messages. A second body of an
// unknown dialect is searched for the texts of the first; what else it holds is
// not reported as added.
func Compare(a, b []byte) (*dialect.Alignment, error) {
	first, err := Read(a)
	if err != nil {
		return nil, err
	}
	second, err := Read(b)
	if err == nil && second.Dialect == dialect.Unknown {
		second, err = dialect.Strings(b)
	}
	if err != nil {
		return nil, err
	}
	return dialect.Align(first, second), nil
}

// Diff compares two request bodies. Where they hold their messages in other
// members, the messages are aligned and all else is compared by its place;
// formats then names what each body is written for. Otherwise both are compared
// by place alone, which leaves out nothing that a message has.
func Diff(a, b *tree.Index) (delta *tree.Delta, formats string) {
	first, errA := Read(a.Doc())
	second, errB := Read(b.Doc())
	if errA != nil || errB != nil || first.Dialect == dialect.Unknown || second.Dialect == dialect.Unknown {
		return tree.Diff(a, b), ""
	}
	members := tree.Aligned{A: at(a, first.Members), B: at(b, second.Members)}
	like := func(i, j int) bool { return string(a.Name(i)) == string(b.Name(j)) && a.Kind(i) == b.Kind(j) }
	if first.Dialect == second.Dialect && slices.EqualFunc(members.A, members.B, like) || first.Cut || second.Cut {
		return tree.Diff(a, b), ""
	}
	members.Rows = rows(a, b, members, dialect.Align(first, second))
	if first.Dialect != second.Dialect {
		formats = first.Dialect.String() + " → " + second.Dialect.String()
	}
	return tree.DiffAligned(a, b, members), formats
}

// at returns the values that begin at some offsets.
func at(x *tree.Index, offsets []int) []int {
	list := make([]int, len(offsets))
	for n, offset := range offsets {
		list[n] = x.At(offset)
	}
	return list
}

// rows writes an alignment as rows below one of the members that hold the messages.
func rows(a, b *tree.Index, members tree.Aligned, al *dialect.Alignment) []tree.Change {
	last := func(list []int) int { return list[len(list)-1] }
	list := []tree.Change{{Kind: tree.Inside, A: last(members.A), B: last(members.B), Depth: 1, Apart: true}}
	kinds := map[dialect.Change]tree.ChangeKind{dialect.Unchanged: tree.Same, dialect.Changed: tree.Changed, dialect.Dropped: tree.Removed, dialect.Added: tree.Added}
	value := func(x *tree.Index, p *dialect.Place) int {
		if p == nil {
			return -1 // none
		}
		return x.At(p.At)
	}
	for _, p := range al.Pairs {
		c := tree.Change{Kind: kinds[p.Change], A: value(a, p.A), B: value(b, p.B), Depth: 2, Apart: true}
		switch {
		case p.Moved:
			c.Kind = tree.Moved
		case p.Change == dialect.Changed && p.A.Text == p.B.Text: // the role is another
			c.A, c.B = speaker(a, c.A), speaker(b, c.B)
		}
		list = append(list, c)
	}
	return list
}

// speaker returns the message that a value is in: the innermost object with a
// role; the value itself where there is none.
func speaker(x *tree.Index, value int) int {
	for i := value; i >= 0; i = x.Parent(i) {
		if x.Kind(i) == scan.Object && scan.Get(x.Value(i), "role") != nil {
			return i
		}
	}
	return value
}
