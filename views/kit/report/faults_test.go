package report

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"gatehouse/state/report"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/viewstest"
)

func shownFaults(found ...report.Finding) *Faults {
	styles := themes.Dark()
	m := NewFaults(&styles, views.NewKeys(views.DefaultCommands()), found)
	m.SetSize(40, 8)
	return m
}

func three() []report.Finding {
	return []report.Finding{
		{Level: report.Failed, Path: "temperature", Pointer: "/temperature", Message: "a string, must be a number or null"},
		{Level: report.Failed, Path: "plugins[0].id", Pointer: "/plugins/0/id", Message: "there is no such plugin; there are auto-router, web and eight others"},
		{Level: report.Failed, Path: `metadata["\u001b"]`, Pointer: "/metadata/x", Message: "a number \x1b[2J, must be a string"},
	}
}

func TestEveryFaultIsWrittenOut(t *testing.T) {
	m := shownFaults(three()...)
	m.Update(tea.KeyPressMsg{Code: tea.KeyDown})
	m.Update(tea.KeyPressMsg{Code: tea.KeyDown})
	want := `Not sent: 3 faults. alt+g sends anyway.

  number or null
✗ plugins[0].id: there is no such
  plugin; there are auto-router, web and
  eight others
✗ metadata["\u001b"]: a number ␛[2J,
  must be a string`
	lines := strings.Split(ansi.Strip(m.View()), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	if got := strings.Join(lines, "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestKeysOfTheFaults(t *testing.T) {
	m := shownFaults(three()...)
	m.Update(tea.KeyPressMsg{Code: 'j', Text: "j"})
	for _, c := range []struct {
		key  tea.KeyPressMsg
		want views.Intent
	}{
		{tea.KeyPressMsg{Code: tea.KeyEnter}, views.ShowPlace{Pointer: "/plugins/0/id"}},
		{tea.KeyPressMsg{Code: 'g', Mod: tea.ModAlt}, views.SendNow{Force: true}},
		{tea.KeyPressMsg{Code: tea.KeyEscape}, views.Close{}},
	} {
		if got := m.Update(c.key).Intent; got != c.want {
			t.Errorf("%s gives %#v, want %#v", c.key, got, c.want)
		}
	}
}

func TestFillsItsSizeWithTheSelectedInIt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 60).Draw(t, "faults")
		found := make([]report.Finding, n)
		for i := range found {
			found[i] = report.Finding{Path: rapid.StringMatching(`[a-z]{1,20}`).Draw(t, "path"), Message: rapid.StringMatching(`[a-z漢 ]{0,120}`).Draw(t, "message")}
		}
		m := shownFaults(found...)
		w, h := rapid.IntRange(-1, 90).Draw(t, "width"), rapid.IntRange(-1, 14).Draw(t, "height")
		m.SetSize(w, h)
		m.Scroll(0, rapid.IntRange(0, 70).Draw(t, "rows"))
		drawn := m.View()
		viewstest.Exact(t, drawn, w, h)
		if at := found[m.found.Selected].Path; w > 30 && h > headRows+1 && !strings.Contains(ansi.Strip(drawn), at) {
			t.Fatalf("%d×%d: the selected fault %q is out of sight:\n%s", w, h, at, ansi.Strip(drawn))
		}
	})
}
