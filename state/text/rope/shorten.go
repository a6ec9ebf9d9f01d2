package rope

import "gatehouse/client/scan"

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
