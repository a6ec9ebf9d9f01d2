package explain

import (
	"net/http"

	"gatehouse/client/wire"
	"gatehouse/state"
)

// Ending says what went wrong with an exchange: how its connections ended, else what the
// answer says. It is empty where all went well.
func Ending(x *state.Exchange, c *wire.Capture) string {
	because := func(words string) string { return words + ": " + c.End.Message }
	switch {
	case c.End == nil:
		return "end unknown"
	case c.End.Cause == wire.EndHungUp && x.Verdict == state.Completed:
		return "the program closed the connection after the last event"
	case c.End.Cause == wire.EndHungUp:
		return "the program closed the connection before the end"
	case c.End.Cause == wire.EndCancelled:
		return "stopped in gatehouse before the end"
	case c.End.Detail == wire.DetailReset:
		return because("the server reset the connection")
	case c.End.Cause == wire.EndLost:
		return because("the connection to the server was lost")
	case c.End.Cause != wire.EndClean && c.Head == nil:
		return because("no answer came")
	case c.End.Cause != wire.EndClean && c.End.Message != "":
		return c.End.Message
	case x.Verdict == state.Truncated:
		return "the answer ended before it was whole"
	case x.Verdict == state.Incomplete:
		return x.Reason
	case x.Failure != nil && c.Sent.Method != http.MethodHead: // its answer has no body to say why
		return beginning(x.Failure.Message)
	}
	return ""
}

// beginning is what of a message has room in the log.
func beginning(message string) string {
	const most = 200 // characters
	if runes := []rune(message[:min(len(message), 8*most)]); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return message
}
