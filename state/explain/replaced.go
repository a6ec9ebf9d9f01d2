package explain

import (
	"fmt"

	"gatehouse/state"
)

// Replaced says of an exchange that what came at the end of some items is not what had
// been streamed of them; empty where nothing was replaced.
func Replaced(x *state.Exchange) string {
	switch x.Replaced {
	case 0:
		return ""
	case 1:
		return "1 item came otherwise at its end than it was streamed: what came at its end is shown"
	}
	return fmt.Sprintf("%d items came otherwise at their end than they were streamed: what came at their end is shown", x.Replaced)
}
