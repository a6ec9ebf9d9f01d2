package samples

import (
	"strings"

	"gatehouse/state/lint"
)

// streamSamples have what may be wrong with the stream of any API. Those of POST /responses
// stand for all.
func streamSamples() (all []Sample) {
	add := func(rule string, good *Answer, change func(*Answer), edits ...edit) {
		one := good.but(edits...)
		if change != nil {
			change(one)
		}
		all = append(all, Sample{rule, lint.Responses, good, one})
	}
	said := spoken()
	many := words()
	add("buffered", many, func(a *Answer) { a.waitUS = 2_000_000 }, each("", func(f *frame) { f.gapUS = -usualGap }))
	add("content-type", said, func(a *Answer) { a.Header.Set("Content-Type", "text/plain; charset=utf-8") })
	add("cache-headers", said, func(a *Answer) { a.Header.Del("Cache-Control") })
	add("big-frame", said, nil, set(completed, "response.metadata.padding", quote(strings.Repeat("0123456789abcdef", 5000))))
	add("silence", said, nil, at(6, func(f *frame) { f.gapUS = 31_000_000 }))
	add("bom", said, func(a *Answer) { a.mark = true })
	add("encoding", said, func(a *Answer) { a.gzip = true; a.Header.Set("Content-Encoding", "gzip") })
	add("torn", said, func(a *Answer) { a.torn = true })
	return all
}

// words is a good stream with a delta for every letter.
func words() *Answer {
	good := spoken()
	var deltas []frame
	for rest := Text; rest != ""; {
		f := good.frames[4]
		setOne("delta", quote(rest[:1]))(&f)
		deltas, rest = append(deltas, f), rest[1:]
	}
	return good.but(func(all []frame) []frame {
		return append(append(append([]frame(nil), all[:4]...), deltas...), all[9:]...)
	}, renumber)
}

// documentSamples are answers that are no streams.
func documentSamples() (all []Sample) {
	add := func(rule string, api lint.API, good, deviating *Answer) {
		all = append(all, Sample{rule, api, good, deviating})
	}
	results := func(list string) *Answer {
		return documentOf(200, `{"id":"gen-rerank-1","model":"sim/bm25","provider":"Sample","usage":{"search_units":1,"total_tokens":12},"results":`+list+`}`)
	}
	const first, second, third = `{"index":1,"relevance_score":0.9,"document":{"text":"hello there"}}`,
		`{"index":0,"relevance_score":0.2,"document":{"text":"good morning"}}`, `{"index":2,"relevance_score":0.1,"document":{"text":"good night"}}`
	ranked := results("[" + first + "," + second + "," + third + "]")
	add("results-missing", lint.Rerank, ranked, documentOf(200, `{"id":"gen-rerank-1","model":"sim/bm25","data":[`+first+`]}`))
	add("result-index", lint.Rerank, ranked, results("["+first+","+second+","+strings.Replace(third, "2", "3", 1)+"]"))
	add("result-score", lint.Rerank, ranked, results("["+first+","+second+","+strings.Replace(third, `"relevance_score":0.1`, `"score":0.1`, 1)+"]"))
	add("result-order", lint.Rerank, ranked, results("["+second+","+first+","+third+"]"))
	add("result-count", lint.Rerank, ranked, results("["+first+","+second+"]"))
	return all
}
