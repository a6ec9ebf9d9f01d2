package redact

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"gatehouse/client/scan"
)

// json searches a JSON document: the names and values of its members, each decoded. The pieces of
// texts in an event of a stream are left to d; nil: the document is none of a stream.
func (s *search) json(t text, d *deltas) {
	w := &walker{search: s, doc: t, patternMatches: s.rules.patternMatches(t.b), deltas: d}
	outer := s.place
	s.place = func() string {
		if path := w.path(); path != "." {
			return outer() + ", " + path
		}
		return outer()
	}
	_ = scan.Scan(t.b, w) // it was checked
	s.place = outer
}

// walker searches the strings and numbers of a document while it is scanned.
type walker struct {
	search         *search
	doc            text
	levels         []level // open objects and arrays
	document       level   // around them
	deltas         *deltas // collects pieces of texts; nil: the document is none of a stream
	under          int     // the number of levels from which on strings are pieces; 0 for none
	patternMatches []found // what the user's patterns match in the rest of the document, in order
	probs          int     // the number of levels from which on strings are tokens; 0 for none
}

// level is one open object or array.
type level struct {
	object bool
	index  int    // of the element
	name   string // of the member, decoded; of an array's element that of the array
	shown  string // the name in places; empty where it was not needed yet
	secret string // the name of a secret that all of the level belongs to; empty for none

	list   string // of an object in an array: the array's name
	named  string // of an object: what a member holds the name of
	values []pending
	last   string // of an array: the string before
}

// pending is a value whose name may follow in another member.
type pending struct {
	member string
	text
}

func (w *walker) Open(_ int, object bool) {
	w.element()
	l := level{object: object, index: -1}
	if n := len(w.levels); n > 0 {
		parent := w.levels[n-1]
		if l.list = parent.name; !object {
			l.name = parent.name
		}
		// Below properties, a schema describes what a password looks like.
		if l.secret = parent.secret; w.search.secretName(parent.name) && (n < 2 || w.levels[n-2].name != "properties") {
			l.secret = parent.name
		} else if pair := parent.pair(); pair != "" {
			l.secret = pair
		}
	}
	w.levels = append(w.levels, l)
}

func (w *walker) Close() {
	w.levels = w.levels[:len(w.levels)-1]
	if w.under > len(w.levels) {
		w.under = 0
	}
	if w.probs > len(w.levels) {
		w.probs = 0
	}
}

func (w *walker) Key(at, end int) {
	if w.search.stopped() {
		return
	}
	top := &w.levels[len(w.levels)-1]
	top.name, top.shown = scan.Text(w.doc.b[at:end]), ""
	if w.under == len(w.levels) {
		w.under = 0 // a member after delta
	}
	if w.deltas != nil && w.under == 0 && w.deltas.beginsPieces(w.levels) {
		w.under = len(w.levels)
	}
	if w.search.probs && w.probability(at, end, top.name) {
		return
	}
	w.search.any(w.content(at, end))
}

func (w *walker) Value(at, end int, kind scan.Kind) {
	w.element()
	if w.search.stopped() {
		return
	}
	w.maskAcross(at, end, kind)
	if w.probs > 0 && w.token(at, end, kind) {
		return
	}
	switch kind {
	case scan.Number:
		w.number(at, end)
	case scan.String:
		w.string(at, end)
	}
}

func (w *walker) element() {
	if l := w.top(); !l.object {
		l.index++
	}
}

// top returns the innermost open object or array; around the document an array without a name.
func (w *walker) top() *level {
	if n := len(w.levels); n > 0 {
		return &w.levels[n-1]
	}
	return &w.document
}

// content returns the string [at, end), decoded.
func (w *walker) content(at, end int) text {
	t, _ := w.search.decode(w.doc.cut(at+1, end-1), jsonCode())
	return t
}

func (w *walker) string(at, end int) {
	t, l := w.content(at, end), w.top()
	secret := w.secret(l)
	switch {
	case secret != "":
	case l.object:
		w.paired(l, t)
	default:
		secret = w.argument(l, t, end)
		l.last = short(t.b)
	}
	if secret != "" && secretValue(secret, t.b) {
		mask := w.search.mask
		if secret == l.secret && secret != l.name && (!hasDigit(t.b) || bytes.Contains(t.b, []byte("://"))) {
			mask = w.search.maskHere // {"secrets":{"status":"completed"}}
		}
		mask(t, found{0, len(t.b), Named, ""})
	}
	if w.deltas == nil || !w.deltas.add(w, l.name, t) {
		w.search.any(t)
	}
}

