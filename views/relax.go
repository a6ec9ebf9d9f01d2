package views

import (
	"encoding/json"

	"gatehouse/state/explain"
)

// RelaxBy is Relax by edits that an explanation offers.
func RelaxBy(edits []explain.Edit) Relax {
	var r Relax
	for _, e := range edits {
		r.Edits = append(r.Edits, Edit{Pointer: e.Pointer, Value: json.RawMessage(e.Value)})
	}
	return r
}
