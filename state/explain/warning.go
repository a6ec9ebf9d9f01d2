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
		return "A stream is meant to end with [DONE]. How the answer ended was told before that, so nothing of it is missing."
	case state.WarnNoTerminal:
		return "Nothing said that the answer was over: what is shown may not be all of it."
	case state.WarnLost:
		return "The connection broke before it was closed. What had arrived is kept."
	case state.WarnIdle:
		return "It was ended here, after the longest silence that is allowed. What had arrived is kept."
	case state.WarnUndecodable:
		if !x.Known.Stream {
			return "What could not be read is not in the answer; the file alone holds it."
		}
		return "What could not be read is not in the answer; its bytes are kept."
	case state.WarnSequence:
		return "Events are numbered one by one: after a jump a piece may be missing, after a repeat or a step back one may have come twice."
	case state.WarnUnknown:
		return "The API document does not name it; nothing is lost, it is kept as it came."
	case state.WarnContentType:
		return "What came is of another kind than was asked for or announced: it is read as what it is, where that can be read."
	case state.WarnUnterminated:
		return "The last frame may be cut off; what could be read of it is in the answer."
	case state.WarnRefusal:
		return "A refusal is an answer, and a whole one: what the model said instead stands in it."
	case state.WarnAfterEnd:
		return "The answer was over by then: what came later is kept, and changes nothing."
	case state.WarnLineCap:
		return "A line of the stream was longer than is read. What came before it is kept."
	case state.WarnBodyCap:
		return "The answer is larger than max_body. What arrived up to there is kept; raise max_body in the profile to read more."
	case state.WarnStatus:
		return "The event is taken at its word. The status in the response is one for those who run the service to explain."
	case state.WarnReplaced:
		return "The two texts of an item differ: the one that came whole at its end counts, and goes back with the next request."
	case state.WarnEncoding:
		if x.Undecoded != "" {
			return "Nothing of the answer could be decoded. Its bytes are kept as they came."
		}
		return "The part that could be decoded is shown. The bytes are kept as they came."
	case state.WarnUnread:
		return "What comes before that place of the file is shown, and nothing of what stands behind it."
	case state.WarnChecksum:
		return "All that stands in the file is shown. Some of it was changed on its way or in the file, and nothing tells what."
	case state.WarnResults:
		return "The list that came back is shown as it came, with what is odd about it."
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
		return "The text that came at its end is another than the deltas wrote: what is shown is the one from its end."
	case proof.Missing == 1:
		return "The text is whole: 1 character of it came only with its end."
	case proof.Missing > 0:
		return fmt.Sprintf("The text is whole: %d characters of it came only with its end.", proof.Missing)
	}
	return "The text is whole: what the deltas wrote is what came at its end."
}
