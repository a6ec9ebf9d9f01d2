package form

import (
	"slices"
	"strings"
	"testing"

	"gatehouse/state/report"
	"gatehouse/state/request/field"
	"gatehouse/views"
)

// TestWordsFindAModel: an incomplete name is a search, and enter takes its best hit; the typed text
// can be taken too.
func TestWordsFindAModel(t *testing.T) {
	models := []Suggestion{{Value: "aurora/dawn"}, {Value: "aurora/dawn-mini"}, {Value: "basalt/pebble"}}
	for name, c := range map[string]struct {
		text string
		then []string
		want string
	}{
		"the best hit":         {"dawn", []string{"enter"}, `["aurora/dawn"]`},
		"another hit":          {"dawn", []string{"down", "enter"}, `["aurora/dawn-mini"]`},
		"as it is":             {"dawn", []string{"up", "enter"}, `["dawn"]`},
		"a whole name":         {"cinder/daw", []string{"enter"}, `["cinder/daw"]`},
		"a whole name as well": {"aurora/daw", []string{"enter"}, `["aurora/daw"]`},
		"found by nothing":     {"xyz", []string{"enter"}, `["xyz"]`},
		"chosen unfiltered":    {"", []string{"down", "down", "enter"}, `["aurora/dawn-mini"]`},
		"nothing":              {"", []string{"enter"}, ``},
	} {
		h := newHost(t, 62, 30, `{}`, Form{Fields: []field.Field{{Name: "models", Kind: field.List, Source: field.Models}}})
		h.SetSuggestions(field.Models, models)
		h.press("a").text(c.text)
		if name == "the best hit" && !strings.Contains(h.plain(), "use “dawn”") {
			t.Errorf("the way to what was typed is not shown:\n%s", h.plain())
		}
		h.press(c.then...)
		if got, _ := h.draft.Get("/models"); strings.Join(strings.Fields(string(got)), "") != c.want {
			t.Errorf("%s: got %s, want %s", name, got, c.want)
		}
	}
	h := newHost(t, 62, 30, `{}`, Form{Fields: []field.Field{{Name: "allowed", Kind: field.List, Source: field.Patterns}}})
	h.SetSuggestions(field.Patterns, []Suggestion{{Value: "aurora/*"}, {Value: "aurora/dawn"}})
	h.press("a").text("a*").press("enter").text("aurora/").press("enter").text("dawn").press("enter", "esc")
	h.document(`{"allowed": ["a*", "aurora/", "aurora/dawn"]}`)
}

// TestTheHelpOfATallFormIsBelowItsField: at the lower edge it would be far away.
func TestTheHelpOfATallFormIsBelowItsField(t *testing.T) {
	f := Form{Fields: []field.Field{{Name: "first", Kind: field.Toggle, Help: "Helps first."}, {Name: "second", Kind: field.Toggle, Help: "Helps second."}, {Name: "third", Kind: field.Toggle}}}
	for height, below := range map[int]bool{30: false, 50: true} {
		h := newHost(t, 62, height, `{}`, f)
		h.press("j")
		lines := strings.Split(h.plain(), "\n")
		at := slices.IndexFunc(lines, func(line string) bool { return strings.Contains(line, "second ") })
		if got := strings.Contains(lines[at+1], "Helps second."); got != below || strings.Count(h.plain(), "Helps") != 1 {
			t.Errorf("%d rows: below its field %v, want %v:\n%s", height, got, below, h.plain())
		}
	}
}

func TestLinesWithoutFieldsStayInPlace(t *testing.T) {
	listed := 0
	f := Form{Fields: []field.Field{{Name: "on", Kind: field.Toggle}}, Extra: []Extra{
		{Name: "comes to", Text: "two models"}, {Text: "  one"},
		{Text: "  … and 1 more", Choose: func() views.Intent { listed++; return views.Notify{Text: "all"} }},
	}}
	h := newHost(t, 62, 20, `{}`, f)
	for _, key := range []string{"j", "enter", "j", "e", "y", "u", "d", "space", "right", "a", "r", "J", "enter"} {
		h.press(key)
		h.SetForm(f) // as after everything that may have changed the document
	}
	if listed != 0 {
		t.Error("enter took another line")
	}
	h.press("j", "enter")
	if listed != 1 {
		t.Errorf("the last line was taken %d times:\n%s", listed, h.plain())
	}
	h.document(`{}`)
}

