package read

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"strconv"

	"gatehouse/client/scan"
	"gatehouse/client/wire"

	"github.com/tidwall/gjson"
)

// ErrNotRerank is the error of an answer to POST /rerank that holds no results.
var ErrNotRerank = errors.New("not a rerank result")

// Rerank reads a rerank result: that of the API document, that of a similar
// service without model or documents, or a bare array of index and score. Of a
// repeated member the first counts.
func Rerank(body []byte) (wire.Rerank, error) {
	body = bytes.TrimSpace(body)
	if !scan.Valid(body) {
		return wire.Rerank{}, ErrNotRerank
	}
	r := wire.Rerank{Raw: body}
	list := gjson.ParseBytes(body)
	if list.IsObject() {
		list = rerankMembers(&r, list)
	}
	if !list.IsArray() {
		return wire.Rerank{}, ErrNotRerank
	}
	list.ForEach(func(_, e gjson.Result) bool {
		r.Results = append(r.Results, readRanked(e))
		return true
	})
	return r, nil
}

// rerankMembers reads the members of a result that is an object, in one pass over
// what may be megabytes, and returns the list of results.
func rerankMembers(r *wire.Rerank, root gjson.Result) gjson.Result {
	var m struct{ id, model, provider, results, data, usage, meta gjson.Result }
	root.ForEach(func(key, value gjson.Result) bool {
		var to *gjson.Result
		switch key.Str {
		case "id":
			to = &m.id
		case "model":
			to = &m.model
		case "provider":
			to = &m.provider
		case "results":
			to = &m.results
		case "data":
			to = &m.data
		case "usage":
			to = &m.usage
		case "meta":
			to = &m.meta
		}
		if to != nil && !to.Exists() {
			*to = value
		}
		return true
	})
	r.ID, r.Model, r.Provider = m.id.String(), m.model.String(), m.provider.String()
	if r.Usage = rawObject(m.usage); r.Usage == nil {
		r.Usage = rawObject(m.meta.Get("billed_units")) // other members of meta are no usage
	}
	if m.results.IsArray() {
		return m.results
	}
	return m.data
}

func readRanked(e gjson.Result) wire.Ranked {
	d := wire.Ranked{Raw: json.RawMessage(e.Raw)}
	var index, score, other, document gjson.Result
	e.ForEach(func(key, value gjson.Result) bool {
		switch {
		case key.Str == "index" && !index.Exists():
			index = value
		case key.Str == "relevance_score" && !score.Exists():
			score = value
		case key.Str == "score" && !other.Exists():
			other = value
		case key.Str == "document" && !document.Exists():
			document = value
		}
		return true
	})
	if !score.Exists() {
		score = other
	}
	d.Index, d.Score, d.Document = number(index), score.Float(), raw(document)
	if index.Num != math.Trunc(index.Num) { // 0.9 is no place in a list
		d.Index = wire.None
	}
	if n, err := strconv.Atoi(index.Str); err == nil && index.Type == gjson.String {
		d.Index = n
	}
	if text := document.Get("text"); text.Exists() {
		d.Text = text.String()
	} else {
		d.Text = document.Str
	}
	return d
}
