package tree

import (
	"bytes"
	"math"

	"github.com/charmbracelet/x/ansi"

	jsontree "gatehouse/state/tree"
	"gatehouse/views/page"
	"gatehouse/views/text"
)

const (
	searchSlice = 4 << 20 // bytes of a document that are looked through at a time, some 10 ms
	bytesSlice  = 1 << 20 // bytes in raw
	leastBehind = 256     // bytes behind such a slice in which a match may end
)

// valuesSearched is the document on top as it is searched: its names and values. A
// place is a value.
type valuesSearched struct{ model *Model }

// Here implements page.Findable.
func (s valuesSearched) Here() int { return s.model.top().cursor.Node }

// Before implements page.Findable.
func (s valuesSearched) Before(a, b int) bool { return a < b }

// Show implements page.Findable. It unfolds what hides the value.
func (s valuesSearched) Show(node int) {
	s.model.changed()
	s.model.goTo(node)
}

// Look implements page.Findable.
func (s valuesSearched) Look(_ string, from int) (look func() page.Part[int], quick bool) {
	x, f := s.model.top().x, &s.model.find
	if x == nil || from >= x.Len() || f.wrong != "" {
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

// bytesSearched are the bytes on top as they are searched. A place is where a match
// begins.
type bytesSearched struct {
	model  *Model
	looked int64 // how many there were when their end was looked through
}

// Here implements page.Findable.
func (s *bytesSearched) Here() int { return 0 }

// Before implements page.Findable.
func (s *bytesSearched) Before(a, b int) bool { return a < b }

// Show implements page.Findable.
func (s *bytesSearched) Show(offset int) {
	m := s.model
	l := m.top()
	if m.changed(); !m.find.inRaw() || l.page == nil {
		return
	}
	m.pageOf(l, m.bodyHeight())
	l.ends = false
	raw := l.page.Content().(*headed)
	l.page.ShowIn(1+raw.Window.Block(offset), func(line string) bool {
		_, _, ok := m.find.pattern.Find([]byte(ansi.Strip(line)))
		return ok
	})
}

// Look implements page.Findable. The last line may go on: what is added is looked
// for from its beginning.
func (s *bytesSearched) Look(words string, from int) (look func() page.Part[int], quick bool) {
	source, f := s.model.top().raw, &s.model.find
	if source == nil || f.wrong != "" || int64(from) >= source.Len() || s.looked == source.Len() {
		return nil, false
	}
	s.looked = 0
	if int64(from+bytesSlice) >= source.Len() {
		s.looked = source.Len()
	}
	pattern, behind := f.pattern, max(len(words), leastBehind)
	return func() page.Part[int] { return searchBytes(source, pattern, from, behind) }, false
}

// searchBytes looks through a slice of bytes; matches that begin in it may end
// behind it.
func searchBytes(source text.Source, p jsontree.Pattern, from, behind int) page.Part[int] {
	text := source.Bytes(int64(from), int64(from+bytesSlice+behind))
	own := text[:min(len(text), bytesSlice)]
	part := page.Part[int]{Next: from + bytesSlice, More: len(text) > bytesSlice}
	if !part.More {
		part.Next = from + bytes.LastIndexByte(own, '\n') + 1
	}
	for at := 0; at < len(own); {
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
