package form

import (
	"testing"

	"gatehouse/views"
)

func TestFinishTypingAcceptsText(t *testing.T) {
	tests := []struct {
		name  string
		keys  []string
		text  string
		want  string // the document afterwards
		wrong bool
	}{
		{name: "a number", keys: []string{"enter"}, text: "0.5", want: `{"temperature": 0.5}`},
		{name: "nothing was typed", keys: []string{"enter"}, want: `{}`},
		{name: "no number", keys: []string{"enter"}, text: "x", want: `{}`, wrong: true},
		{name: "nothing is open", want: `{}`},
	}
	for _, tt := range tests {
		h := newHost(t, 80, 24, "{}", heading("sampling"))
		h.press(tt.keys...)
		h.text(tt.text)
		intent, wrong := h.FinishTyping()
		h.do(intent)
		if got := string(h.draft.Bytes()); got != tt.want || (wrong != "") != tt.wrong || h.Typing() != tt.wrong {
			t.Errorf("%s: the document is %s, wrong %q, typing %v", tt.name, got, wrong, h.Typing())
		}
	}
}

// TestFinishTypingAcceptsListElement: enter would begin the next one, who turns away wants none.
func TestFinishTypingAcceptsListElement(t *testing.T) {
	h := newHost(t, 80, 40, "{}", heading("model & routing"))
	h.Show("/models")
	h.press("enter")
	h.text("v/m")
	intent, wrong := h.FinishTyping()
	h.do(intent)
	if got := string(h.draft.Bytes()); got != `{"models": ["v/m"]}` || wrong != "" || h.Typing() {
		t.Errorf("the document is %s, wrong %q, typing %v", got, wrong, h.Typing())
	}
}

func TestFinishTypingRejectsNameWithoutValue(t *testing.T) {
	h := newHost(t, 80, 40, "{}", heading("identity"))
	h.Show("/metadata")
	h.press("a")
	h.text("name")
	for range 2 {
		if intent, wrong := h.FinishTyping(); intent != nil || wrong == "" || !h.Typing() {
			t.Fatalf("%#v, %q\n%s", intent, wrong, h.View())
		}
		h.press("enter")
	}
}

func TestTypingGoesAlongWithItsObject(t *testing.T) {
	f := plugin("web")
	h := newHost(t, 80, 30, `{"plugins":[{"id":"x"},{"id":"web"}]}`, f)
	h.Show("/plugins/0/max_results")
	h.press("enter")
	h.text("5")
	h.Move("/plugins/1")
	f.Base = "/plugins/1"
	h.SetForm(f)
	intent, _ := h.FinishTyping()
	if i, ok := intent.(views.Edit); !ok || i.Pointer != "/plugins/1/max_results" || string(i.Value) != "5" {
		t.Errorf("%#v", intent)
	}
}
