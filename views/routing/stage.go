package routing

import (
	"strings"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// contents is what a stage unfolds to: its data, or all of it where it has
// members that this page does not draw.
func contents(s wire.Stage) []byte {
	const known = " type name summary guardrail_id guardrail_scope data "
	for m := range scan.Members(s.Raw) {
		if !strings.Contains(known, " "+m.Key+" ") {
			return s.Raw
		}
	}
	if scan.KindOf(s.Data) == scan.Object || scan.KindOf(s.Data) == scan.Array {
		return s.Data
	}
	if scan.IsNull(s.Data) && scan.KindOf(s.Raw) == scan.Object {
		return nil
	}
	return s.Raw
}
