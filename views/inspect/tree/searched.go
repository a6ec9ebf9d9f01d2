package tree

import (
	"bytes"
	"cmp"
	"math"

	"github.com/charmbracelet/x/ansi"

	jsontree "gatehouse/state/json/tree"
	"gatehouse/views/kit/page"
	"gatehouse/views/kit/text"
)

const (
	searchSlice = 4 << 20 // bytes of a document that are looked through at a time, some 10 ms
	bytesSlice  = 1 << 20 // bytes in raw
	minBehind   = 256     // bytes after such a slice in which a match may end
)

// newFind makes the two searches. A place in values is a value, one in raw is where a
// match begins.
func (m *Model) newFind() {
	f := &m.find
	f.values = page.NewFinder(page.Findable[int]{
		Here:   func() int { return m.top().cursor.Node },
		Before: cmp.Less[int],
		Show: func(node int) {
			m.changed()
			m.goTo(node)
		},
		Look: m.lookAtValues,
	})
	f.raw = page.NewFinder(page.Findable[int]{
		Here:   func() int { return 0 },
		Before: cmp.Less[int],
		Show:   m.showByte,
		Look:   m.lookAtBytes,
	})
	f.Finder = &f.values
}

// lookAtValues looks through a slice of the names and values on top.
func (m *Model) lookAtValues(_ string, from int) (look func() page.Part[int], quick bool) {
	x, f := m.top().x, &m.find
	if x == nil || from >= x.Len() {
		return nil, false
	}
	pattern := f.pattern
	return func() page.Part[int] {
		found, next := x.SearchSlice(pattern, from, searchSlice, math.MaxInt)
		part := page.Part[int]{Next: next, More: next < x.Len()}
		for _, h := range found {
			if n := len(part.Hits); n == 0 || part.Hits[n-1] != h.Node { // a member counts once
				part.Hits = append(part.Hits, h.Node)
			}
		}
		return part
	}, false
}

// ShowOffset selects the value at an offset of the document, once that is read.
func (m *Model) ShowOffset(offset int) {
	if l := m.top(); l.x != nil && m.shown() != asRaw {
		m.changed()
		m.goTo(l.x.At(offset))
	}
}

// showByte goes to a place in the bytes, where they are shown.
func (m *Model) showByte(offset int) {
	l := m.top()
	if m.changed(); !m.find.inRaw() || l.page == nil {
		return
	}
	m.sizePage(l, m.bodyHeight())
	l.ends = false
	raw := l.page.Content().(*headed)
	l.page.ShowIn(1+raw.Window.Block(offset), func(line string) bool {
		_, _, ok := m.find.pattern.Find([]byte(ansi.Strip(line)))
		return ok
	})
}

// lookAtBytes searches a slice of the bytes on top. The last line may be incomplete: it is
// searched again from its beginning when bytes are added.
func (m *Model) lookAtBytes(words string, from int) (look func() page.Part[int], quick bool) {
	source, f := m.top().raw, &m.find
	if source == nil || int64(from) >= source.Len() || f.searchedBytes == source.Len() {
		return nil, false
	}
	f.searchedBytes = 0
	if int64(from+bytesSlice) >= source.Len() {
		f.searchedBytes = source.Len()
	}
	pattern, behind := f.pattern, max(len(words), minBehind)
	return func() page.Part[int] { return searchBytes(source, pattern, from, behind) }, false
}

// searchBytes looks through a slice of bytes; matches that begin in it may end
// after it.
func searchBytes(source text.Source, p jsontree.Pattern, from, behind int) page.Part[int] {
	text := source.Bytes(int64(from), int64(from+bytesSlice+behind))
	slice := text[:min(len(text), bytesSlice)]
	part := page.Part[int]{Next: from + bytesSlice, More: len(text) > bytesSlice}
	if !part.More {
		part.Next = from + bytes.LastIndexByte(slice, '\n') + 1
	}
	for at := 0; at < len(slice); {
		line := text[at:]
		if n := bytes.IndexByte(line, '\n'); n >= 0 {
			line = line[:n]
		}
		step := len(line) + 1
		if first, end, ok := p.Find(line); ok {
			if at+first >= bytesSlice {
				break
			}
			part.Hits = append(part.Hits, from+at+first)
			step = end
		}
		at += step
	}
	return part
}
