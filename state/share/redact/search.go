package redact

import (
	"bytes"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// search is one walk over texts.
type search struct {
	rules  *Rules
	place  func() string // of the text that is searched, as hits name it
	hits   []Hit
	files  []Hit           // attachments
	listed map[Hit]bool    // attachments in files
	found  []found         // scratch
	joined *joined         // what is searched is in it; nil: in one place
	masked int             // bytes that were changed
	wrote  int             // number of changes
	stars  []byte          // as many as were needed
	probs  bool            // tokens with their probabilities are masked: the body has a hit
	tokens int             // the number of the hit of those, from 1; 0 for none
	names  map[string]bool // of members: whether they name a secret

	hides    []int32       // of each byte of the data: the number of its mark, from 1; nil: without labels
	marks    []mark        // of the data
	labelled *wire.Capture // the capture with labels

	steps  int  // bytes that were read, decoded and written
	value  text // that is searched, with all that is encoded in it; none: in is nil
	limit  int  // of the steps, for the value
	passes int  // over the data, before this one

	each     func(steps int) error // called now and then; nil: nobody watches
	reported int                   // of the steps, when each was called last
	err      error                 // of each
}

// eachSteps is the number of steps between calls of each: some 100 ms.
const eachSteps = 1 << 20

// maxSteps limits the steps for each byte of a value: real texts that nest encodings take some 20. A
// value that takes more is masked unread.
const maxSteps = 32

// maxPasses limits how often data are searched until nothing is found: real data need three. After
// that each hit masks its complete value, and after as many passes again everything is masked.
const maxPasses = 4

func (s *search) spend(steps int) {
	s.steps += steps
	if s.each == nil || s.steps-s.reported < eachSteps || s.err != nil {
		return
	}
	s.reported = s.steps
	s.err = s.each(s.steps)
}

// stopped reports whether the search of the value ends early.
func (s *search) stopped() bool { return s.err != nil || s.isValue() && s.steps > s.limit }

func (s *search) isValue() bool { return s.value.in != nil }

// repeat returns a copy of data redacted by pass, which runs until it finds nothing: a masked byte
// may have been the border that another match needed. Without a hit it returns data itself.
func (s *search) repeat(data []byte, pass func(text)) []byte {
	if s.rules.labels != nil {
		s.hides, s.marks = make([]int32, len(data)), nil
	}
	for s.passes = 0; s.err == nil && s.passes <= 2*maxPasses; s.passes++ {
		wrote := s.wrote
		b := &buffer{bytes.Clone(data), s}
		pass(text{b: data, in: b})
		if s.wrote == wrote {
			break
		}
		data = b.out
	}
	return data
}

// any searches a text and what is encoded in it. A value that takes too many steps is masked.
func (s *search) any(t text) {
	switch {
	case s.isValue(): // t is in it
		s.searchText(t)
		return
	case len(t.b) == 0 || s.err != nil:
		return
	}
	s.value, s.limit = t, s.steps+maxSteps*len(t.b)
	all := found{0, len(t.b), Nested, ""}
	if s.passes < 2*maxPasses {
		s.searchText(t)
	} else {
		s.mask(t, all)
	}
	if s.steps > s.limit {
		s.mask(t, all)
	}
	s.value = text{}
}

// searchText searches a text and each text that undoing its escapes yields.
func (s *search) searchText(t text) { s.searchEscaped(t, false) }

// searchForm is searchText for a text in which a + is a space where there are escapes of addresses.
func (s *search) searchForm(t text) { s.searchEscaped(t, true) }

// searchEscaped is searchText, or searchForm for a form. JSON's escapes are undone first,
// repeatedly: those of addresses and of HTML may be in JSON's strings, and what they encode need
// not be JSON.
func (s *search) searchEscaped(t text, form bool) {
	var escapes *escaped // that were undone last
	for {
		s.spend(len(t.b))
		if s.stopped() || len(t.b) == 0 {
			return
		}
		if isJSON(t.b) { // each of its texts is searched, and it stays JSON
			s.json(t, nil)
			return
		}
		s.leaf(t)
		if rest := s.embedded(t); len(rest.b) < len(t.b) {
			t, escapes = rest, nil
		}
		if len(t.b) >= minBase64 {
			s.base64(t, escapes)
		}
		plain, is := s.decode(t, jsonCode())
		if !is && bytes.IndexByte(t.b, '%') >= 0 && bytes.IndexByte(t.b, '+') >= 0 {
			if form {
				plain, is = s.decode(t, formCode())
			} else if spaced, is := s.decode(t, formCode()); is {
				s.searchForm(spaced)
			}
		}
		if !is {
			plain, is = s.decode(t, textCode())
		}
		if !is {
			return
		}
		t, escapes = plain, plain.in.(*escaped)
	}
}

// isJSON reports whether a text is a JSON document that holds strings.
func isJSON(b []byte) bool {
	i := scan.SkipSpace(b, 0)
	return i < len(b) && (b[i] == '{' || b[i] == '[' || b[i] == '"') && scan.Check(b) == nil
}

// embedded searches the JSON documents in a text, whose members are pairs that the text alone does
// not always show. It returns the text without them.
func (s *search) embedded(t text) (rest text) {
	if bytes.IndexByte(t.b, '"') < 0 {
		return t
	}
	var parts []text // outside documents
	read, done, named := 0, 0, false
	for i := 0; i < len(t.b) && read <= len(t.b) && !s.stopped(); {
		if t.b[i] != '{' && t.b[i] != '[' {
			i++
			continue
		}
		next := scan.SkipSpace(t.b, i+1)
		if next == len(t.b) || t.b[next] != '"' && t.b[next] != '{' && t.b[next] != '[' {
			i++
			continue
		}
		if named = named || mentionsSecret(t.b); !named {
			return t
		}
		end, ok := scan.CheckValue(t.b, i, scan.MaxDepth)
		if !ok {
			read += max(end-i, 1) // what begins in what is cut is read again, but not forever
			i++
			continue
		}
		s.json(t.cut(i, end), nil)
		parts = append(parts, t.cut(done, i), text{b: []byte("{}"), in: nowhere{}})
		i, done = end, end
	}
	if parts == nil {
		return t
	}
	rest, _ = join(append(parts, t.cut(done, len(t.b))))
	return rest
}

// mentionsSecret reports whether a text has a part of a name that secrets have.
func mentionsSecret(b []byte) bool {
	for _, part := range [...]string{"key", "Key", "KEY", "oken", "TOKEN", "ecret", "SECRET", "assw", "PASSW", "uthor", "AUTHOR", "ookie", "COOKIE", "assphrase"} {
		if bytes.Contains(b, []byte(part)) {
			return true
		}
	}
	return false
}

// base64 searches what a text holds in base64. A run need not begin where the encoding does, as in a
// path: all four offsets are tried. Runs without an escape that was just undone were searched
// before.
func (s *search) base64(t text, escapes *escaped) {
	eachBase64Run(t.b, func(from, to int) {
		if escapes != nil && !escapes.touches(from, to) {
			return
		}
		for phase := range 4 {
			if s.stopped() {
				return
			}
			plain := s.decodeBase64(t, from+phase, to)
			if phase == 0 {
				s.file(plain.b)
			}
			eachTextRun(plain.b, func(from, to int, all bool) {
				if part := plain.cut(from, to); all {
					s.searchText(part)
				} else {
					s.spend(len(part.b))
					s.leaf(part)
				}
			})
		}
	})
}

// file records an attachment, once.
func (s *search) file(b []byte) {
	if !isFile(b) {
		return
	}
	hit := Hit{Kind: Attachment, Place: s.place(), Length: len(b)}
	if s.listed[hit] {
		return
	}
	if s.listed == nil {
		s.listed = map[Hit]bool{}
	}
	s.listed[hit] = true
	s.files = append(s.files, hit)
}

// isFile reports whether bytes begin as a document, a picture, a sound or an archive does.
func isFile(b []byte) bool {
	return hasPrefix(b, "%PDF-", "\x89PNG\r\n", "\xff\xd8\xff", "GIF8", "RIFF", "PK\x03\x04", "ID3", "OggS", "\x1f\x8b")
}

// leaf searches a text without decoding it.
func (s *search) leaf(t text) {
	var steps int
	s.found, steps = s.rules.find(s.found[:0], t.b)
	s.spend(steps)
	if len(s.found) == 0 {
		return
	}
	for _, one := range merged(s.found) {
		if s.stopped() {
			return
		}
		s.mask(t, one)
	}
}

// mask overwrites what was found, and records a hit if that changed anything. A value that was found by
// its name is masked elsewhere too.
func (s *search) mask(t text, f found) {
	if f.kind == Named {
		s.rules.values.add(t.b[f.from:f.to])
	}
	s.maskHere(t, f)
}

// maskHere is mask for a value that may be an ordinary word elsewhere.
func (s *search) maskHere(t text, f found) {
	if s.passes >= maxPasses {
		if s.isValue() {
			t = s.value
		}
		f.from, f.to = 0, len(t.b)
	}
	if s.joined != nil {
		s.joined.touched = nil
	}
	if s.hides != nil {
		s.marks = append(s.marks, mark{found: f, value: t.b[f.from:f.to]})
	}
	if s.overwrite(t, f.from, f.to) {
		s.hits = append(s.hits, Hit{Kind: f.kind, Hint: f.hint, Place: s.place(), Length: f.to - f.from})
	}
}

// overwrite writes stars and reports whether that changed anything.
func (s *search) overwrite(t text, from, to int) (changed bool) {
	if n := to - from - len(s.stars); n > 0 {
		s.stars = append(s.stars, bytes.Repeat([]byte("*"), n)...)
	}
	s.spend(to - from)
	if changed = t.write(from, s.stars[:to-from]); changed {
		s.wrote++
	}
	return changed
}

// secretName caches the function secretName for the names of members, which are few and repeat.
func (s *search) secretName(name string) bool {
	is, known := s.names[name]
	if !known {
		const maxCached = 1000
		if is = secretName(name); s.names == nil || len(s.names) > maxCached {
			s.names = map[string]bool{}
		}
		s.names[name] = is
	}
	return is
}
