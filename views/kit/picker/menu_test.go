package picker

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/views"
)

func newMenu(actions ...views.Action) *Model {
	m := newList(40, 6)
	var items []Item
	for i, a := range actions {
		item := choice(string(rune('a' + i)))
		item.Action = a
		items = append(items, item)
	}
	m.SetItems(items)
	m.SetMenu()
	return m
}

func letter(m *Model, r rune) views.Intent {
	intent := m.Update(tea.KeyPressMsg{Code: r, Text: string(r)}).Intent
	return intent
}

func TestTheKeysOfAMenuTakeItsRows(t *testing.T) {
	m := newMenu(views.ActTurnEdit, views.ActCallRun, views.ActTurnInspect)
	if m.Typing() || m.Cursor() != nil {
		t.Error("a menu types")
	}
	rows := strings.Split(ansi.Strip(m.View()), "\n")
	if len(rows) != 6 || !strings.HasPrefix(rows[0], "▸ a") || !strings.HasSuffix(strings.TrimSpace(rows[1]), "ctrl+r") {
		t.Errorf("drawn is\n%s", strings.Join(rows, "\n"))
	}
	if got := press(m, 'r', tea.ModCtrl); got != (views.SetModel{Slug: "b"}) {
		t.Errorf("ctrl+r: %#v", got)
	}
	m = newMenu(views.ActTurnEdit, views.ActCallRun, views.ActTurnInspect)
	for _, r := range "oak" { // no key of a row: neither a filter nor a choice
		if got := letter(m, r); got != nil {
			t.Errorf("%c: %#v", r, got)
		}
	}
	m.Update(tea.PasteMsg{Content: "make"})
	if got := press(m, tea.KeyEnter, 0); got != (views.SetModel{Slug: "a"}) {
		t.Errorf("enter: %#v", got)
	}
	if got := m.Update(tea.MouseClickMsg{X: 2, Y: 2}).Intent; got != (views.SetModel{Slug: "c"}) {
		t.Errorf("a click on the third row: %#v", got)
	}
}

func TestAKeyOfSeveralRowsGoesThroughThem(t *testing.T) {
	m := newMenu(views.ActTurnEdit, "", views.ActTurnEdit, views.ActTurnInspect)
	for _, want := range []int{2, 0, 2} {
		if got := letter(m, 'e'); got != nil || m.selected != want {
			t.Errorf("%#v, row %d is selected, want %d", got, m.selected, want)
		}
	}
}
