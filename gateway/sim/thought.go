package sim

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"gatehouse/gateway/output"
	"gatehouse/gateway/response"
)

// steps returns the number of steps of thought for an effort (reasoning.effort, wire-notes §2); 5
// if it is not set or unknown.
func steps(effort string) int {
	n, ok := map[string]int{"none": 0, "minimal": 1, "low": 3, "high": 8, "xhigh": 11, "max": 14}[effort]
	if !ok {
		return 5
	}
	return n
}

// thought returns the reasoning of a model that reasons: facts that this program uses to choose its
// answer, the most informative first.
func (t *turn) thought() (output.Reasoning, bool) {
	n := steps(t.Request.Effort())
	if !t.Model.Reasons || n == 0 {
		return output.Reasoning{}, false
	}
	all := strings.Split(t.render("thought"), "\n\n")
	all = all[:min(n, len(all))]
	r := output.Reasoning{
		ID:     response.NewID("rs"),
		Text:   strings.Join(all, "\n\n"),
		Sealed: t.Request.Includes("reasoning.encrypted_content"),
	}
	if t.Request.Summary() {
		r.Summary = fmt.Sprintf("Looked at the request in %d steps and %s.", len(all), t.Conclusion())
	}
	return r, true
}

// Conclusion returns how the model understood the prompt, as a predicate.
func (t *turn) Conclusion() string {
	about := map[subject]string{
		aboutNothing: "found nothing to answer",
		aboutRefusal: "took it for a request to refuse",
		aboutSize:    "took it for a request for text of a given size",
		aboutEcho:    "took it for text to repeat",
		aboutTool:    "took the answer from tool output",
		aboutFound:   "took the answer from tool output",
		aboutAny:     "found no subject it knows",
	}[t.Subject]
	return cmp.Or(about, fmt.Sprintf("took it for a question about %q", t.Subject))
}

// Limit returns max_output_tokens, or "" if it is not set.
func (t *turn) Limit() string {
	if n, ok := t.Request.MaxOutputTokens(); ok {
		return strconv.Itoa(n)
	}
	return ""
}

// Price returns the price of the input in USD.
func (t *turn) Price() string {
	return strconv.FormatFloat(float64(t.Request.Tokens())*t.Model.Prompt/1e6, 'f', 6, 64)
}
