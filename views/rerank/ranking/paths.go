package ranking

import (
	"slices"

	"gatehouse/state/rank"
	"gatehouse/views/kit/text"
)

// The sides on which a line leaves a cell.
const (
	up = 1 << iota
	down
	left
	right
)

// glyphs are the characters for all sides that a line may leave a cell on.
func glyph(sides int) rune {
	return [...]rune{
		0: ' ', up: '│', down: '│', up | down: '│',
		left: '─', right: '─', left | right: '─',
		up | left: '╯', up | right: '╰', down | left: '╮', down | right: '╭',
		up | down | left | right: '┼', // two lines cross
	}[sides]
}

// path leads a document from a line of one column to a line of the
// next, both counted from the top of the window; they may be outside.
type path struct{ doc, from, to int }

func (w path) span() int { return max(w.from-w.to, w.to-w.from) }

// before returns the column that is drawn on the left of a model's: the request's
// order where the models before it are out of sight.
func (m *Model) before(c int) int {
	if c == m.first+1 {
		return 0
	}
	return c - 1
}

// paths draws what is between the column c and the one on its left: the paths
// of the documents from one order to the other. Each path turns in a separate lane,
// the shortest paths first; one for which no lane is left is not drawn. The
// selected document's is always drawn, over all others.
func (m *Model) paths(c, gutter, rows int) []string {
	from, to := &m.columns[m.before(c)], &m.columns[c]
	if from.seq == nil || to.seq == nil || gutter < 3 {
		return nil
	}
	all, selected := newGrid(gutter, rows), newGrid(gutter, rows)
	for _, w := range m.pathsOf(from, to, rows) {
		lane := all.lane(w)
		all.add(w, lane)
		if w.doc == m.doc {
			selected.add(w, lane)
		}
	}
	return m.paintPaths(all, selected)
}

// pathsOf returns the paths of the documents that the window shows in one of two columns: the
// selected one's, then the shortest first. Documents that were not returned have none.
func (m *Model) pathsOf(from, to *column, rows int) []path {
	var list []path
	seen := map[int]bool{}
	for i := range rows {
		place, topN := m.placeAt(m.top + i)
		if topN > 0 {
			continue
		}
		for _, doc := range [...]int{from.seq[place], to.seq[place]} {
			if seen[doc] || to.Order.Place[doc] == rank.None || from.Ranked && from.Order.Place[doc] == rank.None {
				continue
			}
			seen[doc] = true
			list = append(list, path{doc: doc, from: m.lineOf(from.pos[doc]) - m.top, to: m.lineOf(to.pos[doc]) - m.top})
		}
	}
	slices.SortStableFunc(list, func(a, b path) int {
		if a.doc == m.doc {
			return -1
		}
		if b.doc == m.doc {
			return 1
		}
		return a.span() - b.span()
	})
	return list
}

// grid is what is drawn between two columns. No two paths share more than a
// cell in which they cross at right angles: each can be followed.
type grid struct {
	width, rows int
	sides       [][]int // by row and cell
	out, in     []int   // by row: the lane of the path that leaves it on the left, that reaches it on the right
}

func newGrid(width, rows int) *grid {
	g := &grid{width: width, rows: rows, sides: make([][]int, rows), out: make([]int, rows), in: make([]int, rows)}
	for i := range rows {
		g.sides[i], g.out[i], g.in[i] = make([]int, width), -1, width
	}
	return g
}

// inside reports whether a line is in the window.
func (g *grid) inside(line int) bool { return line >= 0 && line < g.rows }

// add draws a path that turns in a lane, if there is one.
func (g *grid) add(w path, lane int) {
	if w.from == w.to {
		for x := range g.width {
			g.sides[w.from][x] |= left | right
		}
		return
	}
	if lane < 0 {
		return
	}
	low, high := min(w.from, w.to), max(w.from, w.to)
	for y := max(low, 0); y <= min(high, g.rows-1); y++ {
		if y > low {
			g.sides[y][lane] |= up
		}
		if y < high {
			g.sides[y][lane] |= down
		}
	}
	if g.inside(w.from) {
		g.out[w.from] = lane
		for x := range lane {
			g.sides[w.from][x] |= left | right
		}
		g.sides[w.from][lane] |= left
	}
	if g.inside(w.to) {
		g.in[w.to] = lane
		for x := lane + 1; x < g.width; x++ {
			g.sides[w.to][x] |= left | right
		}
		g.sides[w.to][lane] |= right
	}
}

// lane returns a lane in which no other path runs up or down along this one, and
// from which it runs level along no other; of several the one that crosses the
// fewest lines, and is farthest from the columns. It is -1 when there is none.
func (g *grid) lane(w path) int {
	best, least := -1, 0
	low, high := max(min(w.from, w.to), 0), min(max(w.from, w.to), g.rows-1)
	for x := range g.width {
		if g.inside(w.from) && x >= g.in[w.from] || g.inside(w.to) && x <= g.out[w.to] {
			continue
		}
		crossed, free := 0, true
		for y := low; y <= high && free; y++ {
			free = g.sides[y][x]&(up|down) == 0
			if g.sides[y][x] != 0 {
				crossed++
			}
		}
		if x == 0 || x == g.width-1 {
			crossed += g.rows // the corner would touch the words
		}
		if free && (best < 0 || crossed < least) {
			best, least = x, crossed
		}
	}
	return best
}

// paintPaths makes lines of the paths, with the selected one over all others.
func (m *Model) paintPaths(all, selected *grid) []string {
	rule, accent := text.PenOf(m.styles.Rule), text.PenOf(m.styles.Accent)
	out := make([]string, all.rows)
	for y, row := range all.sides {
		var line text.Run
		for x, sides := range row {
			if on := selected.sides[y][x]; on != 0 {
				line.Add(accent, string(glyph(on)))
			} else {
				line.Add(rule, string(glyph(sides)))
			}
		}
		out[y] = line.String()
	}
	return out
}
