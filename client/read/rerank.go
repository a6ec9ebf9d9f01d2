package read

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"slices"
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

// rerankMembers reads the members of a result that is an object, and returns the list of
// results.
func rerankMembers(r *wire.Rerank, root gjson.Result) gjson.Result {
	m := members(root, "id", "model", "provider", "usage", "meta", "results", "data")
	r.ID, r.Model, r.Provider = m[0].String(), m[1].String(), m[2].String()
	if r.Usage = rawObject(m[3]); r.Usage == nil {
		r.Usage = rawObject(m[4].Get("billed_units")) // other members of meta are no usage
	}
	if results := m[5]; results.IsArray() {
		return results
	}
	return m[6]
}

// members returns the first of each of these members of an object, in one pass over what may
// be megabytes.
func members(object gjson.Result, names ...string) []gjson.Result {
	found := make([]gjson.Result, len(names))
	object.ForEach(func(key, value gjson.Result) bool {
		if i := slices.Index(names, key.Str); i >= 0 && !found[i].Exists() {
			found[i] = value
		}
		return true
	})
	return found
}

// readRanked reads one result.
func readRanked(e gjson.Result) wire.Ranked {
	m := members(e, "index", "relevance_score", "score", "document")
	index, score, document := m[0], m[1], m[3]
	if !score.Exists() {
		score = m[2]
	}
	d := wire.Ranked{Index: number(index), Score: score.Float(), Text: document.Str, Document: raw(document), Raw: json.RawMessage(e.Raw)}
	if index.Num != math.Trunc(index.Num) { // 0.9 is no place in a list
		d.Index = wire.None
	}
	if n, err := strconv.Atoi(index.Str); err == nil && index.Type == gjson.String {
		d.Index = n
	}
	if text := document.Get("text"); text.Exists() {
		d.Text = text.String()
	}
	return d
}
