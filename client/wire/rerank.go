package wire

import (
	"bytes"
	"encoding/json"
	"errors"

	"github.com/tidwall/gjson"
)

// ErrNotRerank is the error of an answer to POST /rerank that holds no results.
var ErrNotRerank = errors.New("not a rerank result")

// Rerank is a rerank result (API document, "Rerank result"; wire-notes §8). Id,
// model, provider and usage may be missing.
type Rerank struct {
	ID, Model, Provider string
	Results             []Ranked // in the order in which they came, which need not be sorted
	Usage               *Usage
	Raw                 json.RawMessage
}

// Ranked is one result.
type Ranked struct {
	Index    int             // of the document in the request; None when missing, and it may be out of range
	Score    float64         // relevance; 0 when missing
	Text     string          // of the document, where it came along
	Document json.RawMessage // as it came; nil when absent
	Raw      json.RawMessage
}

// ReadRerank reads a rerank result: the document's, a neighbour's without model
// or documents, or a bare array of index and score.
func ReadRerank(body []byte) (Rerank, error) {
	body = bytes.TrimSpace(body)
	root := gjson.ParseBytes(body)
	list := root
	if root.IsObject() {
		if list = root.Get("results"); !list.IsArray() {
			list = root.Get("data")
		}
	}
	if !Valid(body) || !list.IsArray() {
		return Rerank{}, ErrNotRerank
	}
	r := Rerank{Raw: body}
	if root.IsObject() {
		r.ID, r.Model, r.Provider = root.Get("id").String(), root.Get("model").String(), root.Get("provider").String()
		if r.Usage = ReadUsage(raw(root.Get("usage"))); r.Usage == nil {
			r.Usage = ReadUsage(raw(root.Get("meta")))
		}
	}
	for _, e := range list.Array() {
		r.Results = append(r.Results, readRanked(e))
	}
	return r, nil
}

func readRanked(e gjson.Result) Ranked {
	d := Ranked{Index: number(e.Get("index")), Document: raw(e.Get("document")), Raw: json.RawMessage(e.Raw)}
	if d.Score = e.Get("relevance_score").Float(); !e.Get("relevance_score").Exists() {
		d.Score = e.Get("score").Float()
	}
	if text := e.Get("document.text"); text.Exists() {
		d.Text = text.String()
	} else {
		d.Text = e.Get("document").Str
	}
	return d
}
