package explain

import (
	"strconv"

	"gatehouse/client/scan"
	"gatehouse/state"
	"gatehouse/state/figures"
)

// Incomplete explains an answer that ended early without a fault: an incomplete or a
// stopped one. ok is false for any other.
func Incomplete(x *state.Exchange, c Context) (p Explanation, ok bool) {
	p, ok = stoppedEarly(x, c)
	p.Suggestions = withModelKeys(x, p.Suggestions, c)
	return p, ok
}

func stoppedEarly(x *state.Exchange, c Context) (p Explanation, ok bool) {
	switch {
	case x.Verdict == state.Cancelled:
		return Explanation{Title: "stopped", Meaning: "The answer was stopped here. What had arrived is kept."}, true
	case x.Verdict != state.Incomplete:
		return Explanation{}, false
	}
	switch x.Reason {
	case "max_output_tokens", "max_tokens", "length":
		whose, try := limit(x)
		kept := "is kept."
		if cost, _ := figures.CostOf(x); costs(cost) {
			kept = "is kept, and is paid for."
		}
		return Explanation{
			Title:       "cut off at the limit of tokens",
			Meaning:     "The model had more to say. What it wrote up to the limit " + kept + whose,
			Suggestions: append(try, otherAdvice(continueHint(c))...),
		}, true
	case "content_filter":
		return Explanation{
			Title:       "a filter ended the answer",
			Meaning:     "What the model was about to say was held back. What came before is kept.",
			Suggestions: []Advice{{Words: "ask in other words"}, otherModelAdvice()},
		}, true
	}
	p = incompleteUnknown(x)
	p.Suggestions = []Advice{{Words: continueHint(c)}, resendAdvice()}
	if !x.Known.Request {
		p.Suggestions = withoutResend(p.Suggestions)
	}
	return p, true
}

// costs reports whether a price is known and above zero.
func costs(price string) bool {
	v, err := strconv.ParseFloat(price, 64)
	return err == nil && v > 0
}

// incompleteUnknown explains an incomplete answer with an unknown reason; a status other
// than incomplete has none.
func incompleteUnknown(x *state.Exchange) Explanation {
	named := "“" + shortenWord(x.Reason) + "”"
	p := Explanation{Title: "the answer is incomplete"}
	switch {
	case x.Reason == "":
		p.Title = "no reason given"
		p.Meaning = "The service ended it before the model was done, and names no reason."
	case x.Reason != x.Status:
		p.Meaning = "The service ended it before the model was done, for a reason that it names " + named + "."
	case x.Reason == "queued" || x.Reason == "in_progress":
		p.Title, p.Meaning = "the answer is not done", "It came while its status was "+named+": whether there was more, it does not tell."
	default:
		p.Title = "its status is not known"
		p.Meaning = "The status " + named + " is none that the API document names: whether the model was done is not told."
	}
	p.Meaning += " What arrived is kept."
	return p
}

// continueHint says how to ask a model for the rest.
func continueHint(c Context) string {
	if c.Chat == "" {
		return "ask it to go on"
	}
	return "ask it to go on: write that " + c.Chat
}

// limit says whose token limit was reached, as far as the request and the result show, and
// what can be done.
func limit(x *state.Exchange) (whose string, try []Advice) {
	const member = "max_output_tokens"
	told := func(object []byte) string {
		if v := scan.Get(object, member); scan.KindOf(v) == scan.Number {
			return string(v)
		}
		return ""
	}
	sent, echoed := told(x.Request), told(x.Response)
	early := serviceTokenLimit(x, sent, echoed)
	switch {
	case early != "":
		return " The request allowed " + sent + ", the service ended it at " + early + ".", []Advice{otherModelAdvice()}
	case sent != "":
		return " The limit is the request's own: " + member + " " + sent + ".", otherAdvice("raise " + member)
	case !x.Known.Request && echoed != "":
		return " The limit was " + member + " " + echoed + ".", otherAdvice("raise " + member)
	case !x.Known.Request:
		return "", otherAdvice("set or raise " + member)
	case echoed != "":
		return " The request set no " + member + ": the limit of " + echoed + " is the service's.", otherAdvice("set " + member + " to more, if the service takes it")
	}
	return " The request set no " + member + ": the limit is the model's or the service's; which of the two is not told.", otherAdvice("set " + member + " to more than the answer has, if the model takes it")
}

// serviceTokenLimit returns where the service ended an answer before the request's own
// limit: at the limit that it echoes, or at the tokens that it counts. It is empty where
// neither shows a lower one.
func serviceTokenLimit(x *state.Exchange, sent, echoed string) string {
	allowed, err := strconv.ParseFloat(sent, 64)
	if err != nil {
		return ""
	}
	if limit, err := strconv.ParseFloat(echoed, 64); err == nil && limit != allowed {
		return echoed
	}
	if t := figures.TokensOf(x); !t.Estimated && t.Out >= 0 && float64(t.Out) < allowed {
		return strconv.Itoa(t.Out)
	}
	return ""
}
