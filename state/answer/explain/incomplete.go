package explain

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/figures"
	"gatehouse/state/dialect/usage"
	"gatehouse/state/text/spelling"
)

// Incomplete explains an answer that ended early without a fault: an incomplete or a
// stopped one. ok is false for any other.
func Incomplete(x *state.Exchange, c Context) (p Explanation, ok bool) {
	c = c.foreign(x)
	p, ok = stoppedEarly(x, c)
	p.Meaning = choicesOf(x) + p.Meaning
	if member, _ := x.Finished(); (member == "finishReason" || member == "blockReason") && ok {
		p = withWordsOfGemini(x, p)
	}
	p.Suggestions = c.withModelKeys(x, p.Suggestions)
	return p, ok
}

// withWordsOfGemini returns an explanation for a blocked prompt, which is no filtered answer, with the
// words of the service (https://ai.google.dev/api/generate-content#PromptFeedback, #Candidate).
func withWordsOfGemini(x *state.Exchange, p Explanation) Explanation {
	doc := gjson.ParseBytes(x.Document())
	if reason := doc.Get("promptFeedback.blockReason").Str; reason != "" && len(x.Items) == 0 {
		p.Title, p.Meaning = "the prompt was blocked", "The service made no answer, because it blocked the prompt; its reason: "+spelling.Quoted(spelling.Shorten(reason, maxWord))+"."
	}
	for _, path := range []string{"promptFeedback.blockReasonMessage", "candidates.0.finishMessage"} {
		if words := doc.Get(path).Str; words != "" {
			p.Meaning += " It says: " + spelling.Quoted(words)
		}
	}
	return p
}

// choicesOf returns which of several choices ended early; empty where none differs in it.
func choicesOf(x *state.Exchange) string {
	if x.Verdict != state.Incomplete {
		return ""
	}
	all := x.Choices()
	var early []string
	for n, c := range all {
		if c.Finish != "" && c.Finish == x.Reason {
			early = append(early, strconv.Itoa(n+1))
		}
	}
	switch len(early) {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("Choice %s of %d ended early. ", early[0], len(all))
	}
	last := len(early) - 1
	return fmt.Sprintf("Choices %s and %s of %d ended early. ", strings.Join(early[:last], ", "), early[last], len(all))
}

func stoppedEarly(x *state.Exchange, c Context) (p Explanation, ok bool) {
	switch {
	case x.Verdict == state.Cancelled && x.Waits:
		return Explanation{Title: "the program left", Meaning: "The program that made the request left while it waited in the proxy. Nothing was sent."}, true
	case x.Verdict == state.Cancelled && x.End != nil && x.End.Cause == wire.EndHungUp:
		return Explanation{Title: "the program closed the connection", Meaning: "The program that made the request did not wait for the rest. What had arrived is stored."}, true
	case x.Verdict == state.Cancelled && x.Reason == state.ByCaller:
		return Explanation{Title: "cancelled by the caller", Meaning: "The program that made the request cancelled it, and the service confirmed it. What had arrived is stored."}, true
	case x.Verdict == state.Cancelled:
		return Explanation{Title: "stopped", Meaning: "Stopped in gatehouse. What had arrived is stored."}, true
	case x.Verdict != state.Incomplete:
		return Explanation{}, false
	}
	switch strings.ToLower(x.Reason) {
	case "max_output_tokens", "max_tokens", "length":
		whose, try := tokenLimit(x)
		stored := "is stored."
		cost, _ := figures.CostOf(x)
		if usd, err := strconv.ParseFloat(cost, 64); err == nil && usd > 0 {
			stored = "is stored and billed."
		}
		if IsEmpty(x) {
			return Explanation{Title: "cut off at the token limit", Meaning: "No text arrived before the limit." + allReasoning(x) + whose, Suggestions: try}, true
		}
		return Explanation{
			Title:       "cut off at the token limit",
			Meaning:     "The model had more to write. The text up to the limit " + stored + whose,
			Suggestions: append(try, otherAdvice(continueHint(c))...),
		}, true
	case "content_filter", "safety", "recitation", "blocklist", "prohibited_content", "spii", "image_safety": // the rest are Gemini's
		return Explanation{
			Title:       "ended by a content filter",
			Meaning:     "The rest of the answer was withheld. The text before it is stored.",
			Suggestions: []Advice{{Words: "rephrase the request"}, otherModel},
		}, true
	}
	p = incompleteUnknown(x)
	p.Suggestions = otherAdvice(continueHint(c))
	if x.Known.Request {
		p.Suggestions = append(p.Suggestions, resend)
	}
	return p, true
}

