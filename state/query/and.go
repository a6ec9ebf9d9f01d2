package query

import (
	"strings"
	"time"
)

// And is a filter that holds where both do. The second has no alternatives.
func And(filter, more string) string {
	p := parser{text: filter}
	var out strings.Builder
	from := 0
	for {
		word, ok, err := p.word()
		if err != nil || !ok {
			out.WriteString(strings.TrimSpace(strings.TrimSpace(filter[from:]) + " " + more))
			return out.String()
		}
		if strings.EqualFold(word, "or") {
			out.WriteString(strings.TrimSpace(filter[from:p.from]) + " " + more + " or ")
			from = p.at
		}
	}
}

// Since is the query for what of this one's began from a moment on.
func (q Query) Since(t time.Time) Query {
	field, _ := Lookup("since")
	began := Term{Field: field, Op: Is, Time: t}
	if len(q.Any) == 0 {
		return Query{Any: []All{{began}}}
	}
	var any []All
	for _, all := range q.Any {
		any = append(any, append(all[:len(all):len(all)], began))
	}
	return Query{Any: any}
}
