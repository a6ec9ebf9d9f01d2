package sim

import (
	"cmp"
	"fmt"
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
// answer.
func (t *turn) thought() (output.Reasoning, bool) {
	n := steps(t.Request.Effort())
	if !t.Model.Reasons || n == 0 {
		return output.Reasoning{}, false
	}
	all := t.considerations()
	r := output.Reasoning{
		ID:     response.NewID("rs"),
		Text:   strings.Join(all[:min(n, len(all))], "\n\n"),
		Sealed: t.Request.Includes("reasoning.encrypted_content"),
	}
	if t.Request.Summary() {
		r.Summary = fmt.Sprintf("Looked at the request in %d steps and %s.", min(n, len(all)), t.conclusion())
	}
	return r, true
}

// considerations returns all steps of thought, the most informative first.
func (t *turn) considerations() []string {
	sentences := strings.Count(t.Text, ".") + strings.Count(t.Text, "?") + strings.Count(t.Text, "!")
	return []string{
		fmt.Sprintf("The newest message is \"%s\" (%s).", t.Quote(120), plural(output.CountTokens(t.Text), "token")),
		t.considerSubject(),
		fmt.Sprintf("The request has %s, %s in all. This is turn %d; the service stores nothing, so all earlier turns were sent again.",
			plural(t.Items(), "item"), plural(t.Tokens(), "token"), t.Number()),
		t.considerWords(),
		t.considerTools(),
		t.considerReturned(),
		t.considerInstructions(),
		t.considerLength(),
		fmt.Sprintf("The effort is %s, which allows %s. Set reasoning.effort to low or max to make this part shorter or longer.",
			cmp.Or(t.Request.Effort(), "not set"), plural(steps(t.Request.Effort()), "step")),
		fmt.Sprintf("The message has %s and %s.", plural(len(strings.Fields(t.Text)), "word"), plural(max(1, sentences), "sentence")),
		fmt.Sprintf("At list price this input costs %.6f USD; the price is made up, like the model.",
			float64(t.Tokens())*t.Model.Prompt/1e6),
		fmt.Sprintf("I choose between alternative wordings with a seed of model and prompts: %x. The same request gets the same answer.", seed(t.Prompt)),
		t.considerStream(),
		"That is all I know about this request. Now the answer.",
	}
}

// conclusion returns how the model understood the prompt, as a predicate.
func (t *turn) conclusion() string {
	switch t.Subject {
	case aboutNothing:
		return "found nothing to answer"
	case aboutRefusal:
		return "took it for a request to refuse"
	case aboutSize:
		return "took it for a request for text of a given size"
	case aboutEcho:
		return "took it for text to repeat"
	case aboutTool, aboutFound:
		return "took the answer from tool output"
	case aboutAny:
		return "found no subject it knows"
	}
	return fmt.Sprintf("took it for a question about %q", t.Subject)
}

func (t *turn) considerSubject() string {
	const how = " I am a small program and match words, not meaning."
	switch t.Subject {
	case aboutNothing, aboutTool, aboutFound:
		return "I " + t.conclusion() + "." + how
	case aboutAny:
		return "It matches none of my prepared subjects, so I answer with facts about the request." + how
	}
	return fmt.Sprintf("It matches my prepared subject \"%s\".", t.Subject) + how
}

func (t *turn) considerWords() string {
	words := t.Words(5)
	if len(words) == 0 {
		return "It has no key words."
	}
	return "Its key words: " + strings.Join(words, ", ") + "."
}

func (t *turn) considerTools() string {
	names := t.Tools()
	switch {
	case len(names) == 0:
		return "The request offers no tools."
	case len(t.Results()) > 0:
		return "A tool was called and its output is in input, so I can answer with it."
	}
	return "The request offers tools: " + strings.Join(names, ", ") + ". I call one once if the message has its name, or all the words after get, list, read or the like."
}

func (t *turn) considerReturned() string {
	r := t.Signed()
	if r.All == 0 {
		return "The conversation has no earlier reasoning."
	}
	return fmt.Sprintf("%s of mine came back, %d with a matching signature.",
		plural(r.All, "reasoning item"), r.Intact)
}

func (t *turn) considerInstructions() string {
	if t.Instructions() == "" {
		return "There are no instructions."
	}
	return "The instructions say \"" + t.Instructions() + "\". I can repeat them, but I do not understand them."
}

func (t *turn) considerLength() string {
	if n, ok := t.Request.MaxOutputTokens(); ok {
		return fmt.Sprintf("max_output_tokens is %d. Reasoning counts too; past the limit the response is incomplete.", n)
	}
	return "max_output_tokens is not set, so the answer has no length limit."
}

func (t *turn) considerStream() string {
	if t.Request.Stream() {
		return "The answer is streamed: each token arrives as a separate event."
	}
	return "The answer is not streamed: it arrives in one piece at the end."
}

func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
