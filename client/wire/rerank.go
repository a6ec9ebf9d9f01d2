package wire

import "encoding/json"

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
	Index    int             // of the document in the request, also from a string; None when missing or no whole number, and it may be out of range
	Score    float64         // relevance, also from a string; 0 when missing
	Text     string          // of the document, where it came along
	Document json.RawMessage // as it came; nil when absent
	Raw      json.RawMessage
}
