package preview

import (
	"net/http"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"gatehouse/client/wire"
	"gatehouse/state/answer/run"
	"gatehouse/state/cache/fill"
	"gatehouse/state/report"
	"gatehouse/state/request/validate"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/viewstest"
)

func shown(body string, width, height int) *Model {
	styles := themes.Dark()
	m := New(&styles, views.NewKeys(views.DefaultCommands()), wire.Sent{
		Method: "POST", URL: "http://gateway.test/api/v1/responses", Body: []byte(body),
		Header: http.Header{"Content-Type": {"application/json"}, "Authorization": {"Bearer ***"}, "X-Note": {"\x1b[2Ja"}},
	}, nil, func() string { return "curl …" })
	m.SetSize(width, height)
	return m
}

func TestShowsWhatGoesOut(t *testing.T) {
	m := shown("{\n  \"model\": \"m\"\n}", 40, 9)
	want := strings.Join([]string{
		"POST", "http://gateway.test/api/v1/responses",
		"Authorization: Bearer ***", "Content-Type: application/json", "X-Note: ␛[2Ja", "",
		"body, 18 bytes", "{", "  \"model\": \"m\"",
	}, "\n")
	lines := strings.Split(ansi.Strip(m.View()), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	if got := strings.Join(lines, "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	m.Update(tea.KeyPressMsg{Code: 'G', Text: "G"})
	if got := ansi.Strip(m.View()); !strings.HasSuffix(strings.TrimRight(got, " "), "}") {
		t.Errorf("the end is not reached:\n%s", got)
	}
	m.Update(tea.KeyPressMsg{Code: 'g', Text: "g"})
	if got := ansi.Strip(m.View()); !strings.HasPrefix(got, "POST") {
		t.Errorf("the beginning is not reached:\n%s", got)
	}
}

func TestItsKeysAskForTheNextSteps(t *testing.T) {
	m := shown("{}", 40, 9)
	for _, c := range []struct {
		key  tea.KeyPressMsg
		want views.Intent
	}{
		{tea.KeyPressMsg{Code: tea.KeyEnter}, views.SendNow{Shown: true}},
		{tea.KeyPressMsg{Code: 'g', Mod: tea.ModAlt}, views.SendNow{Shown: true}},
		{tea.KeyPressMsg{Code: 'y', Text: "y"}, views.Copy{What: "request JSON", Text: "{}"}},
		{tea.KeyPressMsg{Code: 'p', Mod: tea.ModAlt}, views.Close{}},
		{tea.KeyPressMsg{Code: tea.KeyEscape}, views.Close{}},
	} {
		if got := m.Update(c.key).Intent; got != c.want {
			t.Errorf("%s: got %#v, want %#v", c.key, got, c.want)
		}
	}
}

func TestFillsItsSizeAndNeverLeavesTheText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := shown(rapid.StringMatching("(.{0,60}\n?){0,9}").Draw(t, "body"), 0, 0)
		for range 5 {
			w, h := rapid.IntRange(-1, 70).Draw(t, "width"), rapid.IntRange(-1, 30).Draw(t, "height")
			m.SetSize(w, h)
			m.Scroll(0, rapid.IntRange(-90, 90).Draw(t, "rows"))
			viewstest.Exact(t, m.View(), w, h)
		}
	})
}

