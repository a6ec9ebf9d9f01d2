// Package sim is the models of the local gateway: small deterministic programs that describe
// themselves as simulated. Their answers are about the request, the only thing that they know for
// certain.
package sim

import (
	"embed"
	"hash/fnv"
	"strings"
	"text/template"
	"time"

	"gatehouse/gateway/catalogue"
	"gatehouse/gateway/fault"
	"gatehouse/gateway/output"
	"gatehouse/gateway/request"
	"gatehouse/gateway/response"
)

// Prompt is the input of a model.
type Prompt struct {
	Request  *request.Request
	Model    catalogue.Model
	Models   []catalogue.Model // the complete catalogue
	Word     string            // the service's word
	Metadata bool              // routing metadata was requested
	Findings []Finding         // of tools in this turn
	Reveals  []string          // deferred functions that tool search found
	Final    bool              // no further tool may be called
	Keys     bool              // the answer may mention the playground's keys
	Notes    []string          // sentences to add to the answer
	Brief    bool              // the answer is for another model, so a size in the prompt is ignored
}

// Finding is the result of a tool that the gateway ran.
type Finding struct {
	Name      string // of the tool
	Arguments string
	Output    string
	Sources   []output.Source // pages to cite
}

// Think returns the reasoning before an answer; none if the model does not reason.
func Think(p Prompt) []output.Item {
	if thought, ok := newTurn(p).thought(); ok {
		return []output.Item{thought}
	}
	return nil
}

// Calls returns the function tools that the model calls now.
func Calls(p Prompt) []output.Item { return newTurn(p).calls() }

// Act returns the items after the reasoning: calls of function tools or a message.
func Act(p Prompt) []output.Item {
	t := newTurn(p)
	if calls := t.calls(); len(calls) > 0 {
		return calls
	}
	text, refused := t.message()
	message := output.Message{
		ID: response.NewID("msg"), Text: text, Refusal: refused,
		Citations: t.citations(text), Alternatives: p.Request.TopLogprobs(),
	}
	exact := t.wantsJSON() || t.Subject == aboutSize || t.Subject == aboutEcho || refused
	if notes := t.notes(); len(notes) > 0 && exact {
		// The text must not change, so a reasoning item has the notes.
		aside := output.Reasoning{ID: response.NewID("rs"), Text: strings.Join(notes, " ")}
		return []output.Item{aside, message}
	}
	return []output.Item{message}
}

// seed depends only on model and prompts.
func seed(p Prompt) uint64 {
	h := fnv.New64a()
	for _, s := range append([]string{p.Model.Slug}, p.Request.Prompts()...) {
		_, _ = h.Write([]byte(s)) // never fails
		_, _ = h.Write([]byte{0})
	}
	return h.Sum64()
}

//go:embed answers/*.md snippets/*
var texts embed.FS

// render executes a template, which is parsed for each answer together with the one that it may
// include.
func (t *turn) render(name string) string {
	parsed := template.Must(template.New("").Funcs(t.functions()).ParseFS(texts, "answers/next.md", "answers/"+name+".md"))
	var b strings.Builder
	if err := parsed.ExecuteTemplate(&b, name+".md", t); err != nil {
		panic("sim: " + err.Error()) // the templates are part of the program
	}
	return strings.TrimSpace(b.String())
}

func (t *turn) functions() template.FuncMap {
	return template.FuncMap{
		"pick":   func(choices ...string) string { return choices[t.rand.IntN(len(choices))] },
		"roll":   func(n int) int { return t.rand.IntN(n) },
		"plural": output.Plural,
		"tokens": output.CountTokens,
		"words":  func(text string) int { return len(strings.Fields(text)) },
		"steps":  steps,
		"join":   strings.Join,
		"code":   codeLine,
		"line":   oneLine,
		"link":   link,
		"fence":  fence,
		"faults": fault.Models,
		"slow":   func() time.Duration { return fault.SlowPace },
	}
}

// fence returns a code block of a text, which may contain fences.
func fence(language, text string) string {
	marks := "```"
	for strings.Contains(text, marks) {
		marks += "`"
	}
	return marks + language + "\n" + strings.TrimRight(output.Shorten(text, 2000), "\n") + "\n" + marks
}
