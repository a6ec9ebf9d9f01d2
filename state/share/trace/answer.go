package trace

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/explain"
	"gatehouse/state/dialect/usage"
)

// responseID returns the id of the answer.
func (t *exported) responseID() string {
	if t.x.Ranking != nil {
		return t.x.Ranking.ID
	}
	return t.x.ResponseID
}

// usage is what was reported as used: nothing is estimated.
func (t *exported) usage(l *list) {
	used, _ := usage.Of(t.x.Usage)
	counts := &used.Counts
	if t.x.UsageBegun { // it describes only the beginning of the answer
		counts[usage.Output] = wire.None
	}
	counts[usage.CacheWrite] = counts.Sum(usage.CacheWrite, usage.CacheWriteHour)
	for _, k := range usage.Paid() {
		name := usageNames[k]
		if name == "" && k.Figure() != "" { // the conventions have no name for it
			name = "gatehouse.usage." + k.Figure() + "_tokens"
		}
		if name != "" && counts[k] != wire.None {
			l.add(name, int64(counts[k]))
		}
	}
}

// finishReasons returns why the model stopped, for each choice: the service's reasons or, for an answer of
// /responses, which has none, those of the conventions. An answer that did not end has the reason error.
func (t *exported) finishReasons() []string {
	if t.operation == "rerank" || t.operation == "embeddings" || t.operation == "compact" || !t.x.Known.Answer {
		return nil
	}
	broken := t.x.Verdict == state.Failed || t.x.Verdict == state.Truncated || t.x.Verdict == state.Cancelled
	var reasons []string
	for _, c := range t.x.Choices() {
		reason := cmp.Or(c.Finish, t.x.Finish)
		switch {
		case reason != "":
		case broken:
			reason = "error"
		case t.x.Verdict == state.Incomplete && t.x.Reason == "max_output_tokens":
			reason = "length"
		case t.x.Verdict == state.Incomplete:
			reason = t.x.Reason
		case t.x.Verdict == state.Completed && slices.ContainsFunc(c.Items, func(it *state.Item) bool { return it.Type == "function_call" || it.Type == "custom_tool_call" }):
			reason = "tool_call"
		case t.x.Verdict == state.Completed:
			reason = "stop"
		}
		if reason != "" {
			reasons = append(reasons, reason)
		}
	}
	return reasons
}

// errorType returns the class of the error that the exchange ended with; "" for none. Stopping by the user
// or early by the model is no error.
func (t *exported) errorType() string {
	if t.x.Verdict != state.Failed && t.x.Verdict != state.Truncated {
		return ""
	}
	if t.e.Status >= 300 {
		return strconv.Itoa(t.e.Status)
	}
	if end := t.c.End; end != nil && end.Cause != wire.EndClean && end.Cause != "" {
		return string(end.Cause)
	}
	if f := t.x.Failure; f != nil {
		for _, word := range []string{scan.AnyText(f.Code), f.Type} {
			if isWord(word) {
				return word
			}
		}
	}
	if t.x.Verdict == state.Truncated {
		return state.WarnNoTerminal
	}
	return "_OTHER"
}

// isWord reports whether a text can be the name of a class: a short word.
func isWord(text string) bool {
	return text != "null" && shortWord.MatchString(text)
}

var shortWord = regexp.MustCompile(`^[\w.-]{1,64}$`)

// why returns why the exchange failed. The service's message may quote the request, so it is content.
func (t *exported) why(kind string) string {
	words := string(t.x.Verdict) + ": "
	switch {
	case t.e.Status >= 300:
		words += explain.StatusWords(t.e.Status)
	case kind == state.WarnNoTerminal:
		words += "the answer stopped before its end"
	default:
		words += kind
	}
	if f := t.x.Failure; t.content && f != nil && f.Message != "" {
		words += ": " + f.Message
	}
	return words
}

// ranked adds how many documents a rerank was given and how many were returned.
func (t *exported) ranked(l *list) {
	if !t.x.IsRerank() {
		return
	}
	if list := scan.Get(t.c.Sent.Body, "documents"); scan.KindOf(list) == scan.Array {
		n := 0
		for range scan.Elements(list) {
			n++
		}
		l.count(documents, n)
	}
	if t.x.Ranking != nil {
		l.count(results, len(t.x.Ranking.Results))
	}
}