// number searches a number, which stays one. Numbers that were masked are all ones.
func (w *walker) number(at, end int) {
	t, l := w.doc.cut(at, end), w.top()
	if w.deltas != nil {
		w.deltas.number(l.name, t.b)
	}
	if strings.Trim(string(t.b), "1") == "" {
		return
	}
	const pin = 2 // a single digit switches something on
	// cost_per_token and bos_token are numbers, too, and no secrets.
	name := cmp.Or(l.pair(), l.name)
	if len(t.b) >= pin && w.search.secretName(name) && !strings.HasSuffix(strings.ToLower(name), "token") {
		w.search.mask(text{b: t.b, in: number{t}}, found{0, len(t.b), Named, ""})
		return
	}
	const minLength = 6
	if len(t.b) < minLength && len(w.search.rules.patterns) == 0 {
		return
	}
	hits, steps := w.search.rules.find(nil, t.b)
	w.search.spend(steps)
	for _, f := range hits {
		if strings.Trim(string(t.b[f.from:f.to]), "1") != "" {
			w.search.mask(text{b: t.b, in: number{t}}, f)
		}
	}
}

// secret returns the name of the secret that a string in a level belongs to, or "". Everything below a
// secret's name is secret too, except words about it.
func (w *walker) secret(l *level) string {
	if w.search.secretName(l.name) {
		return l.name
	}
	if pair := l.pair(); pair != "" {
		return pair
	}
	switch l.name {
	case "type", "name", "title", "description", "format", "$ref":
		return ""
	}
	return l.secret
}

// path returns the place that is read, as jq writes it, cut where it is too deep for a reader. A
// name may hold a secret, and is masked.
func (w *walker) path() string {
	const maxDepth = 64
	var at scan.JQ
	for i := range w.levels[:min(maxDepth, len(w.levels))] {
		switch l := &w.levels[i]; {
		case !l.object && l.index >= 0:
			at.Element(l.index)
		case l.object && l.name != "":
			if l.shown == "" {
				l.shown = w.search.shown(l.name)
			}
			at.Member(l.shown)
		}
	}
	return at.String()
}

// shown returns a name masked, cut where it is too long for a reader.
func (s *search) shown(name string) string {
	const maxLength = 200
	hits, steps := s.rules.find(nil, []byte(name))
	s.spend(steps)
	clean := []byte(name)
	for _, f := range hits {
		copy(clean[f.from:f.to], strings.Repeat("*", f.to-f.from))
	}
	if len(clean) > maxLength {
		return strings.ToValidUTF8(string(clean[:maxLength]), "") + "…"
	}
	return string(clean)
}

// patternMatches returns what the user's patterns match in a JSON document as written, in order: a pattern
// may begin in the name of a member and end in its value. Overlapping matches are joined.
func (r *Rules) patternMatches(doc []byte) []found {
	if len(r.patterns) == 0 {
		return nil
	}
	f := finder{b: doc}
	f.matchPatterns(r.patterns)
	return merged(f.all)
}

// merged sorts places and joins those that overlap.
func merged(all []found) []found {
	slices.SortStableFunc(all, func(a, b found) int { return a.from - b.from })
	out := all[:0]
	for _, f := range all {
		if n := len(out); n > 0 && f.from < out[n-1].to {
			out[n-1].to = max(out[n-1].to, f.to)
		} else {
			out = append(out, f)
		}
	}
	return out
}

// maskAcross masks the part in the string or number [at, end) of a match that extends beyond it, so
// that the document stays valid and its names stay. A match inside is found where the value is
// searched by itself, without its escapes.
func (w *walker) maskAcross(at, end int, kind scan.Kind) {
	for len(w.patternMatches) > 0 && w.patternMatches[0].to <= at {
		w.patternMatches = w.patternMatches[1:]
	}
	if len(w.patternMatches) == 0 || kind != scan.String && kind != scan.Number {
		return
	}
	value := w.doc.cut(at, end)
	if kind == scan.String {
		at, end = at+1, end-1
		value = w.doc.cut(at, end)
	} else {
		value.in, value.off = number{value}, 0
	}
	i := 0 // where a character begins, or the escape of one
	for _, f := range w.patternMatches {
		if f.from >= end {
			return
		}
		if f.from >= at && f.to <= end {
			continue
		}
		from, to := max(f.from-at, 0), min(f.to-at, end-at)
		begin := i
		for i < to {
			if i <= from {
				begin = i
			}
			if value.b[i] == '\\' {
				i += scan.EscapeLen(value.b[i:])
			} else {
				i++
			}
		}
		if begin < i {
			w.search.mask(value, found{begin, i, Pattern, f.hint})
		}
	}
}
