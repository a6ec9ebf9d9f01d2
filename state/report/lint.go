package report

import (
	"cmp"
	"slices"
	"strings"

	"gatehouse/state"
	"gatehouse/state/answer/explain"
	"gatehouse/state/answer/figures"
	"gatehouse/state/dialect/lint"
	"gatehouse/state/text/spelling"
)

// Lint reports how an answer ended, its warnings, the rules that it violates, the gravest first, with
// the effect on clients, and the hints on the request.
func Lint(x *state.Exchange, hints []Finding) Report {
	r := Report{Title: "LINT"}
	if x == nil {
		return r
	}
	list, found := x.Findings(), map[lint.Level]int{}
	for _, w := range endFirst(x) {
		covers := func(f lint.Finding) bool { return coveredBy[f.Rule.ID] == w.Code }
		if x.Linted() && !slices.ContainsFunc(list, covers) {
			r.Blocks = append(r.Blocks, Finding{Level: Warning, Sign: "⚠", Message: w.Message, Detail: w.Code})
		}
	}
	asExpected := len(r.Blocks) == 0 && (x.Verdict == state.Completed || x.Verdict == state.Unknown)
	for _, f := range list {
		found[f.Rule.Level]++
		r.Blocks = append(r.Blocks, findingReport(f, x.Kind().API()))
	}
	empty := explain.EmptyAnswer(x)
	switch r.Sum = CountedLevels(found); {
	case !x.Linted():
		r.Sum = quiet("Not checked: there is no answer of an API that lint knows.")
	case x.Running():
		r.Sum = Span{cmp.Or(r.Sum.Text, "Nothing found so far."), r.Sum.Role}
	case !asExpected:
		words, role := cmp.Or(r.Sum.Text, "Nothing that breaks a client."), Warn
		if found[lint.Error] > 0 || x.Verdict == state.Failed {
			role = Bad
		}
		if x.Verdict == state.Incomplete && explain.IsEmpty(x) {
			words = "No text arrived. " + words
		}
		if empty != "" {
			words = empty + " " + words
		}
		r.Sum = Span{spelling.OneLine(explain.Standing(x)) + ". " + words, role}
	case empty != "":
		if r.Sum.Text = strings.TrimSpace(empty + " " + r.Sum.Text); r.Sum.Role != Bad {
			r.Sum.Role = Warn
		}
	case len(list) == 0:
		r.Sum = Span{"Nothing found: the answer is as clients expect it.", Good}
	}
	if len(hints) == 0 {
		return r
	}
	sent := Report{Title: "REQUEST", Sum: quiet(figures.Counted(len(hints), "hint") + " on what was sent")}
	for _, f := range hints {
		sent.Blocks = append(sent.Blocks, f)
	}
	if slices.ContainsFunc(hints, func(f Finding) bool { return strings.Contains(f.Message, "is not a member of ") }) {
		sent.Blocks = append(sent.Blocks, quiet("Most services ignore a member that they do not know, and say nothing of it."))
	}
	r.Blocks = append(r.Blocks, sent)
	return r
}

var lintLevels = map[lint.Level]Level{lint.Error: Failed, lint.Warning: Warning, lint.Note: Note}

func findingReport(f lint.Finding, api lint.API) Report {
	r := Report{ID: f.Rule.ID, Title: f.Rule.ID, Sum: quiet(FindingPlace(f)), Blocks: []Block{
		Finding{Level: lintLevels[f.Rule.Level], Message: FindingWords(f)},
		field("effect", f.Rule.Effect, Value),
		measured(f.Rule, api),
		field("remedy", f.Rule.Remedy, Advice),
		field("source", f.Rule.Source, Quiet),
	}}
	if len(f.Frames) > 0 {
		r.Blocks = append(r.Blocks, Action{Words: "show frame " + figures.Thousands(f.Frames[0]+1) + " in Events", Action: "read-frame"})
	}
	return r
}

// measured lists how public clients handled an answer with a finding of the rule, losses first.
func measured(r *lint.Rule, api lint.API) Block {
	outcomes := r.Clients(api)
	if len(outcomes) == 0 {
		words := "not with any client of this API"
		if why := lint.Measurement().NotMeasured[r.ID]; why != "" {
			words = "no: " + why
		}
		return field("measured", words, Quiet)
	}
	l := List{Label: "measured"}
	for _, made := range []lint.ClientResult{lint.ClientError, lint.Empty, lint.Partial, lint.Wrong, lint.Unnoticed, lint.Reported, lint.Complete} {
		role := Good
		if made.Lost() {
			role = Bad
		}
		if names := clientsOf(outcomes, made); len(names) > 0 {
			l.Items = append(l.Items, Item{Value: []Span{{string(made), role}}, About: Span{strings.Join(names, ", "), Quiet}})
		}
	}
	return l
}

