package report

import (
	"cmp"
	"slices"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/check"
	"gatehouse/state/figures"
)

// Checked returns the findings of the checks of a request, the gravest first.
func Checked(r check.Report) []Finding {
	var all []Finding
	add := func(list []check.Finding, level Level, sign string) {
		for _, f := range list {
			all = append(all, Finding{Level: level, Sign: sign, Path: f.Path, Pointer: f.Pointer, Message: f.Message, Repair: f.Repair})
		}
	}
	add(r.Faults, Failed, "")
	add(r.Warnings, Warning, "⚠")
	hints := len(all)
	add(r.Hints, Note, "")
	for i := range r.Hints {
		all[hints+i].Hint = true
		if r.Hints[i].Likely {
			all[hints+i].Level, all[hints+i].Sign = Warning, "⚠"
		}
	}
	slices.SortStableFunc(all[hints:], func(a, b Finding) int { return cmp.Compare(b.Level, a.Level) })
	return all
}

// SentHints returns the hints on the request of an exchange. It does not ask the service: the service's
// word is read from the request.
func SentHints(x *state.Exchange, c *wire.Capture) []Finding {
	if x == nil || !x.Kind().IsOwn() || !x.Known.Request {
		return nil
	}
	to := check.ForResponses
	if x.Kind() == state.Rerank {
		to = check.ForRerank
	}
	r := check.For(to, x.Request, check.Service{Word: wordOf(x, c)})
	if x.Head.IsSocket() {
		r = r.OnSocket()
	}
	return Checked(check.Report{Hints: r.Hints})
}

// wordOf returns the service's word in the name of the metadata header or the type of a server tool,
// or "".
func wordOf(x *state.Exchange, c *wire.Capture) string {
	if c != nil {
		for name := range c.Sent.Header {
			if word, ok := strings.CutSuffix(strings.ToLower(name), "-metadata"); ok && strings.HasPrefix(word, "x-") {
				return strings.TrimSuffix(word[len("x-"):], "-experimental")
			}
		}
	}
	for _, tool := range scan.Elements(scan.Get(x.Request, "tools")) {
		if word, _, ok := strings.Cut(scan.Text(scan.Get(tool, "type")), ":"); ok {
			return word
		}
	}
	return ""
}

// Lint is Conformance with the hints on the request.
func Lint(x *state.Exchange, hints []Finding) Report {
	r := Conformance(x)
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

// Line returns a finding as a line of text that begins with "hint: " or "warning: " unless it is a fault.
func (f Finding) Line() string {
	switch {
	case f.Hint:
		return "hint: " + f.Words()
	case f.Level == Warning:
		return "warning: " + f.Words()
	}
	return f.Words()
}

// Faults returns the leading findings that make a request invalid; the list is sorted by gravity.
func Faults(list []Finding) []Finding {
	n := slices.IndexFunc(list, func(f Finding) bool { return f.Level != Failed })
	if n < 0 {
		return list
	}
	return list[:n]
}

// FirstRepair returns the first finding with a repair.
func FirstRepair(list []Finding) (f Finding, ok bool) {
	for _, f := range list {
		if len(f.Repair) > 0 {
			return f, true
		}
	}
	return Finding{}, false
}

// Counted returns the numbers of faults, warnings and hints.
func Counted(list []Finding) Span {
	n, worst := map[string]int{}, Good
	for _, f := range list {
		switch {
		case f.Hint:
			n["hint"]++
		case f.Level == Failed:
			n["fault"]++
		default:
			n["warning"]++
		}
		if f.Level == Warning {
			worst = Warn
		}
	}
	var parts []string
	for _, word := range []string{"fault", "warning", "hint"} {
		if n[word] > 0 {
			parts = append(parts, figures.Counted(n[word], word))
		}
	}
	if n["fault"] > 0 {
		return Span{strings.Join(parts, ", "), Bad}
	}
	return Span{strings.Join(append([]string{"no faults ✓"}, parts...), ", "), worst}
}
