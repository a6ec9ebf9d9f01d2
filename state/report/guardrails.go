package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"gatehouse/client/read"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state/answer/explain"
	"gatehouse/state/answer/figures"
	"gatehouse/state/text/spelling"
)

// Guardrails reports the guardrails that checked a request, or why none is reported.
func Guardrails(s Subject) Report {
	if s.Exchange == nil {
		return nothing("Send a request to see which guardrails checked it and which words they matched.")
	}
	r := Guards(s)
	if r.Empty() {
		return Report{Title: r.Title, Blocks: s.unguarded()}
	}
	r.Sum = quiet("A guardrail is a rule about what may be sent.")
	return r
}

// unguarded returns why no guardrail is reported. Only a list of stages shows that there was none.
func (s Subject) unguarded() []Block {
	x := s.Exchange
	if len(x.Routing) == 0 {
		blocks := []Block{Span{"No guardrail reported.", Title}, Span{Text: "Guardrails are reported in the routing metadata. " + s.whyWithout()}}
		if s.unasked() {
			blocks = append(blocks, askMetadata)
		}
		return blocks
	}
	open := Span{"The response does not say whether a guardrail acted.", Title}
	switch read.Routing(x.Routing).PipelineAs {
	case wire.Missing:
		return []Block{open, Span{Text: "Guardrails are reported as pipeline stages, and this routing metadata has no pipeline."}}
	case wire.Malformed:
		why := Span{Text: "Guardrails are reported as pipeline stages, and this pipeline is not a list of stages. As received:"}
		return append([]Block{open, why}, member("pipeline", "pipeline", scan.Get(x.Routing, "pipeline"))...)
	}
	return []Block{
		Words{Sign: Span{"✓ ", Good}, Spans: []Span{{"No guardrail acted.", Title}}},
		quiet("The routing metadata lists no guardrail stage."),
	}
}

// guarded is an exchange with its guardrails and the texts that they searched.
type guarded struct {
	Subject
	stages []wire.Stage
	texts  []explain.Text

	last  explain.Match // whose place was counted
	chars int           // in front of it
}

// Guards reports each guardrail: its action, the words that it found in the request, and what it
// redacted. It is empty if none is reported.
func Guards(s Subject) Report {
	r := Report{Title: "GUARDRAILS"}
	of := guarded{Subject: s, stages: explain.Guardrails(s.Exchange)}
	if s.Read.Guards != nil {
		of.texts = s.Read.Guards.Texts
	}
	for i, stage := range of.stages {
		r.Blocks = append(r.Blocks, of.stage(i, stage))
	}
	if s.resendable() && slices.ContainsFunc(of.stages, wire.Stage.Blocked) {
		r.Blocks = append(r.Blocks, Report{Blocks: []Block{Action{Words: "edit the text and send it again", Action: "read-edit"}}})
	}
	if slices.ContainsFunc(of.stages, wire.Stage.Redacted) && s.Read.Guards != nil {
		r.Blocks = append(r.Blocks, of.passed())
	}
	return r
}

// stage reports one guardrail. The IDs of its rows begin with the ID of the first.
func (of *guarded) stage(i int, s wire.Stage) Report {
	id := fmt.Sprintf("stage/%d", i)
	role := OutcomeRole(s)
	row := Row{ID: id, Cells: []Span{{"◆ " + cmp.Or(s.Name, "unnamed guardrail"), Title}, {cmp.Or(explain.ActionOf(s, of.Exchange), "action not reported"), role}}}
	if kind := scan.KindOf(s.Data); kind == scan.Object || kind == scan.Array {
		row.JSON = s.Data
	}
	stopped := explain.Blocked(of.Exchange) || slices.ContainsFunc(of.stages, wire.Stage.Blocked)
	if effect := explain.Effect(s, stopped); effect != "" {
		row.Below = append(row.Below, Span{Text: effect})
	}
	if s.Summary != "" {
		row.Below = append(row.Below, Quote{Text: s.Summary})
	}
	facts := Numbers{}
	for _, f := range []Number{{Label: "id", Value: s.GuardrailID}, {Label: "scope", Value: s.Scope}, {Label: "detected", Value: s.Detected}, {Label: "engines", Value: strings.Join(s.Engines, ", ")}, {Label: "patterns", Value: listed(s.Patterns)}} {
		f.Value = cmp.Or(f.Value, "–")
		facts = append(facts, f)
	}
	if len(s.Reasons) > 0 {
		facts = append(facts, Number{Label: "reasons", Value: strings.Join(s.Reasons, ", ")})
	}
	row.Below = append(row.Below, facts)
	if s.Quote != "" {
		row.Below = append(row.Below, Quote{Before: "It quotes the request: ", Text: s.Quote})
	}
	if of.Read.Guards == nil {
		row.Below = append(row.Below, quiet("Searching the request, "+figures.Size(len(of.Exchange.Request))+" …"))
	} else {
		found := of.Read.Guards.Found[i]
		row.Below = append(row.Below, of.matches(id, found)...)
		row.Below = append(row.Below, of.unfound(s, found)...)
	}
	return Report{ID: id, Blocks: []Block{row}}
}

