package page

import (
	"slices"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/text"
)

// mostSaid is how much of a stage's own words is looked at, in bytes.
const mostSaid = 256

// onTheWay stands before the stages, separator between them; altered is the sign of
// one that lost or altered something, and mostChanges bounds the lines.
const (
	onTheWay    = "on the way  "
	separator   = "  ·  "
	altered     = "≠ "
	mostChanges = 6
)

// Changes says which stages on the way altered, flagged or left out something, and
// which pages show more of it, each with its key behind the keys that lead to the
// inspector: in the stages' own words where all of them fit on one line, else in
// few of ours, on as many as they need. Nothing for none.
func Changes(styles *themes.Styles, changes []views.Change, keys *views.Keys, inspector string, width int) []string {
	if len(changes) == 0 || width <= 0 {
		return nil
	}
	var said, did, pages []passage
	for _, c := range changes {
		p := passage{style: styles.Warn}
		if c.Lost {
			p.mark = altered
		}
		stage := text.SanitizeLine(text.ClipSized(c.Stage, mostSaid))
		if p.words = text.SanitizeLine(text.ClipSized(c.Did, mostSaid)); stage != "" {
			p.words = stage + ": " + p.words
		}
		did = append(did, p)
		switch own := text.SanitizeLine(text.ClipSized(c.Said, mostSaid)); {
		case own == "":
		case strings.Contains(own, stage):
			p.words = own
		default:
			p.words = stage + ": " + own
		}
		said = append(said, p)
		command, _ := keys.Command(c.Page)
		page := passage{strings.TrimLeft(inspector+" ", " ") + keys.Name(c.Page) + " ", command.Short, styles.Key}
		if c.Page != "" && !slices.ContainsFunc(pages, func(p passage) bool { return p.mark == page.mark }) {
			pages = append(pages, page)
		}
	}
	if lines := flowed(styles, append(said, pages...), width); len(lines) == 1 {
		return lines
	}
	for shown := len(did); ; shown-- {
		parts := slices.Clone(did[:shown])
		if more := len(did) - shown; more > 0 {
			parts = append(parts, passage{words: "… " + views.Thousands(more) + " more"})
		}
		if lines := flowed(styles, append(parts, pages...), width); len(lines) <= mostChanges || shown == 0 {
			return lines[:min(len(lines), mostChanges)]
		}
	}
}

// passage is what is told of one stage behind its sign, or the name of a page
// behind its key: a mark in a style, then quiet words.
type passage struct {
	mark, words string
	style       lipgloss.Style
}

// flowed writes passages behind the label, on as many lines as they need.
func flowed(styles *themes.Styles, parts []passage, width int) []string {
	signs := 0
	if slices.ContainsFunc(parts, func(p passage) bool { return p.mark == altered }) {
		signs = ansi.StringWidth(altered) // of the others the words stand below those behind a sign
	}
	line := styles.Dim.Render(onTheWay)
	var lines []string
	for i, p := range parts {
		between := ""
		if i > 0 {
			between = separator
		}
		if ansi.StringWidth(line+between+p.mark+p.words) <= width {
			line += styles.Dim.Render(between) + p.style.Render(p.mark) + styles.Dim.Render(p.words)
			continue
		}
		for j, row := range text.Rows(p.mark+p.words, max(width-len(onTheWay)-signs, 1)) {
			inset, mark, words := len(onTheWay)+signs, "", row
			if rest, ok := strings.CutPrefix(row, p.mark); ok && j == 0 {
				mark, words = p.mark, rest
			}
			if mark == altered {
				inset = len(onTheWay)
			}
			if i > 0 || j > 0 {
				lines, line = append(lines, ansi.Truncate(line, width, "…")), strings.Repeat(" ", inset)
			}
			line += p.style.Render(mark) + styles.Dim.Render(words)
		}
	}
	return append(lines, ansi.Truncate(line, width, "…"))
}
