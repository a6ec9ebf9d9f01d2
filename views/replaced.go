package views

import "gatehouse/state"

// Replaced says of an exchange that what came at the end of some items is not what had
// been streamed of them; empty where nothing was replaced.
func Replaced(x *state.Exchange) string {
	if x.Replaced == 0 {
		return ""
	}
	return Counted(x.Replaced, "item") + " came otherwise at the end than in the stream: what came at the end is shown"
}
