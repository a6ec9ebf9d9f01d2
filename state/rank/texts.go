package rank

import (
	"fmt"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// CheckTexts warns of results whose text differs from the document at their index in the
// request: the service joined them in another way, or changed what it ranked. White space
// at the ends does not count, nor does a document without a text.
func (o *Order) CheckTexts(request []byte, r wire.Rerank) {
	texts := make(map[int]string, len(r.Results))
	for _, result := range r.Results {
		kind := scan.KindOf(result.Document)
		text := kind == scan.String || kind == scan.Object && scan.KindOf(scan.Get(result.Document, "text")) == scan.String
		if _, twice := texts[result.Index]; text && !twice {
			texts[result.Index] = result.Text
		}
	}
	if len(texts) == 0 {
		return
	}
	var other []int
	at := 0
	for _, document := range scan.Elements(scan.Get(request, "documents")) {
		if scan.KindOf(document) == scan.Object {
			document = scan.Get(document, "text")
		}
		if text, ok := texts[at]; ok && strings.TrimSpace(text) != strings.TrimSpace(scan.Text(document)) {
			other = append(other, at)
		}
		at++
	}
	if len(other) > 0 {
		o.Warnings = append(o.Warnings, fmt.Sprintf("results with another text than the request's document at that index (index %s)", numbers(other)))
	}
}
