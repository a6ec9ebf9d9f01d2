package redact

import (
	"bytes"
	"errors"
	"slices"

	"gatehouse/client/scan"
)

// placer says where the text that is searched stands.
type placer interface{ place() string }

type fixed string

func (f fixed) place() string { return string(f) }

// search is one walk over texts.
type search struct {
	rules  *Rules
	at     placer
	socket bool // the body is that of a WebSocket
	hits   []Hit
	files  []Hit           // attachments
	found  []found         // scratch
	joined *joined         // what is searched is in it; nil: in one place
	budget int             // bytes that may still be searched
	masked int             // bytes that were changed
	wrote  int             // how often something was changed
	probs  bool            // tokens with their probabilities are masked: the body has a hit
	tokens int             // the number of the hit of those, from 1; 0 for none
	names  map[string]bool // of members: whether they name a secret
	err    error

	each     func(searched int) error // called now and then; nil: nobody watches
	searched int                      // bytes
	told     int                      // of them, when each was called last
	stopped  bool                     // err is that of each
}

// eachBytes is after how many bytes a search can be watched and stopped: some 100 ms.
const eachBytes = 1 << 20

// tell says how many bytes were searched.
func (s *search) tell(more int) {
	s.searched += more
	if s.each == nil || s.searched-s.told < eachBytes || s.err != nil {
		return
	}
	s.told = s.searched
	s.err = s.each(s.searched)
	s.stopped = s.err != nil
}

// ErrNested is the error of a text whose encodings nest without end: to search it would
// take forever.
var ErrNested = errors.New("encodings in it nest too deep to be searched")

// budget is how many bytes are searched for a size: each encoding is searched again when
// it is undone, and texts that nest deeper than any real one are refused.
func budget(size int) int { return 64*size + 1<<20 }

// settled returns a copy of data redacted by pass, which is run until it finds nothing:
// what is masked may be the border that something else needed. Without a hit it returns
// data itself.
func (s *search) settled(data []byte, pass func(text)) []byte {
	budget := s.budget
	for s.err == nil {
		wrote := s.wrote
		b := &buffer{out: bytes.Clone(data)}
		s.budget = budget
		pass(text{b: data, in: b})
		if s.wrote == wrote {
			break
		}
		data = b.out
	}
	s.budget = budget
	return data
}

// any searches a text and what is encoded in it.
func (s *search) any(t text) {
	if s.budget -= len(t.b); s.budget < 0 && s.err == nil {
		s.err = ErrNested
	}
	s.tell(len(t.b))
	if s.err != nil || len(t.b) == 0 {
		return
	}
	if isJSON(t.b) { // each of its texts is searched, and it stays JSON
		s.json(t)
		return
	}
	s.leaf(t)
	s.embedded(t)
	if len(t.b) < shortest && bytes.IndexByte(t.b, '%') < 0 && bytes.IndexByte(t.b, '\\') < 0 && bytes.IndexByte(t.b, '&') < 0 {
		return
	}
	if plain, is := percentCode().decode(t); is {
		s.any(plain)
		if bytes.IndexByte(t.b, '+') >= 0 {
			form, _ := formCode().decode(t)
			s.any(form)
		}
	}
	if plain, is := entityCode().decode(t); is {
		s.any(plain)
	}
	if plain, is := jsonCode().decode(t); is {
		s.any(plain)
	}
	s.base64(t)
}

// isJSON reports whether a text is a JSON document that holds strings.
func isJSON(b []byte) bool {
	i := scan.SkipSpace(b, 0)
	return i < len(b) && (b[i] == '{' || b[i] == '[' || b[i] == '"') && scan.Check(b) == nil
}

// embedded searches the JSON documents in a text, whose members are pairs that a look at the
// text alone does not always show.
func (s *search) embedded(t text) {
	if bytes.IndexByte(t.b, '"') < 0 {
		return
	}
	spent, named := 0, false
	for i := 0; i < len(t.b) && spent <= len(t.b); {
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
			return
		}
		end, ok := scan.CheckValue(t.b, i, scan.MaxDepth)
		if !ok {
			spent += max(end-i, 1) // what begins in what is cut is read again, but not forever
			i++
			continue
		}
		s.json(t.cut(i, end))
		i = end
	}
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

// base64 searches what a text holds in base64. Where it begins is not always where its
// characters begin, as in a path: all four are tried.
func (s *search) base64(t text) {
	runs64(t.b, func(from, to int) {
		for phase := range 4 {
			plain := decodeBase64(t, from+phase, to)
			if phase == 0 {
				s.file(plain.b)
			}
			readable(plain.b, func(from, to int, whole bool) {
				if part := plain.cut(from, to); whole {
					s.any(part)
				} else {
					s.leaf(part)
				}
			})
		}
	})
}

// file notes an attachment, once.
func (s *search) file(b []byte) {
	if !isFile(b) {
		return
	}
	hit := Hit{Kind: Attachment, Place: s.at.place(), Length: len(b)}
	if !slices.Contains(s.files, hit) {
		s.files = append(s.files, hit)
	}
}

// isFile reports whether bytes begin as a document, a picture, a sound or an archive does.
func isFile(b []byte) bool {
	for _, begin := range []string{"%PDF-", "\x89PNG\r\n", "\xff\xd8\xff", "GIF8", "RIFF", "PK\x03\x04", "ID3", "OggS", "\x1f\x8b"} {
		if bytes.HasPrefix(b, []byte(begin)) {
			return true
		}
	}
	return false
}

// leaf searches a text as it stands.
func (s *search) leaf(t text) {
	s.found = s.rules.find(s.found[:0], t.b)
	if len(s.found) == 0 {
		return
	}
	for _, one := range merged(s.found) {
		s.mask(t, one)
	}
}

// mask overwrites what was found, and notes it where that is not done already.
func (s *search) mask(t text, f found) {
	if s.joined != nil {
		s.joined.touched = nil
	}
	changed := false
	for i := f.from; i < f.to; i++ {
		changed = t.write(i, '*') || changed
	}
	if changed {
		s.wrote++
		s.hits = append(s.hits, Hit{Kind: f.kind, Hint: f.hint, Place: s.at.place(), Length: f.to - f.from})
	}
}

// secretName is secretName of a member, which is asked for the same few names again and
// again.
func (s *search) secretName(name string) bool {
	is, known := s.names[name]
	if !known {
		is = secretName(name)
		const most = 1000
		if s.names == nil || len(s.names) > most {
			s.names = map[string]bool{}
		}
		s.names[name] = is
	}
	return is
}
