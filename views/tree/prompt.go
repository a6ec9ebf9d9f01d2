package tree

import (
	"context"
	"errors"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	jsontree "gatehouse/state/tree"
	"gatehouse/views"
	"gatehouse/views/body"
)

// prompt is the line at the foot in which something is written: what to search
// for, or a jq filter.
type prompt struct {
	typing bool
	filter bool   // a filter; else what is searched for, which find keeps
	words  string // of the filter; empty is the one for all
	wrong  string // what is wrong with it
}

// everything is the filter that lets all through: it runs where none was written.
const everything = "."

func (m *Model) openFilter() {
	m.closeFind()
	m.prompt = prompt{typing: true, filter: true}
}

// promptKey takes a key while something is being written.
func (m *Model) promptKey(k tea.KeyPressMsg) tea.Cmd {
	if m.keys.Asked(k, views.Tree) == views.ActTreePattern && !m.prompt.filter {
		m.find.isRegexp = !m.find.isRegexp
		return m.searchAgain()
	}
	words := &m.find.words
	if m.prompt.filter {
		words = &m.prompt.words
	}
	switch m.keys.Asked(k, views.Overlay) {
	case views.ActListChoose:
		return m.keep()
	case views.ActListDown, views.ActListUp:
		if !m.prompt.filter {
			by := 1
			if m.keys.Asked(k, views.Overlay) == views.ActListUp {
				by = -1
			}
			m.toHit(by)
		}
		return nil
	}
	edited, did := m.keys.EditLine(k, *words)
	switch {
	case did == views.LineKept:
		return nil
	case did == views.LineLeft:
		m.prompt = prompt{}
		m.closeFind()
		return nil
	case k.Text != "":
		return m.write(k.Text)
	}
	*words = edited
	return m.written()
}

// write adds text to what is being written.
func (m *Model) write(text string) tea.Cmd {
	if m.prompt.filter {
		m.prompt.words += text
	} else {
		m.find.words += text
	}
	return m.written()
}

func (m *Model) written() tea.Cmd {
	if m.prompt.filter {
		m.prompt.wrong = ""
		return nil
	}
	return m.searchAgain()
}

// keep ends the writing: a search stays, a filter runs.
func (m *Model) keep() tea.Cmd {
	if !m.prompt.filter {
		m.prompt.typing = false
		if m.find.words == "" {
			m.closeFind()
		}
		return nil
	}
	if m.stop != nil {
		return nil
	}
	if strings.TrimSpace(m.prompt.words) == "" {
		m.prompt.words = everything
	}
	ctx, stop := context.WithCancel(context.Background())
	m.filter++
	m.stop = stop
	doc, words, number := m.top().json, m.prompt.words, m.filter
	return func() tea.Msg {
		result, err := jsontree.Filter(ctx, doc, words)
		return filtered{number, words, result, err}
	}
}

// filtered is what a filter gave.
type filtered struct {
	number int
	words  string
	result jsontree.Filtered
	err    error
}

// takeFiltered shows the result of a filter, or what was wrong with it.
func (m *Model) takeFiltered(msg filtered) {
	if msg.number != m.filter || m.stop == nil {
		return
	}
	m.halt()
	if msg.err != nil {
		m.prompt.wrong = msg.err.Error() + ": change the filter, " + m.keys.Name(views.ActListChoose) + " runs it again"
		if errors.Is(msg.err, context.Canceled) {
			m.prompt.wrong = "stopped"
		}
		return
	}
	m.prompt = prompt{}
	l := newLayer(m.styles, Content{JSON: msg.result.Doc}, nil)
	l.way = filteredWay(m.top().way, msg.words, msg.result)
	l.title = "jq " + msg.words + ": " + counted(msg.result.Count, "result")
	if msg.result.Cut {
		l.title = "jq " + msg.words + ": the first " + counted(msg.result.Count, "result")
	}
	m.push(l)
}

// halt stops the filter that runs.
func (m *Model) halt() {
	if m.stop != nil {
		m.stop()
		m.stop = nil
	}
}

// filterLine draws the filter that is being written.
func (m *Model) filterLine() string {
	words := body.SanitizeLine(m.prompt.words)
	line := m.styles.Accent.Render(" |") + m.styles.Text.Render(words)
	if words == "" {
		line += m.styles.Faint.Render(everything)
	}
	switch {
	case m.stop != nil:
		line += m.styles.Running.Render("   running, " + m.keys.Name(views.ActStop) + " stops it")
	case m.prompt.wrong != "":
		room := max(m.width-ansi.StringWidth(line)-4, 16)
		line += "   " + m.styles.Bad.Render("✗ "+ansi.Truncate(body.SanitizeLine(m.prompt.wrong), room, "…"))
	default:
		line += m.styles.Dim.Render("   a jq filter, " + m.keys.Name(views.ActListChoose) + " runs it, " + m.keys.Name(views.ActStop) + " leaves")
	}
	if over := ansi.StringWidth(line) - m.width; over > 0 && m.prompt.wrong != "" {
		line = ansi.TruncateLeft(line, over, "…")
	}
	return line
}
