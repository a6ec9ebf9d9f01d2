package page

import (
	"slices"
	"strings"

	"charm.land/lipgloss/v2"

	"gatehouse/state/answer/explain"
	"gatehouse/state/answer/figures"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/kit/text"
)

// maxShown is how much of a stage's name and of its action is shown, in bytes.
const maxShown = 256

// pipeline is the label, separator is between two stages, altered marks one that
// lost or altered something, and maxChangeLines bounds the lines.
const (
	pipeline       = "pipeline  "
	separator      = "  ·  "
	altered        = "≠ "
	maxChangeLines = 6
)

// Changes lists the pipeline stages that altered, flagged or dropped something, and
// the pages that show more, each with its key after the inspector's, in
// short words on as many lines as needed. Without changes it returns nothing.
func Changes(styles *themes.Styles, changes []explain.Change, keys *views.Keys, inspector string, width int) []string {
	if len(changes) == 0 || width <= 0 {
		return nil
	}
	var did, pages []passage
	for _, c := range changes {
		p := passage{words: text.SanitizeLine(text.ClipSized(c.Did, maxShown)), style: styles.Warn}
		if c.Lost {
			p.mark = altered
		}
		if c.Stage != "" {
			p.words = text.SanitizeLine(text.ClipSized(c.Stage, maxShown)) + ": " + p.words
		}
		did = append(did, p)
		leads := views.TabOf(c.Topic)
		command, _ := keys.Command(leads)
		page := passage{strings.TrimLeft(inspector+" ", " ") + keys.Name(leads) + " ", command.Short, styles.Key}
		if c.Topic != "" && !slices.ContainsFunc(pages, func(p passage) bool { return p.mark == page.mark }) {
			pages = append(pages, page)
		}
	}
	for shown := len(did); ; shown-- {
		parts := slices.Clone(did[:shown])
		if more := len(did) - shown; more > 0 {
			parts = append(parts, passage{words: "… " + figures.Thousands(more) + " more"})
		}
		if lines := flowed(styles, append(parts, pages...), width); len(lines) <= maxChangeLines || shown == 0 {
			return lines[:min(len(lines), maxChangeLines)]
		}
	}
}

// passage is a stage after its sign, or the name of a page after its key: a mark in a
// style, then dim words.
type passage struct {
	mark, words string
	style       lipgloss.Style
}

// flowed writes passages after the label, on as many lines as they need.
func flowed(styles *themes.Styles, parts []passage, width int) []string {
	signs := 0
	if slices.ContainsFunc(parts, func(p passage) bool { return p.mark == altered }) {
		signs = text.Width(altered) // the words of the others are aligned with those after a sign
	}
	line := styles.Dim.Render(pipeline)
	var lines []string
	for i, p := range parts {
		between := ""
		if i > 0 {
			between = separator
		}
		if text.Width(line+between+p.mark+p.words) <= width {
			line += styles.Dim.Render(between) + p.style.Render(p.mark) + styles.Dim.Render(p.words)
			continue
		}
		for j, row := range text.Rows(p.mark+p.words, max(width-len(pipeline)-signs, 1)) {
			inset, mark, words := len(pipeline)+signs, "", row
			if rest, ok := strings.CutPrefix(row, p.mark); ok && j == 0 {
				mark, words = p.mark, rest
			}
			if mark == altered {
				inset = len(pipeline)
			}
			if i > 0 || j > 0 {
				lines, line = append(lines, text.Truncate(line, width, "…")), strings.Repeat(" ", inset)
			}
			line += p.style.Render(mark) + styles.Dim.Render(words)
		}
	}
	return append(lines, text.Truncate(line, width, "…"))
}
