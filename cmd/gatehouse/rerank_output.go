package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strconv"

	"gatehouse/client/scan"
	"gatehouse/state/explain"
	"gatehouse/state/output"
)

// printRankings writes one object: of several queries each with its query and runs (CONTRACT
// "rerank --json"). bench is what all of them say together; nil for nothing.
func printRankings(h host, runs []*ranking, bench []byte) error {
	queries := byQuery(runs)
	out, err := rankingsObject(queries[0], len(queries) > 1 || bench != nil)
	if len(queries) > 1 || bench != nil {
		objects := [][]byte{out}
		for _, runs := range queries[1:] {
			next, failed := rankingsObject(runs, true)
			objects, err = append(objects, next), cmp.Or(err, failed)
		}
		var o output.Object
		o.Raw("queries", output.List(objects...))
		if bench != nil {
			o.Raw("bench", bench)
		}
		out = o.End()
	}
	if err != nil {
		return err
	}
	_, err = h.stdout.Write(append(out, '\n'))
	return err
}

// rankingsObject is the object of one query: of its one run, or of several all runs in the
// order of the models and how well each two agree; named, it is one of several queries.
func rankingsObject(runs []*ranking, named bool) ([]byte, error) {
	compared := comparison(runs)
	objects := make([][]byte, len(runs))
	for i, r := range runs {
		var figures []byte
		if r.marks != nil {
			figures = compared.Figures(compared.Columns[i])
		}
		var err error
		if objects[i], err = r.object(figures); err != nil {
			return nil, err
		}
	}
	if len(objects) == 1 && !named {
		return objects[0], nil
	}
	var o output.Object
	if named {
		o.Text("query", runs[0].text())
	}
	o.Raw("runs", output.List(objects...))
	o.Raw("agreement", compared.Agreement())
	return o.End(), nil
}

// object is a run, with the figures that its marks give where it has some.
func (r *ranking) object(figures []byte) ([]byte, error) {
	x := r.x
	var o output.Object
	o.Raw("status", output.Verdict(x.Verdict))
	o.Raw("http_status", output.Status(x))
	o.OrNull("model", x.Model)
	provider := ""
	if x.Ranking != nil {
		provider = x.Ranking.Provider
	}
	o.OrNull("provider", provider)
	o.Raw("results", r.resultObjects())
	o.Raw("response", x.Response)
	o.Raw("error", output.Failure(x))
	o.Raw("usage", x.Usage)
	if err := o.Value("warnings", output.Warnings(x)); err != nil {
		return nil, err
	}
	o.Raw("timing", output.Timing(x))
	o.Raw("asked", asked(r.body))
	if figures != nil {
		o.Raw("figures", figures)
	}
	return o.End(), nil
}

// asked is what a run was asked with, the model and its settings as they stand
// in the request: it tells runs apart of which none was served. Query and
// documents, which all runs share, are left out.
func asked(body []byte) []byte {
	var members [][]byte
	for m := range scan.Members(body) {
		if m.Key != "query" && m.Key != "documents" {
			members = append(members, body[m.KeyAt:m.End()])
		}
	}
	var out bytes.Buffer
	if err := json.Compact(&out, slices.Concat([]byte("{"), bytes.Join(members, []byte(",")), []byte("}"))); err != nil {
		return nil // it was sent by force
	}
	return out.Bytes()
}

// resultObjects are the results, ranked; nil when none came. Numbers and
// documents stand as they were received; a document that did not come along is
// that of the request, in the form in which results have it.
func (r *ranking) resultObjects() []byte {
	if r.x.Ranking == nil {
		return nil
	}
	docs := r.documents()
	list := [][]byte{}
	for _, result := range r.results() {
		var o output.Object
		o.Raw("index", scan.Get(result.Raw, "index"))
		score := scan.Get(result.Raw, "relevance_score")
		if score == nil {
			score = scan.Get(result.Raw, "score")
		}
		o.Raw("relevance_score", score)
		document := []byte(result.Document)
		if scan.IsNull(document) && result.Index >= 0 && result.Index < len(docs) {
			document = docs[result.Index]
		}
		if scan.KindOf(document) == scan.String {
			var text output.Object
			text.Raw("text", document)
			document = text.End()
		}
		o.Raw("document", document)
		list = append(list, o.End())
	}
	return output.List(list...)
}

// tell says on stderr what was odd and how the exchange ended. The object of
// --json has its warnings in it.
func (r *ranking) tell(h host, about explain.Context, plain bool, all []*ranking) {
	prefix := ""
	if len(all) > 1 {
		prefix = r.answer.Label + ": "
	}
	if all[0].query != all[len(all)-1].query {
		prefix += strconv.Quote(r.text()) + ": "
	}
	if plain {
		for _, w := range r.x.Warnings {
			h.say("%s", prefix+"warning: "+w.Code+": "+w.Message)
		}
	}
	for _, line := range []string{altered(r.x), reason(r.x, about)} {
		if line != "" {
			h.say("%s", prefix+line)
		}
	}
}
