package tree

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/aymanbagabas/go-udiff/lcs"

	"gatehouse/client/scan"
)

// children lists the direct children of value i.
func (x *Index) children(i int) []int {
	var out []int
	for c, end := i+1, x.Next(i); c < end; c = x.Next(c) {
		out = append(out, c)
	}
	return out
}

// members pairs the members of two objects by name, in the order of the second; members that only
// the first has stay at their position. Repeated names are paired first with first, and so on.
func (d *differ) members(c Change) []Change {
	first, second := d.a.children(c.A), d.b.children(c.B)
	if c.A == 0 && c.B == 0 {
		first = slices.DeleteFunc(first, func(i int) bool { return slices.Contains(d.aligned.A, i) })
		second = slices.DeleteFunc(second, func(i int) bool { return slices.Contains(d.aligned.B, i) })
	}
	byName := map[string][]int{} // places in first
	for i, m := range first {
		name := scan.Text(d.a.Name(m))
		byName[name] = append(byName[name], i)
	}
	partner := make([]int, len(second))
	paired := make([]bool, len(first))
	for i, m := range second {
		name := scan.Text(d.b.Name(m))
		if partner[i] = -1; len(byName[name]) > 0 {
			partner[i] = byName[name][0]
			paired[partner[i]] = true
			byName[name] = byName[name][1:]
		}
	}
	return interleave(nil, first, second, partner, paired)
}

// interleave appends the changes of values in the order of second; values that only first has
// stay at their position. partner holds for each value of second the index of its partner in
// first, or -1; paired reports the values of first that have a partner.
func interleave(out []Change, first, second, partner []int, paired []bool) []Change {
	next := 0 // value of first
	remove := func(end int) {
		for ; next < end; next++ {
			if !paired[next] {
				out = append(out, Change{A: first[next], B: -1})
			}
		}
	}
	for i, v := range second {
		if partner[i] < 0 {
			remove(run(paired, next)) // the replaced before the replacement
			out = append(out, Change{A: -1, B: v})
			continue
		}
		remove(partner[i])
		next = max(next, partner[i]+1)
		out = append(out, Change{A: first[partner[i]], B: v})
	}
	remove(len(first))
	return out
}

// elements pairs the elements of two arrays: equal ones in the same order first; then, in
// the gaps between them, those with the same identity and those of the same kind in order;
// then the rest by content, wherever it moved.
func (d *differ) elements(c Change) []Change {
	first, second := d.a.children(c.A), d.b.children(c.B)
	var out []Change
	i, j := 0, 0
	for _, gap := range lcs.DiffLines(d.tokens(first, d.sumsA), d.tokens(second, d.sumsB)) {
		for ; i < gap.Start; i, j = i+1, j+1 {
			out = append(out, Change{A: first[i], B: second[j]})
		}
		out = d.gap(out, first[gap.Start:gap.End], second[gap.ReplStart:gap.ReplEnd])
		i, j = gap.End, gap.ReplEnd
	}
	for ; i < len(first); i, j = i+1, j+1 {
		out = append(out, Change{A: first[i], B: second[j]})
	}
	return d.moves(out)
}

// tokens writes what each value means as a word.
func (d *differ) tokens(values []int, s *sums) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = s.word(v)
	}
	return out
}

// gap pairs elements without an equal in the same order.
func (d *differ) gap(out []Change, first, second []int) []Change {
	partner := make([]int, len(second))
	taken := make([]bool, len(first))
	byIdentity := map[string]int{}
	for i, v := range first {
		if id := identity(d.a, v); id != "" {
			byIdentity[id] = i
		}
	}
	for j, v := range second {
		partner[j] = -1
		if i, ok := byIdentity[identity(d.b, v)]; ok && !taken[i] {
			partner[j], taken[i] = i, true
		}
	}
	next := 0
	for j, v := range second { // the rest in order, where neither says that it is something else
		if partner[j] >= 0 {
			next = max(next, partner[j]+1)
			continue
		}
		if next < len(first) && !taken[next] && d.alike(first[next], v) {
			partner[j], taken[next] = next, true
			next++
		}
	}
	return interleave(out, first, second, partner, taken)
}

// run returns where the values end that have no partner, from i on.
func run(paired []bool, i int) int {
	for i < len(paired) && !paired[i] {
		i++
	}
	return i
}

// alike reports whether two elements may be one that was changed: of one kind, and without
// different identities.
func (d *differ) alike(a, b int) bool {
	if d.a.Kind(a) != d.b.Kind(b) {
		return false
	}
	idA, idB := identity(d.a, a), identity(d.b, b)
	return idA == "" || idB == "" || idA == idB
}

// moves pairs an element that was removed with the same element, or one of the
// same identity, that was added elsewhere in the array.
func (d *differ) moves(pairs []Change) []Change {
	gone := map[string][]int{} // places in pairs
	for i, c := range pairs {
		if c.B < 0 {
			key := d.known(d.a, c.A, d.sumsA)
			gone[key] = append(gone[key], i)
		}
	}
	if len(gone) == 0 {
		return pairs
	}
	dropped := make([]bool, len(pairs))
	for j, c := range pairs {
		if c.A >= 0 {
			continue
		}
		key := d.known(d.b, c.B, d.sumsB)
		if from := gone[key]; len(from) > 0 {
			pairs[j].A, pairs[j].Kind = pairs[from[0]].A, Moved
			dropped[from[0]], gone[key] = true, from[1:]
		}
	}
	out := pairs[:0]
	for i, c := range pairs {
		if !dropped[i] {
			out = append(out, c)
		}
	}
	return out
}

// known returns what identifies an element at another position.
func (d *differ) known(x *Index, i int, s *sums) string { return cmp.Or(identity(x, i), s.word(i)) }

// identity identifies an object in its list: by its id, or its call_id or name together
// with its type. It is empty for an object without these.
func identity(x *Index, i int) string {
	if x.Kind(i) != scan.Object {
		return ""
	}
	var id, kind string
	rank := 0
	for c, end := i+1, x.Next(i); c < end; c = x.Next(c) {
		if x.Kind(c) != scan.String {
			continue
		}
		better := 0
		switch name := x.Name(c); {
		case len(name) > 16:
			continue
		case string(name) == `"type"`:
			kind = string(x.Value(c))
		case string(name) == `"id"`:
			better = 3
		case string(name) == `"call_id"`:
			better = 2
		case string(name) == `"name"`:
			better = 1
		}
		if better > rank {
			rank, id = better, string(x.Value(c))
		}
	}
	if rank == 0 {
		return ""
	}
	return strconv.Itoa(rank) + kind + id
}
