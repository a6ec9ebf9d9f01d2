package explain

import "gatehouse/state"

// Short explains an answer that ended before its end without a fault: one that
// is incomplete, or that was stopped. ok is false for any other.
func Short(x *state.Exchange) (p Plain, ok bool) {
	switch {
	case x.Verdict == state.Cancelled:
		return Plain{Title: "stopped", Meaning: "The answer was stopped here. What had arrived is kept."}, true
	case x.Verdict != state.Incomplete:
		return Plain{}, false
	}
	switch x.Reason {
	case "max_output_tokens", "max_tokens", "length":
		return Plain{
			Title:   "cut off at the limit of tokens",
			Meaning: "The model had more to say. What it wrote up to the limit is kept, and is paid for.",
			Try:     tips("raise max_output_tokens", "ask it to go on"),
		}, true
	case "content_filter":
		return Plain{
			Title:   "a filter ended the answer",
			Meaning: "What the model was about to say was held back. What came before is kept.",
			Try:     []Advice{{Words: "ask in other words"}, otherModel()},
		}, true
	}
	p = Plain{
		Title:   "the answer is incomplete",
		Meaning: "The service ended it before the model was done, for the reason that it names. What arrived is kept.",
		Try:     []Advice{{Words: "ask it to go on"}, again()},
	}
	if x.IsSaved() {
		p.Try = unsent(p.Try)
	}
	return p, true
}