func TestSaysHowManyFieldsAreOutOfSight(t *testing.T) {
	h := newHost(t, 62, 9, `{}`, heading("sampling"))
	rows := len(heading("sampling").Fields)
	if got := h.plain(); !strings.Contains(got, " ↓ ") || strings.Contains(got, " ↑ ") {
		t.Errorf("%d fields:\n%s", rows, got)
	}
	h.press("G")
	if got := h.plain(); strings.Contains(got, " ↓ ") || !strings.Contains(got, " ↑ ") {
		t.Errorf("at the end:\n%s", got)
	}
	h.SetSize(62, 40)
	if got := h.plain(); strings.Contains(got, " more ") {
		t.Errorf("all are in sight:\n%s", got)
	}
}

func TestFindingsStandAtTheNearestShownPlace(t *testing.T) {
	h := newHost(t, 62, 20, `{"reasoning": {"effort": 1}}`, heading("text"))
	h.SetFaults([]report.Finding{
		{Level: report.Failed, Pointer: "/reasoning/effort", Message: "must be a string"},
		{Level: report.Warning, Sign: "⚠", Pointer: "/reasoning/odd", Message: "is not known"},
		{Level: report.Failed, Pointer: "/plugins/0", Message: "is elsewhere"},
	})
	h.Show("/reasoning")
	h.press("space") // fold it
	got := h.plain()
	for want, there := range map[string]bool{"✗ must be a string": true, "⚠ is not known": true, "elsewhere": false} {
		if strings.Contains(got, want) != there {
			t.Errorf("%q: want %v in\n%s", want, there, got)
		}
	}
	h.Show("/reasoning/effort")
	if got := h.Selected(); got != "/reasoning/effort" {
		t.Errorf("shown is %s", got)
	}
}

func TestFindGoesToAFieldByItsName(t *testing.T) {
	h := newHost(t, 62, 20, `{"metadata": {"colour": "red"}}`, heading("identity"))
	h.press("/").text("colo").press("enter")
	if got := h.Selected(); got != "/metadata/colour" {
		t.Errorf("the selection is at %s", got)
	}
	h.press("/").text("id").press("enter")
	first := h.Selected()
	h.press("n")
	if h.Selected() == first {
		t.Errorf("n stays at %s", first)
	}
	h.press("N")
	if got := h.Selected(); got != first {
		t.Errorf("N goes to %s, want %s", got, first)
	}
	h.press("/").text("zzz")
	if got := h.plain(); !strings.Contains(got, "/ zzz  not found") {
		t.Errorf("got\n%s", got)
	}
	h.press("esc")
	if got := h.Selected(); got != first {
		t.Errorf("esc leaves the selection at %s", got)
	}
}

func TestFindUnfoldsTheObjectThatHoldsTheField(t *testing.T) {
	h := newHost(t, 62, 20, `{}`, heading("text"))
	h.press("/").text("effort").press("enter", "esc")
	if got := h.Selected(); got != "/reasoning/effort" {
		t.Errorf("the selection is at %s", got)
	}
	h.press("right").document(`{"reasoning": {"effort": "max"}}`)
}

func TestExtraLinesStandBehindTheirFieldAndOpen(t *testing.T) {
	f := plugin("auto-router")
	f.Extra = []Extra{{After: "excluded_models", Name: "matches", Text: "7 of 22 models", Choose: func() views.Intent { return views.Notify{Text: "which"} }}}
	h := newHost(t, 62, 20, autoDoc, f)
	h.press("/").text("matches").press("enter", "esc", "enter")
	if len(h.notices) != 1 || h.notices[0] != "which" {
		t.Errorf("said %q", h.notices)
	}
	f.Extra = []Extra{{After: "excluded_models", Name: "matches", Text: "1 of 22 models"}}
	h.SetForm(f)
	got := h.plain()
	if !strings.Contains(got, "▸  matches                1 of 22 models\n • cost_tier") {
		t.Errorf("got\n%s", got)
	}
}
