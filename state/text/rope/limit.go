package rope

import (
	"math"
	"unicode/utf8"

	"gatehouse/client/scan"
)

// OmissionNote returns the text that replaces what is left out: n units (byte, item or another word
// for an element of a list), together bytes long.
type OmissionNote func(n int64, of string, bytes int64) string

// Limit bounds JSON that is written to be shown: the beginning and end of long texts and lists stay,
// with a note between them.
type Limit struct {
	Max  int // bytes of a text, or of a list
	Note OmissionNote
}

// Value shortens the texts of a document: see Shorten.
func (l Limit) Value(v []byte) []byte { return Shorten(v, l.Max, l.cut) }

// Text returns a text as a JSON string.
func (l Limit) Text(text *Rope) []byte {
	if shorter := l.cut(text); shorter != nil {
		return shorter
	}
	return text.JSON()
}

// MinShown is the minimum that is shown of a text or a list, in bytes.
const MinShown = 1 << 10

// Window returns which of n elements, [head, tail), are left out of a list because they are too many
// even at their shortest, and the note that replaces them; a nil note leaves out none. size returns
// the size of an element with texts of at most limit bytes.
func (l Limit) Window(n int, of string, size func(i, limit int) int) (head, tail int, note []byte) {
	sum := 0
	for i := 0; i < n && sum <= l.Max; i++ {
		sum += size(i, MinShown)
	}
	if sum <= l.Max {
		return n, n, nil
	}
	head, tail = 0, n
	for space := l.Max / 2; head < tail && space > 0; head++ {
		space -= size(head, l.Max)
	}
	for space := l.Max / 2; tail > head && space > 0; tail-- {
		space -= size(tail-1, l.Max)
	}
	left := int64(0)
	for i := head; i < tail; i++ {
		left += int64(size(i, math.MaxInt))
	}
	if left == 0 {
		return n, n, nil
	}
	return head, tail, scan.Quote(l.Note(int64(tail-head), of, left))
}

// cut writes a text that is too long; nil for one that is not.
func (l Limit) cut(text *Rope) []byte {
	size, half := text.Len(), int64(l.Max/2)
	if size <= int64(l.Max) {
		return nil
	}
	head, tail := text.Cut(0, half), text.Cut(size-half, size)
	for range utf8.UTFMax { // cut both between characters
		if r, n := utf8.DecodeLastRuneInString(head); r == utf8.RuneError && n == 1 {
			head = head[:len(head)-1]
		}
		if tail != "" && !utf8.RuneStart(tail[0]) {
			tail = tail[1:]
		}
	}
	left := size - int64(len(head)+len(tail))
	return scan.Quote(head + l.Note(left, "byte", left) + tail)
}

// Shorten returns a document in which each string spelled in more than most bytes is
// replaced by what cut returns for it, unless that is nil. A document without such a
// string, and invalid JSON, is returned unchanged. Names are never shortened.
func Shorten(doc []byte, most int, cut func(text *Rope) []byte) []byte {
	if len(doc) <= most {
		return doc
	}
	var long longStrings
	if long.most = most; scan.Scan(doc, &long) != nil {
		return doc
	}
	var out []byte
	from := 0
	for _, s := range long.at {
		if shorter := cut(New(doc[s.from:s.to])); shorter != nil {
			out = append(append(out, doc[from:s.from]...), shorter...)
			from = s.to
		}
	}
	if from == 0 {
		return doc
	}
	return append(out, doc[from:]...)
}

// longStrings finds the strings of a document that are longer than most bytes.
type longStrings struct {
	most int
	at   []struct{ from, to int }
}

func (l *longStrings) Key(int, int)   {}
func (l *longStrings) Open(int, bool) {}
func (l *longStrings) Close()         {}

func (l *longStrings) Value(at, end int, kind scan.Kind) {
	if kind == scan.String && end-at > l.most {
		l.at = append(l.at, struct{ from, to int }{at, end})
	}
}
