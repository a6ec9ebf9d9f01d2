package validate

import (
	"sync"

	"gatehouse/state/request/field"
)

// rerank returns the table of the request body of POST /rerank (document, "Rerank
// request body").
var rerank = sync.OnceValue(func() *rule {
	r := (&rule{types: object}).addFields(field.Rerank(), false)
	r.fields["provider"].fields["allow_fallbacks"].soft = false // the one that is shown
	document := r.fields["documents"].items
	document.types, document.also = text|object, emptyDocument
	document.fields["image"].soft = true // its structure is not shown
	return r
})
