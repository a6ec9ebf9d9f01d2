package query

import "time"

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
