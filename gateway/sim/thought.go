package sim

import (
	"fmt"
	"strings"

	"gatehouse/gateway/output"
	"gatehouse/gateway/response"
	"gatehouse/gateway/token"
)

// steps is how many steps of thought an effort allows (reasoning.effort,
// wire-notes §2). An effort that is not known counts as none set.
func steps(effort string) int {
	switch effort {
	case "none":
		return 0
	case "minimal":
		return 1
	case "low":
		return 3
	case "high":
		return 8
	case "xhigh":
		return 11
	case "max":
		return 14
	}
	return 5
}

// thought is the reasoning of a model that reasons: what this program really
// looks at before it chooses its answer.
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
		r.Summary = fmt.Sprintf("Looked at the request in %d steps and %s.", min(n, len(all)), t.taken())
	}
	return r, true
}

// considerations is everything there is to consider, the most telling first.
func (t *turn) considerations() []string {
	sentences := strings.Count(t.Text, ".") + strings.Count(t.Text, "?") + strings.Count(t.Text, "!")
	return []string{
		fmt.Sprintf("The newest message is \"%s\" (%s).", t.Quote(120), plural(token.Count(t.Text), "token")),
		t.considerSubject(),
		fmt.Sprintf("It came with %s, %s in all. This is turn %d, and everything before it had to be sent again, because the service keeps nothing.",
			plural(t.Items(), "item"), plural(t.Tokens(), "token"), t.Number()),
		t.considerWords(),
		t.considerTools(),
		t.considerReturned(),
		t.considerInstructions(),
		t.considerLength(),
		fmt.Sprintf("The effort is %s, which allows %s. Set reasoning.effort to low or max and this part becomes shorter or longer.",
			orDefault(t.Request.Effort(), "not set"), plural(steps(t.Request.Effort()), "step")),
		fmt.Sprintf("The message has %s and %s.", plural(len(strings.Fields(t.Text)), "word"), plural(max(1, sentences), "sentence")),
		fmt.Sprintf("At the list price this input costs %.6f USD. It is a made-up price for a made-up model.",
			float64(t.Tokens())*t.Model.Prompt/1e6),
		fmt.Sprintf("Where the answer has alternatives, I choose with a seed made from model and prompts: %x. The same request gets the same words again.", seed(t.Prompt)),
		t.considerStream(),
		"That is all there is to know about this request. Now the answer.",
	}
}

// taken is what the model took the prompt for.
func (t *turn) taken() string {
	switch t.Subject {
	case aboutNothing:
		return "found nothing to answer"
	case aboutRefusal:
		return "took it for a request to refuse"
	case aboutSize:
		return "took it for a request for a text of a given size"
	case aboutEcho:
		return "took it for a text to repeat"
	case aboutTool, aboutFound:
		return "took it to be answered by what tools found"
	case aboutAny:
		return "found no subject in it that it knows"
	}
	return fmt.Sprintf("took it to be about %q", t.Subject)
}

func (t *turn) considerSubject() string {
	const how = " I am a small program, so that is how I choose: by words, not by meaning."
	switch t.Subject {
	case aboutNothing, aboutTool, aboutFound:
		return "I " + t.taken() + "." + how
	case aboutAny:
		return "It matches nothing that I have prepared, so I answer with what I know about the request itself." + how
	}
	return fmt.Sprintf("It matches what I have prepared under the word \"%s\".", t.Subject) + how
}

func (t *turn) considerWords() string {
	words := t.Words(5)
	if len(words) == 0 {
		return "No word in it says what it is about."
	}
	return "The words that say most: " + strings.Join(words, ", ") + "."
}

func (t *turn) considerTools() string {
	names := t.Tools()
	switch {
	case len(names) == 0:
		return "No tools are offered, so whatever I say, I say myself."
	case len(t.outputs()) > 0:
		return "A tool has been called and its output is here. I can answer with it."
	}
	return "Tools are offered: " + strings.Join(names, ", ") + ". I call a function once, when the message asks for it by its name or a word of it."
}

func (t *turn) considerReturned() string {
	r := t.Signed()
	if r.All == 0 {
		return "No earlier reasoning came back with the conversation."
	}
	return fmt.Sprintf("%s of mine came back; %d of the signatures still fit, so nobody has changed the text.",
		plural(r.All, "reasoning item"), r.Intact)
}

func (t *turn) considerInstructions() string {
	if t.Instructions() == "" {
		return "There are no instructions to follow."
	}
	return "The instructions say \"" + t.Instructions() + "\". I can repeat them, but I do not understand them."
}

func (t *turn) considerLength() string {
	if n, ok := t.Request.MaxOutputTokens(); ok {
		return fmt.Sprintf("max_output_tokens is %d. This text counts too; where it ends, the answer will be incomplete.", n)
	}
	return "No max_output_tokens is set, so the answer may be as long as it needs to be."
}

func (t *turn) considerStream() string {
	if t.Request.Stream() {
		return "The answer is streamed: each of these words arrives as an event of its own."
	}
	return "The answer is not streamed: all of this arrives at once, at the end."
}

func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

func orDefault(s, def string) string {
	if s == "" {
		return def
	}
	return s
}