// IsEmpty reports whether an answer that has ended has neither a text nor a call.
func IsEmpty(x *state.Exchange) bool {
	return x.Text() == "" && !slices.ContainsFunc(x.Items, func(it *state.Item) bool { return it.InputBuffer().Len() > 0 || it.Name() != "" })
}

// EmptyAnswer returns the sentence that a completed answer is empty; "" for any other.
func EmptyAnswer(x *state.Exchange) string {
	switch {
	case !x.IsEmpty():
		return ""
	case slices.ContainsFunc(x.Items, func(it *state.Item) bool { return it.Type == "reasoning" }):
		return "The answer has only reasoning: no text and no call."
	}
	return "The answer is empty: no text and no call."
}

// allReasoning returns the sentence that all of the output was reasoning; empty if the usage does not show it.
func allReasoning(x *state.Exchange) string {
	counts := figures.TokensOf(x).Counts
	if n := counts[usage.Reasoning]; n > 0 && n == counts[usage.Output] {
		return " Reasoning used all " + figures.Counted(n, "output token") + "."
	}
	return ""
}

// incompleteUnknown explains an incomplete answer with an unknown reason; a status other
// than incomplete has none.
func incompleteUnknown(x *state.Exchange) Explanation {
	named := spelling.Quoted(spelling.Shorten(x.Reason, maxWord))
	p := Explanation{Title: "the answer is incomplete"}
	switch {
	case x.Reason == "":
		p.Title = "no reason given"
		p.Meaning = "The service ended it before the model was done and gave no reason."
	case x.Reason != x.Status:
		p.Meaning = "The service ended it before the model was done; its reason: " + named + "."
	case x.Reason == "queued" || x.Reason == "in_progress":
		p.Title, p.Meaning = "the answer is not finished", "It was returned with status "+named+", so it may be incomplete."
	default:
		p.Title = "unknown status"
		p.Meaning = "The status " + named + " is not in the API document, so it is unclear whether the model was done."
	}
	p.Meaning += " What arrived is stored."
	return p
}

// continueHint returns how to ask a model for the rest.
func continueHint(c Context) string {
	if c.Chat == "" {
		return "ask it to continue"
	}
	return "ask it to continue: write that " + c.Chat
}

// tokenLimit returns whose token limit was reached, if the request or the result shows it, and
// what can be done.
func tokenLimit(x *state.Exchange) (whose string, try []Advice) {
	member := cmp.Or(x.OutputLimit(), "max_output_tokens")
	limitIn := func(object []byte) string {
		if v := scan.At(object, strings.Split(member, ".")...); scan.KindOf(v) == scan.Number {
			return string(v)
		}
		return ""
	}
	sent, echoed := limitIn(x.Request), limitIn(x.Response)
	early := serviceTokenLimit(x, sent, echoed)
	switch {
	case early != "":
		return " The request allowed " + sent + ", but the service ended it at " + early + ".", []Advice{otherModel}
	case sent != "":
		return " The limit was set by the request: " + member + " " + sent + ".", otherAdvice("raise " + member)
	case !x.Known.Request && echoed != "":
		return " The limit was " + member + " " + echoed + ".", otherAdvice("raise " + member)
	case !x.Known.Request:
		return "", otherAdvice("set or raise " + member)
	case echoed != "":
		return " The request set no " + member + "; the limit of " + echoed + " is the service's.", otherAdvice("set " + member + " higher, if the service accepts it")
	}
	return " The request set no " + member + "; the limit is the model's or the service's, which is not reported.", otherAdvice("set " + member + " higher than this answer, if the model accepts it")
}

// serviceTokenLimit returns where the service ended an answer before the request's
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
	if t := figures.TokensOf(x); !t.Estimated && t.Counts[usage.Output] >= 0 && float64(t.Counts[usage.Output]) < allowed {
		return strconv.Itoa(t.Counts[usage.Output])
	}
	return ""
}
