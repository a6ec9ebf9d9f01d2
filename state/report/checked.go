package report

import (
	"slices"
	"strings"

	"gatehouse/state/check"
	"gatehouse/state/figures"
)

// Checked tells what the checks found in a request, the gravest first.
func Checked(r check.Report) []Finding {
	var all []Finding
	add := func(list []check.Finding, level Level, sign string) {
		for _, f := range list {
			all = append(all, Finding{Level: level, Sign: sign, Path: f.Path, Pointer: f.Pointer, Said: f.Message})
		}
	}
	add(r.Faults, Failed, "")
	add(r.Warnings, Warning, "⚠")
	add(r.Hints, Note, "")
	return all
}

// Line is a finding as a line of text: what is no fault is called what it is.
func (f Finding) Line() string {
	switch f.Level {
	case Warning:
		return "warning: " + f.Words()
	case Note:
		return "hint: " + f.Words()
	}
	return f.Words()
}

// Faults are those of some findings, the gravest first, that make a request invalid.
func Faults(list []Finding) []Finding {
	n := slices.IndexFunc(list, func(f Finding) bool { return f.Level != Failed })
	if n < 0 {
		return list
	}
	return list[:n]
}

// Counted says how many faults, warnings and hints there are.
func Counted(list []Finding) Span {
	n := map[Level]int{}
	for _, f := range list {
		n[f.Level]++
	}
	var parts []string
	for _, of := range []struct {
		level Level
		word  string
	}{{Failed, "fault"}, {Warning, "warning"}, {Note, "hint"}} {
		if n[of.level] > 0 {
			parts = append(parts, figures.Counted(n[of.level], of.word))
		}
	}
	if n[Failed] > 0 {
		return Span{strings.Join(parts, ", "), Bad}
	}
	said := Span{strings.Join(append([]string{"no faults ✓"}, parts...), ", "), Good}
	if n[Warning] > 0 {
		said.Role = Warn
	}
	return said
}
