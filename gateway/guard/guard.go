// Package guard is the guardrails: rules that inspect the text of a request and block it, flag it,
// or redact the matches ("Errors": a block is a 403; "Routing metadata object": the stage of a
// guardrail).
package guard

import (
	"context"
	_ "embed"
	"slices"
)

//go:embed default.toml
var builtIn []byte

// Action is what a rule does with a request that it matches.
type Action string

const (
	Block  Action = "block"
	Flag   Action = "flag"
	Redact Action = "redact"
)

// Past returns the action as a stage reports it.
func (a Action) Past() string {
	return map[Action]string{Block: "blocked", Flag: "flagged", Redact: "redacted"}[a]
}

// Rules is a set of guardrails. It is immutable and safe for use by several goroutines.
type Rules struct {
	Policy Policy
	rules  []rule
}

// Policy is what providers may do with prompts (the guardrail properties under "Recent additions"
// in the document). A false member removes the endpoints of providers that do it.
type Policy struct {
	FreePublication bool // enable_free_model_publication
	FreeTraining    bool // enable_free_model_training
	PaidTraining    bool // enable_paid_model_training
}

// Default returns the built-in guardrails.
func Default() *Rules {
	r, err := Parse(builtIn)
	if err != nil {
		panic("guard: " + err.Error()) // the file is part of the program
	}
	return r
}

type rule struct {
	Finding  // without patterns
	patterns []pattern
}

// Finding is a rule that matched.
type Finding struct {
	Name     string
	ID       string
	Scope    string
	Engines  []string
	Patterns []string // names of the matched patterns, each once
	Action   Action
}

// Inspection inspects the texts of one request.
type Inspection struct {
	rules []rule
	found [][]string // by rule, the names of its matched patterns
}

// Inspect starts the inspection of a request.
func (r *Rules) Inspect() *Inspection {
	return &Inspection{rules: r.rules, found: make([][]string, len(r.rules))}
}

// Text inspects one text and returns it without what a rule redacts. It stops between two patterns
// when ctx ends.
func (i *Inspection) Text(ctx context.Context, text string) string {
	cased := casedText{text: text}
	for n, r := range i.rules {
		for _, p := range r.patterns {
			if ctx.Err() != nil {
				return cased.text
			}
			spans := p.find(&cased)
			if len(spans) == 0 {
				continue
			}
			if !slices.Contains(i.found[n], p.name) {
				i.found[n] = append(i.found[n], p.name)
			}
			if r.Action == Redact {
				cased = casedText{text: redact(cased.text, spans, p.name)}
			}
		}
	}
	return cased.text
}

func redact(text string, spans [][]int, name string) string {
	var b []byte
	from := 0
	for _, s := range spans {
		b = append(append(b, text[from:s[0]]...), "[redacted: "+name+"]"...)
		from = s[1]
	}
	return string(append(b, text[from:]...))
}

// Findings returns the rules that matched so far, in the order of the file.
func (i *Inspection) Findings() []Finding {
	var list []Finding
	for n, r := range i.rules {
		if len(i.found[n]) > 0 {
			r.Finding.Patterns = i.found[n]
			list = append(list, r.Finding)
		}
	}
	return list
}
