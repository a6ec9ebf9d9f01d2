package transcript

import (
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gatehouse/views"
	"gatehouse/views/text"
)

// prompts are what an empty conversation offers.
type prompts struct {
	list     []string
	previous previous
	at       int
	rows     []int // the prompt on each line of the screen, -1 for none
}

// previous is what there is to continue, in words.
type previous struct {
	title, details string // both empty for nothing
	more           int    // older runs
}

// promptActions send one of the prompts offered; there are no more of these.
var promptActions = []views.Action{views.ActFirstPrompt, views.ActNextPrompt, views.ActThirdPrompt}

// empty draws a conversation in which nothing has been said.
func (m *Model) empty() []string {
	m.prompts.rows = nil
	page, width := m.page(), m.columns()
	var lines []string
	var rows []int
	add := func(line string, prompt int) {
		lines = append(lines, noGutter+ansi.Truncate(line, width, "…"))
		rows = append(rows, prompt)
	}
	offered := m.offered()
	if len(offered) > 0 && page >= 3 {
		add(m.styles.Strong.Render("Ask something"), -1)
		add("", -1)
	}
	for i, o := range offered {
		// Digits are text while one is being written: the numbers stand only
		// where they are keys.
		style, mark := m.styles.Text, m.styles.Dim.Render("·")
		if m.focused || !o.typed {
			mark = m.styles.Key.Render(m.keys.Name(o.action))
		}
		if m.focused && i == m.prompts.at {
			style = m.styles.Selection
		}
		add(mark+"  "+style.Render(text.SanitizeLine(o.words)), i)
		if o.details != "" && page > len(offered)+3 {
			indent := strings.Repeat(" ", ansi.StringWidth(mark)+2)
			add(indent+m.styles.Dim.Render(text.SanitizeLine(o.details)), i)
		}
		if !o.typed && (i+1 == len(offered) || offered[i+1].typed) && page > len(offered)+5 {
			add("", -1)
		}
	}
	if len(offered) > 0 && page >= len(lines)+2 {
		add("", -1)
		add(m.styles.Dim.Render(m.offerHint(offered[0].typed)), -1)
	}
	for above := max(page-len(lines), 0) / 3; above > 0; above-- {
		lines, rows = append([]string{""}, lines...), append([]int{-1}, rows...)
	}
	for len(lines) < page {
		lines, rows = append(lines, ""), append(rows, -1)
	}
	m.prompts.rows = rows[:page]
	return lines[:page]
}

// offerHint says how what is offered is taken. Down puts a prompt into the text, and leads
// to a list that begins with what there is to continue.
func (m *Model) offerHint(prompts bool) string {
	name := m.keys.Name
	switch {
	case m.focused && prompts:
		return name(views.ActOpenRow) + " or its own key sends it; " + name(views.ActNextPane) + " goes back to writing"
	case m.focused:
		return name(views.ActOpenRow) + " takes it; " + name(views.ActNextPane) + " goes back to writing"
	case prompts:
		return name(views.ActDown) + " puts one below, " + name(views.ActSend) + " sends it; or write your own"
	}
	return name(views.ActDown) + " goes to the list, " + name(views.ActSend) + " chooses; or type your own question"
}

// offer is a row of an empty conversation.
type offer struct {
	words   string
	details string       // on a row of their own; empty for none
	action  views.Action // that takes it
	typed   bool         // it is a prompt, which goes out as if it had been typed
}

// offered are the rows of an empty conversation: what there is to continue, then prompts.
func (m *Model) offered() []offer {
	var rows []offer
	if p := m.prompts.previous; p.title != "" {
		rows = append(rows, offer{words: "Continue " + p.title, details: p.details, action: views.ActContinue})
		if p.more > 0 {
			rows = append(rows, offer{words: "Continue an earlier run, " + views.Thousands(p.more) + " more", action: views.ActEarlier})
		}
	}
	for i, p := range m.prompts.list[:min(len(m.prompts.list), len(promptActions))] {
		rows = append(rows, offer{words: p, action: promptActions[i], typed: true})
	}
	return rows
}

// promptKey handles a key while the conversation is empty.
func (m *Model) promptKey(a views.Action) (views.Intent, bool) {
	rows := m.offered()
	n := len(rows)
	if n == 0 {
		return nil, false
	}
	m.changed()
	switch a {
	case views.ActGoUp, views.ActItemBefore:
		m.prompts.at = (m.prompts.at + n - 1) % n
	case views.ActGoDown, views.ActItemAfter:
		m.prompts.at = (m.prompts.at + 1) % n
	case views.ActOpenRow:
		return m.takeOffer(m.prompts.at), true
	default:
		for i, o := range rows {
			if o.typed && o.action == a {
				return m.takeOffer(i), true
			}
		}
		return nil, slices.Contains(promptActions, a)
	}
	return nil, true
}

// takeOffer takes a row of an empty conversation.
func (m *Model) takeOffer(i int) views.Intent {
	rows := m.offered()
	if i >= len(rows) {
		return nil
	}
	if !rows[i].typed {
		return views.RunAction{Action: rows[i].action}
	}
	return views.Send{Text: strings.TrimSpace(rows[i].words)}
}
