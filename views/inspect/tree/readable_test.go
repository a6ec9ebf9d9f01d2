package tree

import (
	"testing"

	"gatehouse/views"
)

// TestPrettyShowsLettersAndRawTheirSpelling: what is copied has the spelling that was received.
func TestPrettyShowsLettersAndRawTheirSpelling(t *testing.T) {
	const spelled = `"K\u00f6ln \u202e\u001b[2J\/x"`
	m := New(styles(), keys())
	m.SetContent(Content{Title: "Body", JSON: []byte(`{"st\u00e4dte":` + spelled + `}`)})
	s := newStage(m, 80, 24)
	s.has(t, `"städte": "Köln \u202e\u001b[2J/x"`)
	s.press("j", `"`)
	if c, ok := s.last().(views.Copy); !ok || c.Text != spelled {
		t.Errorf("copied %+v", c)
	}
	s.press("v")
	s.has(t, `K\u00f6ln \u202e`)
}
