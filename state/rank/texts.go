package rank

import (
	"fmt"
	"strings"

	"gatehouse/client/wire"
	"gatehouse/state/raw"
)

// CheckTexts warns of results that came with another text than the document has
// that stands at their index in the request: the service joined them otherwise,
// or changed what it ranked. White space at the ends does not count, nor does a
// document that came without a text.
func (o *Order) CheckTexts(request []byte, r wire.Rerank) {
	came := make(map[int]string, len(r.Results))
	for _, result := range r.Results {
		kind := raw.KindOf(result.Document)
		text := kind == raw.String || kind == raw.Object && raw.KindOf(raw.Get(result.Document, "text")) == raw.String
		if _, twice := came[result.Index]; text && !twice {
			came[result.Index] = result.Text
		}
	}
	if len(came) == 0 {
		return
	}
	var other []int
	at := 0
	for _, document := range raw.Elements(raw.Get(request, "documents")) {
		if raw.KindOf(document) == raw.Object {
			document = raw.Get(document, "text")
		}
		if text, ok := came[at]; ok && strings.TrimSpace(text) != strings.TrimSpace(raw.Text(document)) {
			other = append(other, at)
		}
		at++
	}
	if len(other) > 0 {
		o.Warnings = append(o.Warnings, fmt.Sprintf("results with another text than the request's document at that index (index %s)", numbers(other)))
	}
}
