package explain

import (
	"fmt"

	"gatehouse/state"
)

// Warning says in a sentence what a warning of an exchange means for the answer; empty for
// a code that is not one of state's.
func Warning(x *state.Exchange, code string) string {
	switch code {
	case state.WarnNoDone:
		return "A stream should end with [DONE]. The answer's final event came before that, so nothing is missing."
	case state.WarnNoTerminal:
		return "There was no final event, so the answer may be incomplete."
	case state.WarnLost:
		return "The connection was lost before it was closed. What had arrived is kept."
	case state.WarnIdle:
		return "The connection was closed here after the idle timeout. What had arrived is kept."
	case state.WarnUndecodable:
		if !x.Known.Stream {
			return "What could not be parsed is not in the answer; it is only in the file."
		}
		return "What could not be parsed is not in the answer; its bytes are kept."
	case state.WarnSequence:
		return "Events are numbered in order: after a jump one may be missing, after a repeat or a step back one may have arrived twice."
	case state.WarnUnknown:
		return "The API document does not define it; nothing is lost, it is kept as received."
	case state.WarnContentType:
		return "The response is not of the type that was requested or announced; it is parsed as what it is, where possible."
	case state.WarnUnterminated:
		return "The last frame may be cut off; what could be parsed of it is in the answer."
	case state.WarnRefusal:
		if x.Verdict != state.Completed {
			return "What the model said instead is kept. It need not be all of it."
		}
		return "A refusal is a complete answer: it holds what the model said instead."
	case state.WarnAfterEnd:
		return "The answer was already complete: what came later is kept and changes nothing."
	case state.WarnLineCap:
		return "A line of the stream exceeds the limit. What came before it is kept."
	case state.WarnBodyCap:
		return "The answer is larger than max_body. What arrived up to there is kept; raise max_body in the profile to read more."
	case state.WarnStatus:
		return "The event type counts. The conflicting status in the response is for the service operator to explain."
	case state.WarnReplaced:
		return "The two texts of an item differ: the complete one at its end counts and is included in the next request."
	case state.WarnEncoding:
		if x.Undecoded != "" {
			return "None of the response could be decoded. Its bytes are kept as received."
		}
		return "The part that could be decoded is shown. The bytes are kept as received."
	case state.WarnRequestEncoding:
		return "The server received the request as it was sent. A body that cannot be decoded may hold a key, so it is not stored."
	case state.WarnUnread:
		if !x.Known.Answer {
			return "What was answered is not known."
		}
		return "What comes before that place in the file is shown, and nothing after it."
	case state.WarnChecksum:
		return "Everything in the file is shown. Some of it was changed in transit or in the file; what changed is not known."
	case state.WarnRebuilt:
		return "On the wire it may have been spelled differently: spaces, order, escapes."
	case state.WarnResults:
		return "The list is shown as received, with warnings."
	}
	return ""
}

// MissingText says what the final text shows about missing deltas, for a warning that
// there may be some; empty for any other warning and without a final text.
func MissingText(x *state.Exchange, code string) string {
	if code != state.WarnSequence && code != state.WarnUndecodable {
		return ""
	}
	proof, ok := x.CheckDeltas()
	switch {
	case !ok:
		return ""
	case proof.Differs:
		return "The final text differs from the deltas: the final text is shown."
	case proof.Missing == 1:
		return "The text is complete: 1 character arrived only in the final event."
	case proof.Missing > 0:
		return fmt.Sprintf("The text is complete: %d characters arrived only in the final event.", proof.Missing)
	}
	return "The text is complete: the deltas match the final text."
}