// TestFindingsAreAboveTheBody, a count and the first lines.
func TestFindingsAreAboveTheBody(t *testing.T) {
	styles := themes.Dark()
	var hints []validate.Finding
	for range 10 {
		hints = append(hints, validate.Finding{Path: "a\x1b", Message: "is odd", Likely: true})
	}
	m := New(&styles, views.NewKeys(views.DefaultCommands()), wire.Sent{Method: "POST", URL: "u", Body: []byte("{}")}, report.Checked(validate.Report{Hints: hints}), nil)
	m.SetSize(40, 20)
	got := ansi.Strip(m.View())
	for _, want := range []string{"no faults ✓, 10 hints", "⚠ a␛: is odd", "… 2 more", "body, 2 bytes"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

// TestReportsAreAboveTheHeader, which is the same for each request: first what fills the prompt,
// then what the checks found, with one empty line between any two of them.
func TestReportsAreAboveTheHeader(t *testing.T) {
	p, err := run.PromptOf([]byte(`{"input":"why"}`))
	if err != nil {
		t.Fatal(err)
	}
	filling := report.Filling{Fill: fill.Of(&p, "m", nil, fill.NewCounter())}
	found := report.Checked(validate.Report{Hints: []validate.Finding{{Path: "a", Message: "is odd", Likely: true}}})
	for name, c := range map[string]struct {
		filling bool
		found   []report.Finding
		want    string
	}{
		"nothing": {want: "POST u|A: b||body, 2 bytes|{}"},
		"checks":  {found: found, want: "POST u||no faults ✓, 1 hint|⚠ a: is odd||A: b||body, 2 bytes|{}"},
		"fill":    {filling: true, want: "POST u||PROMPT|…||A: b||body, 2 bytes|{}"},
		"both":    {filling: true, found: found, want: "POST u||PROMPT|…||no faults ✓, 1 hint|⚠ a: is odd||A: b||body, 2 bytes|{}"},
	} {
		styles := themes.Dark()
		m := New(&styles, views.NewKeys(views.DefaultCommands()), wire.Sent{Method: "POST", URL: "u", Header: http.Header{"A": {"b"}}, Body: []byte("{}")}, c.found, nil)
		if c.filling {
			m.SetFill(filling)
		}
		m.SetSize(60, 30)
		var got []string
		inside := false // the report of the prompt, whose lines are not looked at
		for line := range strings.Lines(ansi.Strip(m.View())) {
			line = strings.TrimSpace(line)
			first := strings.HasPrefix(line, "PROMPT ")
			switch inside = first || inside && line != ""; {
			case first:
				got = append(got, "PROMPT", "…")
			case !inside:
				got = append(got, line)
			}
		}
		if got := strings.TrimRight(strings.Join(got, "|"), "|"); got != c.want {
			t.Errorf("%s: got %s\nwant %s", name, got, c.want)
		}
		if _, rows := m.PreferredSize(); rows != strings.Count(strings.TrimRight(ansi.Strip(m.View()), " \n"), "\n")+1 {
			t.Errorf("%s: %d rows are wanted for\n%s", name, rows, ansi.Strip(m.View()))
		}
	}
}

// TestWhatFillsThePromptIsAboveTheBody, and its largest pieces lead to where they are.
func TestWhatFillsThePromptIsAboveTheBody(t *testing.T) {
	body := "{\n  \"instructions\": \"Be brief.\",\n" + strings.Repeat("  \"x\": 1,\n", 40) + "  \"input\": \"" + strings.Repeat("why ", 20) + "\"\n}"
	m := shown(body, 60, 14)
	_, before := m.PreferredSize()
	p, err := run.PromptOf([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	m.SetFill(report.Filling{Fill: fill.Of(&p, "m", nil, fill.NewCounter())})
	if _, now := m.PreferredSize(); now <= before {
		t.Errorf("%d lines are wanted, and %d were without the report", now, before)
	}
	got := ansi.Strip(m.View())
	for _, want := range []string{"PROMPT", "~22 tokens (by bytes)", "▒ user ~20", "1  input"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	m.Update(tea.KeyPressMsg{Code: '1', Text: "1"})
	if got := ansi.Strip(m.View()); !strings.HasPrefix(got, `  "input": "why `) {
		t.Errorf("the largest piece is not shown:\n%s", got)
	}
	m.Update(tea.KeyPressMsg{Code: '3', Text: "3"}) // there is none
	if got := ansi.Strip(m.View()); !strings.HasPrefix(got, `  "input": "why `) {
		t.Errorf("there are two pieces:\n%s", got)
	}
}
