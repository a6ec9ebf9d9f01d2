package bars

import (
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"

	"gatehouse/state"
	"gatehouse/state/answer/explain"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/kit/text"
)

// segment is one fact in its forms, from the longest to the shortest; the last
// form may be empty, then the fact can go.
type segment struct {
	forms []string
	style lipgloss.Style
	form  int
	right bool
	width int                   // cells that it takes at least, blanks included
	atEnd bool                  // of them, blanks before it
	draw  func(form int) string // nil: the form in the style
}

func (s *segment) text() string { return s.forms[s.form] }

// The segments of the line, from left to right.
const (
	atProgram = iota
	atConnection
	atProxy
	atSpans
	atAlert
	atModel
	atMetadata
	atOthers
	atTitle
	atVerdict
	atScreens
)

func segments(styles *themes.Styles, f Facts) []segment {
	model := f.Model
	switch {
	case f.Set:
		model = ""
	case model == "":
		model = "server default"
	}
	s := []segment{
		{forms: []string{"gatehouse", ""}, style: styles.Strong},
		{forms: connectionForms(f), style: styles.Dim},
		proxySegment(styles, f),
		{forms: spansForms(f), style: styles.Dim},
		{forms: alertForms(f), style: styles.Bad},
		{forms: []string{model}, style: styles.Model},
		{forms: []string{""}, style: styles.Dim},
		{forms: []string{""}, style: styles.Running},
		{forms: titleForms(f.Title), style: styles.Dim, right: true, atEnd: true},
		{forms: []string{"", "", ""}, style: views.VerdictStyle(styles, f.Verdict), right: true},
		screensSegment(styles, f),
	}
	if f.Paused != "" {
		s[atAlert].style = styles.Warn
	}
	if f.Metadata && !f.Set {
		s[atMetadata].forms = []string{"◇ routing metadata", "◇ routing", ""}
	}
	if f.Others > 0 {
		more := "more running"
		if f.Set || f.InChat {
			more = "running in Chat"
		}
		s[atOthers].forms = []string{fmt.Sprintf("● %d %s", f.Others, more), fmt.Sprintf("●%d", f.Others), ""}
	}
	switch {
	case f.Running && f.Silence != "":
		s[atVerdict].style = styles.Warn
		s[atVerdict].forms = []string{"● silent " + f.Silence, "● " + f.Silence, "●", ""}
	case f.Running:
		s[atVerdict].style = styles.Running
		s[atVerdict].forms = []string{"● streaming", "●", ""}
	case f.Waits:
		s[atVerdict].style = styles.Warn
		s[atVerdict].forms = []string{"◆ waits for you", "◆ waits", "◆", ""}
	case f.Verdict != state.Running:
		word := string(f.Verdict)
		if f.Blocked {
			word = "blocked"
		}
		s[atVerdict].forms = []string{explain.Sign(f.Verdict) + " " + word, explain.Sign(f.Verdict), ""}
	case f.Past: // as wide as most verdicts, so that the line stays as it is
		s[atVerdict].style = styles.Accent
		s[atVerdict].forms = []string{"◀ as it was", "◀", ""}
	}
	return s
}

// proxySegment returns where the proxy listens, where it leads, and what failed there.
func proxySegment(styles *themes.Styles, f Facts) segment {
	s := segment{forms: []string{"", "", "", ""}, style: styles.Dim}
	if f.Proxy == "" {
		return s
	}
	failed := ""
	if f.Failed > 0 {
		failed, s.style = fmt.Sprintf(" %s%d", explain.Sign(state.Failed), min(f.Failed, 99)), styles.Bad
	}
	on := "proxy " + f.Proxy
	s.forms = []string{on + " → " + text.Truncate(f.ProxyTo, 24, "…") + failed, on + failed, "proxy" + failed, strings.TrimSpace(failed)}
	return s
}