// listed joins patterns; an empty one appears as "(empty)".
func listed(patterns []string) string {
	names := slices.Clone(patterns)
	for i, p := range names {
		if strings.TrimSpace(p) == "" {
			names[i] = "(empty)"
		}
	}
	return strings.Join(names, ", ")
}

// maxMatches bounds the listed matches of one guardrail.
const maxMatches = 40

// matches lists the places in the request that a guardrail reports, each with the text around it.
func (of *guarded) matches(id string, f explain.Found) (blocks []Block) {
	if len(f.Matches) == 0 {
		return nil
	}
	blocks = append(blocks, quiet("in your text:"))
	kinds := false
	for i, m := range f.Matches[:min(len(f.Matches), maxMatches)] {
		kinds = kinds || m.Kind == explain.Category
		how := map[explain.MatchKind]string{explain.Literal: "words", explain.Regexp: "regular expression", explain.Category: "looks like it", explain.Quote: "quoted"}[m.Kind]
		const around = 200 // bytes
		before, found, after := m.Around(of.texts[m.Text].Text, around)
		blocks = append(blocks, Row{
			ID:    fmt.Sprintf("%s/match/%d", id, i),
			Cells: []Span{{of.texts[m.Text].Path, Mark}, quiet("character " + figures.Thousands(of.character(m))), quiet(how + ": " + m.Pattern)},
			Below: []Block{Excerpt{before, found, after}},
		})
	}
	if more := len(f.Matches) - maxMatches; more > 0 {
		blocks = append(blocks, quiet("… and "+figures.Thousands(more)+" more matches"))
	}
	if kinds {
		blocks = append(blocks, quiet("The gateway reports only a category. The highlighted text looks like that category; the gateway's own pattern may differ."))
	}
	return blocks
}

// character returns the place of a match in characters, from 1. It counts on from the match before if
// that is in the same text, since a text may be long.
func (of *guarded) character(m explain.Match) int {
	if m.Text != of.last.Text || m.From < of.last.From {
		of.last, of.chars = explain.Match{Text: m.Text}, 0
	}
	of.chars += utf8.RuneCountInString(of.texts[m.Text].Text[of.last.From:m.From])
	of.last = m
	return of.chars + 1
}

// unfound describes which parts of a guardrail's report cannot be located in the request, and why.
func (of *guarded) unfound(s wire.Stage, f explain.Found) (blocks []Block) {
	if len(s.Patterns) == 0 && s.Quote == "" {
		if s.Detected == "false" {
			return nil
		}
		return []Block{quiet("It reports no pattern and quotes nothing, so the match cannot be located in the text.")}
	}
	if why := explain.NoRequest(of.Exchange); why != "" {
		return []Block{quiet("The match cannot be highlighted: " + why + ".")}
	}
	warn := func(words string) { blocks = append(blocks, Span{words, Warn}) }
	if f.QuoteMissing {
		warn("The quoted text does not appear verbatim in the request, so it cannot be highlighted.")
	}
	for _, p := range f.Unmatched {
		switch how := explain.ReadPattern(p); {
		case strings.TrimSpace(p) == "":
			warn("One pattern is empty, so there is nothing to search for.")
		case how == explain.NamePattern:
			warn(spelling.Quoted(p) + " does not appear in the request: it may be the gateway's name for a rule. Which words matched is not known.")
		case how == explain.UnreadablePattern:
			warn(spelling.Quoted(p) + " cannot be searched for here as a regular expression. Which words matched is not known.")
		default:
			warn("Nothing in the request matches " + spelling.Quoted(p) + ", as text or as a regular expression, so the match cannot be highlighted.")
		}
	}
	if f.Cut {
		warn("The request is long: only part of its text was searched, the last messages first.")
	}
	return blocks
}
