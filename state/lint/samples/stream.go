package samples

import (
	"slices"
	"strings"

	"gatehouse/state/lint"
)

// streamSamples have what may be wrong with the stream of any API.
func streamSamples() (all []Sample) {
	for _, of := range []struct {
		api    lint.API
		said   *Answer
		deltas [2]int // the first frame with a piece of the text, and the one after the last
		piece  string // where it stands
		big    int    // a frame that may be long
		fills  string // a member of it that may hold much
	}{
		{lint.Responses, spoken(), [2]int{4, 9}, "delta", -2, "response.metadata.padding"},
		{lint.Chat, chatSpoken(), [2]int{1, 6}, "choices.0.delta.content", -2, "system_fingerprint"},
		{lint.Messages, messagesSpoken(), [2]int{2, 7}, "delta.text", 0, "message.padding"},
	} {
		add := func(rule string, good *Answer, change func(*Answer), edits ...edit) {
			one := good.but(edits...)
			if change != nil {
				change(one)
			}
			all = append(all, Sample{rule, of.api, good, one})
		}
		add("buffered", of.said.but(letters(of.deltas, of.piece)), func(a *Answer) { a.waitUS = 2_000_000 }, each("", func(f *frame) { f.gapUS = -usualGap }))
		add("content-type", of.said, func(a *Answer) { a.Header.Set("Content-Type", "text/plain; charset=utf-8") })
		add("cache-headers", of.said, func(a *Answer) { a.Header.Del("Cache-Control") })
		add("big-frame", of.said, nil, at(of.big, setOne(of.fills, quote(strings.Repeat("0123456789abcdef", 5000)))))
		add("silence", of.said, nil, at(of.deltas[0]+2, func(f *frame) { f.gapUS = 31_000_000 }))
		add("bom", of.said, func(a *Answer) { a.mark = true })
		add("encoding", of.said, func(a *Answer) { a.gzip = true; a.Header.Set("Content-Encoding", "gzip") })
		add("torn", of.said, func(a *Answer) { a.torn = true })
	}
	return all
}

// letters cuts the text into a delta for every letter, in the place of those from one frame up
// to another.
func letters(deltas [2]int, piece string) edit {
	return func(all []frame) []frame {
		var more []frame
		for rest := Text; rest != ""; rest = rest[1:] {
			f := all[deltas[0]]
			setOne(piece, quote(rest[:1]))(&f)
			more = append(more, f)
		}
		all = slices.Replace(all, deltas[0], deltas[1], more...)
		if strings.Contains(all[0].data, `"sequence_number"`) {
			return renumber(all)
		}
		return all
	}
}

// documentSamples are answers that are no streams.
func documentSamples() (all []Sample) {
	add := func(rule string, api lint.API, good, deviating *Answer) {
		all = append(all, Sample{rule, api, good, deviating})
	}
	missing := documentOf(400, `{"detail":"the input is missing"}`)
	add("error-shape", lint.Responses, documentOf(400, `{"error":{"code":400,"message":"the input is missing"}}`), missing)
	add("error-shape", lint.Chat, documentOf(400, `{"error":{"message":"the input is missing","type":"invalid_request_error","param":null,"code":null}}`), missing)
	add("error-shape", lint.Messages, documentOf(400, `{"type":"error","error":{"type":"invalid_request_error","message":"the input is missing"},"request_id":"req_1"}`), missing)
	add("error-shape", lint.Rerank, documentOf(400, `{"error":{"code":400,"message":"the query is missing"}}`), missing)
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