// spansForms say where spans go.
func spansForms(f Facts) []string {
	if f.Spans == "" {
		return []string{""}
	}
	return []string{"spans → " + text.Truncate(f.Spans, 24, "…"), "spans", ""}
}

// alertForms describe what waits for the user, else the bound that was passed; the last form is the mark alone.
func alertForms(f Facts) []string {
	if f.Paused != "" {
		return []string{"◆ " + f.Paused, "◆ " + f.PausedShort, "◆"}
	}
	if f.Alert == "" {
		return []string{""}
	}
	more := ""
	if f.Alerts > 0 {
		more = fmt.Sprintf(" +%d", f.Alerts)
	}
	return []string{"! " + f.Alert + more, "! " + f.AlertShort + more, "!"}
}

// titleForms returns a title in each of titleWidths.
func titleForms(title string) []string {
	forms := make([]string, len(titleWidths))
	for i, cells := range titleWidths {
		forms[i] = shortened(title, cells)
	}
	return forms
}

// screensSegment names the screens with their keys, as the tabs and the footer do, the shown
// one standing out. Where it gets narrow function keys are digits, then the keys go, then all but
// the shown one.
func screensSegment(styles *themes.Styles, f Facts) segment {
	if f.Screens[1].Name == "" { // one screen needs no name
		return segment{forms: []string{""}}
	}
	named := func(form int, key, name, shownName func(...string) string) string {
		var all []string
		for i, one := range f.Screens {
			k, n := key, name
			if i == f.Shown {
				k, n = shownName, shownName
			}
			if of := one.keyIn(form); of != "" && one.Name != "" {
				all = append(all, k(of)+" "+n(one.Name))
			} else if one.Name != "" {
				all = append(all, n(one.Name))
			}
		}
		return strings.Join(all, screenGaps[form])
	}
	s := segment{right: true, forms: make([]string, onlyShown+2)}
	plain := func(words ...string) string { return words[0] }
	for form := range onlyShown {
		s.forms[form] = named(form, plain, plain, plain)
	}
	if f.Shown >= 0 {
		s.forms[onlyShown] = f.Screens[f.Shown].Name
	}
	s.draw = func(form int) string {
		if form >= onlyShown {
			return styles.Here.Render(s.forms[form])
		}
		return named(form, styles.Key.Render, styles.Dim.Render, styles.Here.Render)
	}
	return s
}

// The forms of the names of the screens.
const (
	withKeys = iota
	withDigits
	withoutKeys
	onlyShown
)

// screenGaps are between the names, by form.
var screenGaps = [onlyShown]string{"  ", " ", "  "}

// keyIn returns the key of a screen as a form names it: F2 is 2 among the digits, with which alt does
// the same.
func (s Screen) keyIn(form int) string {
	switch form {
	case withKeys:
		return s.Key
	case withDigits:
		return strings.TrimPrefix(s.Key, "F")
	}
	return ""
}

// connectionForms name the connection; the mark of a simulated one is in the last form too.
func connectionForms(f Facts) []string {
	short := text.Truncate(f.Connection, 16, "…")
	if f.Simulated {
		short, _, _ = strings.Cut(f.Connection, " ")
	}
	switch {
	case f.Simulated && f.Unsaved:
		return []string{f.Connection + " (simulated, no history)", short + " (simulated, no history)", "simulated, no history"}
	case f.Simulated:
		return []string{f.Connection + " (simulated)", short + " (simulated)", "simulated"}
	case f.Unsaved:
		return []string{f.Connection + " (no history)", short + " (no history)"}
	}
	return []string{f.Connection, short}
}

// shortened cuts a title to a width. The sign of an unsaved one is not cut.
func shortened(title string, cells int) string {
	name, unsaved := strings.CutSuffix(title, "*")
	if !unsaved || cells == 0 {
		return text.Truncate(title, cells, "…")
	}
	return text.Truncate(name, cells-1, "…") + "*"
}
