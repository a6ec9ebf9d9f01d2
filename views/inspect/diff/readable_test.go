package diff

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"gatehouse/client/wire"
	"gatehouse/themes"
	"gatehouse/views"
)

// answered returns an exchange whose answer is a text.
func answered(t *testing.T, model, asked, answer string, at time.Time) views.Subject {
	t.Helper()
	q, _ := json.Marshal(asked)
	request := fmt.Sprintf(`{"model":%q,"input":%s}`, model, q)
	x := exchange("x"+at.Format(time.RFC3339Nano), request, answer, `{"input_tokens":1}`, `null`, 1000)
	x.Model = model
	return views.Subject{Exchange: x, Capture: &wire.Capture{ID: "someid", Start: at, Sent: wire.Sent{Method: "POST", URL: "http://h/responses", Body: []byte(request)}}}
}

var noon = time.Date(2026, 3, 4, 12, 0, 0, 0, time.Local)

// TestTheTwoAreNamedByWhatDiffers not by an id, nor by what both have.
func TestTheTwoAreNamedByWhatDiffers(t *testing.T) {
	for _, c := range []struct{ model, asked, title string }{
		{"m-1", "hello", "− A 12:00:00   + B 12:00:05"},
		{"m-2", "hello", "− A 12:00:00  m-1   + B 12:00:05  m-2"},
		{"m-1", "good bye", "− A 12:00:00  hello   + B 12:00:05  good bye"},
	} {
		m := newModel(answered(t, "m-1", "hello", "x", noon), answered(t, c.model, c.asked, "y", noon.Add(5*time.Second)), 120, 20)
		has(t, m, c.title)
		if strings.Contains(screen(m), "someid") {
			t.Errorf("an id is a name:\n%s", screen(m))
		}
	}
}

// TestLongStretchesThatAreTheSameAreFolded in the answers and among the members of the
// requests, and enter unfolds them.
func TestLongStretchesThatAreTheSameAreFolded(t *testing.T) {
	lines := strings.Repeat("a line that stays\n", 20)
	a, b := answered(t, "m", "hello", lines+"the old end", noon), answered(t, "m", "hello", lines+"the new end", noon)
	messages := strings.Repeat(`{"role":"user","content":"the same"},`, 20)
	a.Capture.Sent.Body = []byte(`{"input":[` + messages + `{"role":"user","content":"one"}]}`)
	b.Capture.Sent.Body = []byte(`{"input":[` + messages + `{"role":"user","content":"two"}]}`)
	m := newModel(a, b, 100, 80)
	has(t, m, "… 17 lines the same", "− the old end", "+ the new end", "… 14 values the same", `− "one"  + "two"`)
	if len(m.ShortHelp()) == 0 || m.unfolds() != "unfold" {
		t.Error("it is not said that they unfold")
	}
	m.toggleComplete()
	if s := screen(m); strings.Count(s, "a line that stays") != 20 || strings.Count(s, "the same\"") != 20 {
		t.Errorf("folded still:\n%s", s)
	}
}

// TestAnswersStandSideBySideFrom140Columns on, one below the other in less.
func TestAnswersStandSideBySideFrom140Columns(t *testing.T) {
	a, b := answered(t, "m", "hello", "one two three\nfour", noon), answered(t, "m", "hello", "one two 3\nfour", noon)
	for _, width := range []int{139, 140} {
		m := newModel(a, b, width, 40)
		if got := strings.Contains(screen(m), "│ + one two 3"); got != (width >= 140) {
			t.Errorf("%d columns: side by side is %v\n%s", width, got, screen(m))
		}
	}
	m := newModel(a, b, 139, 40)
	m.SetSize(160, 40)
	has(t, m, "│ + one two 3")
}

// TestBracketsAppearOnlyWithoutColours: pages with colours mark differences by colour alone.
func TestBracketsAppearOnlyWithoutColours(t *testing.T) {
	a, b := answered(t, "m", "hello", "one two three\n\nfour", noon), answered(t, "m", "hello", "one two 3\nfour\n\n", noon)
	for _, name := range themes.Names() {
		m := newModel(a, b, 100, 40)
		styles, _ := themes.ByName(name)
		m.styles.Set(styles)
		if got := strings.Contains(screen(m), "{+3+}"); got != (name == themes.NameNone) {
			t.Errorf("%s: brackets are %v\n%s", name, got, screen(m))
		}
		if s := screen(m); strings.Contains(s, "↵") {
			t.Errorf("%s: an empty line is a sign\n%s", name, s)
		}
	}
}

// TestDifferentAnswersAreNotComparedWordByWord.
func TestDifferentAnswersAreNotComparedWordByWord(t *testing.T) {
	a := answered(t, "m", "hello", "A lighthouse is a tower.\nIt guides ships.", noon)
	b := answered(t, "m", "hello", "Windmills turn in the wind.\nThey grind corn.", noon)
	has(t, newModel(a, b, 100, 40), "Different texts", "− A lighthouse is a tower.", "− It guides ships.", "+ Windmills turn")
	has(t, newModel(a, b, 160, 40), "Different texts", "│ + Windmills turn")
}
