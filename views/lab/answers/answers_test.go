package answers

import (
	"testing"

	"gatehouse/state/lab"
	"gatehouse/themes"
	"gatehouse/views"
)

// What is selected stays so while other answers arrive, before it too, and one of the same text that is asked earlier.
func TestTheSelectedAnswerStaysSelected(t *testing.T) {
	same := func(id, text string) (s lab.Same) {
		s.ID, s.Text = id, text
		return s
	}
	styles := themes.Dark()
	m := New(&styles, views.NewKeys(views.DefaultCommands()))
	m.SetSize(100, 30)
	of := func(answers ...[]lab.Same) Case {
		return Case{Title: "greets", Variants: []string{"a", "b"}, Answers: answers}
	}
	m.Show(of([]lab.Same{same("1", "x")}, []lab.Same{same("2", "yes"), same("3", "no")}))
	m.Update(views.Perform{Action: views.ActGoRight})
	m.Update(views.Perform{Action: views.ActGoRight})
	for _, c := range []Case{
		of([]lab.Same{same("1", "x"), same("4", "y")}, []lab.Same{same("2", "yes"), same("3", "no")}),
		of([]lab.Same{same("1", "x")}, []lab.Same{same("3", "no"), same("2", "yes")}),
		of([]lab.Same{same("1", "x"), same("5", "no")}, []lab.Same{same("2", "yes"), same("0", "no\n")}),
	} {
		m.Show(c)
		if one, v, ok := m.Selected(); !ok || v != 1 || one.ID != "3" && one.ID != "0" {
			t.Errorf("%s of variant %d is selected", one.ID, v)
		}
	}
}
