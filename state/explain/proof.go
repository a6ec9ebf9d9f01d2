package explain

import (
	"fmt"

	"gatehouse/state"
)

// Proof says of a warning that pieces of the answer may be missing what the text
// that came whole at its end tells of that; empty for any other warning, and where
// no such text came.
func Proof(x *state.Exchange, code string) string {
	if code != state.WarnSequence && code != state.WarnUndecodable {
		return ""
	}
	proof, ok := x.CheckDeltas()
	switch {
	case !ok:
		return ""
	case proof.Differs:
		return "The text that came at its end is another than the deltas wrote: what is shown is the one from its end."
	case proof.Missing == 1:
		return "The text is whole: 1 character of it came only with its end."
	case proof.Missing > 0:
		return fmt.Sprintf("The text is whole: %d characters of it came only with its end.", proof.Missing)
	}
	return "The text is whole: what the deltas wrote is what came at its end."
}
