package inspect

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"gatehouse/client"
	"gatehouse/state"
	"gatehouse/state/share/cassette/samples"
	"gatehouse/themes"
	"gatehouse/views"
	reports "gatehouse/views/kit/report"
	"gatehouse/views/viewstest"
)

// lintPage is the page of the first sample, good or deviating.
func lintPage(good bool, width, height int) *reports.Tab {
	s := samples.All()[0]
	c := s.Capture(good)
	x := state.New(state.KindOf(c.Sent), c.ID, c.Sent.Body)
	for a := range client.Replay(c) {
		x.Apply(a)
	}
	styles := themes.Dark()
	m := reports.NewTab(&styles, views.NewKeys(views.DefaultCommands()), linted)
	m.SetSize(width, height)
	m.SetSubject(views.Subject{Exchange: x, Capture: c})
	return m
}

func TestLintPageShowsWhatBreaksClientsAndWhere(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 35}, {160, 45}} {
		m := lintPage(false, size[0], size[1])
		got := ansi.Strip(m.View())
		for _, want := range []string{"1 error", "final-output-empty   frame 13", "✗ The final event has no output", "remedy", "show frame 13 in Events"} {
			if !strings.Contains(got, want) {
				t.Errorf("%v: no %q in\n%s", size, want, got)
			}
		}
		if frame, ok := viewstest.Press(m, ">").(views.ShowFrame); !ok || frame.Frame != 12 {
			t.Errorf("o leads to %+v", frame)
		}
	}
}

func TestAGoodAnswerHasNothingToShow(t *testing.T) {
	m := lintPage(true, 80, 24)
	if got := ansi.Strip(m.View()); !strings.Contains(got, "Nothing found: the answer is as clients expect it.") {
		t.Error(got)
	}
	if intent := viewstest.Press(m, ">"); intent != nil {
		t.Errorf("o leads to %+v", intent)
	}
}
