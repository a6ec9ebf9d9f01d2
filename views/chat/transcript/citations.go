package transcript

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"gatehouse/client/scan"
	"gatehouse/state"
	"gatehouse/state/answer/figures"
	"gatehouse/state/text/rope"
	"gatehouse/views/kit/markdown"
	"gatehouse/views/kit/text"
)

// marks are the places in a text at which its part cites something. They are searched for
// when a citation arrives, not when the text grows.
type marks struct {
	read  int  // citations that were read
	done  bool // when no more can arrive
	marks []markdown.Mark
	steps []step // services count characters
}

// step is a place in a text whose characters were counted, so that a citation further
// up does not count the text from its beginning.
type step struct{ rune, byte int }

// update reads the citations of a part that were not read yet.
func (c *marks) update(p *state.Part, done bool) {
	if done && !c.done || len(p.Annotations) < c.read {
		*c = marks{done: done} // the end may have put them right
	}
	text := p.TextBuffer().Rope()
	for ; c.read < len(p.Annotations); c.read++ {
		end := -1 // the character after which the citation is
		for _, name := range []string{"end_index", "index"} {
			if n, err := strconv.Atoi(string(scan.Get(p.Annotations[c.read], name))); err == nil && end < 0 {
				end = n
			}
		}
		if end <= 0 {
			continue
		}
		at, there := c.offset(text, end)
		if !there && !done {
			break // its text has not arrived yet
		}
		// After those at the same place: they are drawn in the order of their numbers.
		n := sort.Search(len(c.marks), func(i int) bool { return c.marks[i].At > at })
		c.marks = slices.Insert(c.marks, n, markdown.Mark{At: at, Number: c.read + 1})
	}
}

// offset returns where a character begins, in bytes; of a shorter text it is the end, and
// there is false.
func (c *marks) offset(text *rope.Rope, character int) (at int, there bool) {
	const piece = 8 << 10
	n := sort.Search(len(c.steps), func(i int) bool { return c.steps[i].rune > character })
	var here step
	if n > 0 {
		here = c.steps[n-1]
	}
	for here.rune < character {
		part := text.Cut(int64(here.byte), int64(here.byte+piece))
		if part == "" {
			break
		}
		from := here.byte
		for part != "" && here.rune < character {
			_, size := utf8.DecodeRuneInString(part)
			if !utf8.FullRuneInString(part) && len(part) < utf8.UTFMax && int64(here.byte+len(part)) < text.Len() {
				break // it continues in the next piece
			}
			here, part = step{here.rune + 1, here.byte + size}, part[size:]
		}
		if here.byte == from {
			break
		}
		if len(c.steps) == 0 || here.byte-c.steps[len(c.steps)-1].byte >= piece-utf8.UTFMax {
			c.steps = append(c.steps, here)
		}
	}
	return here.byte, here.rune == character
}

// manySources is from how many on the sources of a part are folded.
const manySources = 20

func (b *builder) citations(n int, it *state.Item, p *state.Part) {
	if len(p.Annotations) == 0 {
		return
	}
	version := uint64(len(p.Annotations)) << 1 // until it is done only new ones change what is drawn
	if it.Done {
		version = it.Version<<1 + 1
	}
	s, fresh := b.section(key{part: partItem, item: it.Serial, piece: citationPiece + n}, version)
	if !fresh {
		return
	}
	c, ok := s.body.(*citationList)
	if !ok {
		c = &citationList{Plain: text.NewLinks(b.styles)}
	}
	c.update(p.Annotations)
	if b.search {
		s.text = c.lines
	} else {
		s.body = c
	}
	s.folds = len(p.Annotations) > manySources
	s.folded = s.folds
	s.what, s.source = "citations", func() string {
		var all []string
		for _, a := range p.Annotations {
			all = append(all, string(a))
		}
		return "[" + strings.Join(all, ",\n") + "]"
	}
	if s.folds {
		s.head = []string{b.fold(b.folded(s.key, true), b.ink(&b.styles.Dim, figures.Counted(len(p.Annotations), "citation")))}
	}
	b.finish(s)
}

// citationList is the body of a section that lists citations, a line for each.
type citationList struct {
	*text.Plain
	lines     *rope.Rope // nil before the first update
	citations []json.RawMessage
}

// update draws all citations. It only appends if those that it drew last are the first of them: an
// answer can cite thousands of sources, one event each.
func (c *citationList) update(all []json.RawMessage) {
	if c.lines == nil || !hasPrefix(all, c.citations) {
		c.lines, c.citations = &rope.Rope{}, nil
	}
	for n := len(c.citations); n < len(all); n++ {
		if n > 0 {
			c.lines.Append("\n")
		}
		c.lines.Append(sourceLine(n+1, all[n]))
	}
	c.citations = all
	c.Follow(c.lines)
}

// hasPrefix reports whether a list of citations begins with earlier ones. Citations are appended, or a
// delivered list replaces all of them: if the last earlier citation is in the same memory, so are those
// before it, which are then not compared.
func hasPrefix(all, earlier []json.RawMessage) bool {
	n := len(earlier)
	if n == 0 || n > len(all) {
		return n == 0
	}
	if was, now := earlier[n-1], all[n-1]; len(was) > 0 && len(now) > 0 && &was[0] == &now[0] {
		return true
	}
	return slices.EqualFunc(earlier, all[:n], func(a, b json.RawMessage) bool { return bytes.Equal(a, b) })
}

// sourceLine returns a citation as a line: its number, its title and its address.
func sourceLine(number int, annotation []byte) string {
	v := gjson.ParseBytes(annotation)
	line := markdown.MarkText(number)
	add := func(words string, maxBytes int) {
		if words = strings.Join(strings.Fields(text.Clip(words, maxBytes)), " "); words != "" {
			line += "  " + words
		}
	}
	title, url := cmp.Or(v.Get("title").String(), v.Get("filename").String(), v.Get("file_id").String()), v.Get("url").String()
	add(title, 2<<10)
	add(url, 2<<10)
	if strings.TrimSpace(title+url) == "" {
		add(string(annotation), 200)
	}
	return line
}