// clientsOf names the clients with an outcome. If a client returns the answer in two forms and only one
// had the outcome, the form is named.
func clientsOf(outcomes []lint.Outcome, made lint.ClientResult) (names []string) {
	forms := map[string]string{lint.Streamed: "deltas", lint.Final: "final object"}
	for i, o := range outcomes {
		same := func(other lint.Outcome) bool { return other.Client == o.Client && other.Form != o.Form }
		switch other := slices.IndexFunc(outcomes, same); {
		case o.Made != made:
		case other < 0 || outcomes[other].Made != made:
			name := o.Client + "@" + o.Version
			if other >= 0 {
				name += " (" + forms[o.Form] + ")"
			}
			names = append(names, name)
		case other > i:
			names = append(names, o.Client+"@"+o.Version)
		}
	}
	return names
}

// FindingWords returns the text of a finding.
func FindingWords(f lint.Finding) string {
	if f.Detail == "" {
		return f.Rule.What
	}
	return strings.TrimSuffix(f.Rule.What, ".") + ": " + f.Detail + "."
}

// FindingPlace lists the frames of a finding, counted from 1; "" for one about the complete answer.
func FindingPlace(f lint.Finding) string {
	if len(f.Frames) == 0 {
		return ""
	}
	numbers := make([]string, len(f.Frames))
	for i, n := range f.Frames {
		numbers[i] = figures.Thousands(n + 1)
	}
	words := "frame "
	if len(numbers) > 1 {
		words = "frames "
	}
	words += strings.Join(numbers, ", ")
	if more := f.Count - len(f.Frames); more > 0 {
		words += " and " + figures.Thousands(more) + " more"
	}
	return words
}

// coveredBy has the warnings that report the same as a rule.
var coveredBy = map[string]string{
	"comment-in-data": state.WarnUndecodable, "not-json": state.WarnUndecodable, "two-documents": state.WarnUndecodable, "undefined-data": state.WarnUndecodable,
	"content-type": state.WarnContentType, "torn": state.WarnUnterminated, "status-conflict": state.WarnStatus,
	"after-terminal": state.WarnAfterEnd, "no-terminal": state.WarnNoTerminal, "no-done": state.WarnNoDone, "sequence-gap": state.WarnSequence,
}

// ForOthers returns a finding if a completed or incomplete answer violates rules, other than as a note.
// Without a client that was measured to lose something, a rule that a shown warning covers is left out.
func ForOthers(x *state.Exchange, shown ...state.Warning) (f Finding, ok bool) {
	if x.Verdict != state.Completed && x.Verdict != state.Incomplete {
		return f, false
	}
	var names []string
	does := "may break"
	for _, one := range x.Findings() {
		covers := func(w state.Warning) bool { return w.Code == coveredBy[one.Rule.ID] }
		if one.Rule.Level == lint.Note || one.Rule.Level != lint.Error && slices.ContainsFunc(shown, covers) {
			continue
		}
		if !ok {
			f, ok = Finding{Level: lintLevels[one.Rule.Level], Topic: explain.LintTopic}, true
		}
		if slices.ContainsFunc(one.Rule.Clients(x.Kind().API()), func(o lint.Outcome) bool { return o.Made.Lost() }) {
			does = "breaks" // as measured
		}
		names = append(names, one.Rule.ID)
	}
	f.Message = does + " other clients: " + strings.Join(names, ", ")
	return f, ok
}

// CountedLevels returns the numbers of findings by level; the zero Span for none.
func CountedLevels(n map[lint.Level]int) Span {
	var parts []string
	for _, level := range []lint.Level{lint.Error, lint.Warning, lint.Note} {
		if n[level] > 0 {
			parts = append(parts, figures.Counted(n[level], level.String()))
		}
	}
	counted := Span{Text: strings.Join(parts, ", "), Role: Quiet}
	switch {
	case n[lint.Error] > 0:
		counted.Role = Bad
	case n[lint.Warning] > 0:
		counted.Role = Warn
	}
	return counted
}
