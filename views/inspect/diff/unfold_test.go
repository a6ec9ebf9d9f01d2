package diff

import (
	"strings"
	"testing"

	"gatehouse/views"
	"gatehouse/views/viewstest"
)

// TestLongLinesAreWrappedOrUnfolded: enter shows truncated values completely, and is bound
// only if there are any.
func TestLongLinesAreWrappedOrUnfolded(t *testing.T) {
	long := func(word string) string { return strings.Repeat(word+" ", 400) + "end of it" }
	a, b := routed(`{"requested":"m","strategy":"s","pipeline":[{"type":"plugin","name":"pareto","summary":"pareto: no model is left, since none costs at most that"}]}`, `{"requested":"m","strategy":"s"}`)
	m := newModel(a, b, 80, 60)
	has(t, m, `−     "name": "pareto",`, "since none costs at most")
	if _, ok := viewstest.Press(m, "enter").(views.Notify); !ok || strings.Contains(hints(m), "unfold") {
		t.Errorf("nothing is cut, and %q", hints(m))
	}
	request := `{"model":"m","input":[{"content":"` + long("more") + `"}],"instructions":"` + long("again") + `"}`
	for _, c := range []struct{ routing, request string }{
		{`{"requested":"m","strategy":"s","pipeline":[{"type":"t","name":"n","summary":"` + long("words") + `"}]}`, `{"model":"m"}`},
		{`{"requested":"m","strategy":"s"}`, request},
	} {
		a, b := routed(`{"requested":"m","strategy":"s"}`, c.routing)
		b.Exchange.Request = []byte(c.request)
		m := newModel(a, b, 80, 240)
		m.View()
		if !strings.Contains(hints(m), "enter unfold") || strings.Contains(screen(m), "end of it") {
			t.Fatalf("it is not cut: %q\n%s", hints(m), screen(m))
		}
		viewstest.Press(m, "enter")
		has(t, m, "end of it")
		if strings.Contains(screen(m), "…") || !strings.Contains(hints(m), "enter fold") {
			t.Errorf("it is cut still: %q\n%s", hints(m), screen(m))
		}
		viewstest.Exact(t, m.View(), 80, 240)
		if viewstest.Press(m, "enter"); strings.Contains(screen(m), "end of it") {
			t.Error("it does not fold")
		}
	}
}

// TestUnfoldingOutOfViewNotifies: nothing else would show that the key had an effect.
func TestUnfoldingOutOfViewNotifies(t *testing.T) {
	a, b := routed(`null`, `null`)
	b.Exchange.Request = []byte(`{"model":"m","user":"` + strings.Repeat("words ", 30) + `"}`)
	m := newModel(a, b, 60, 12)
	for !strings.Contains(screen(m), "words words") {
		viewstest.Press(m, ")")
	}
	for range 2 {
		if got := viewstest.Press(m, "enter"); got != nil {
			t.Errorf("in view: %+v", got)
		}
		m.View()
	}
	viewstest.Press(m, "G")
	for _, want := range []string{"unfolded elsewhere on this page", "folded elsewhere on this page"} {
		if got := viewstest.Press(m, "enter"); got != (views.Notify{Text: want}) {
			t.Errorf("out of view: %+v, want %q", got, want)
		}
	}
}

// TestNothingUnfoldsInAWideWindow: what was truncated in a narrower window fits.
func TestNothingUnfoldsInAWideWindow(t *testing.T) {
	words := strings.Repeat("words ", 30)
	for _, c := range []struct{ routing, request string }{
		{`{"requested":"m","strategy":"s","pipeline":[{"type":"t","name":"n","summary":"` + words + words + `"}]}`, `{"model":"m"}`},
		{`{"requested":"m","strategy":"s"}`, `{"model":"m","user":"` + words + `"}`},
	} {
		a, b := routed(`{"requested":"m","strategy":"s"}`, c.routing)
		b.Exchange.Request = []byte(c.request)
		m := newModel(a, b, 60, 240)
		if m.View(); !strings.Contains(hints(m), "unfold") {
			t.Fatalf("it is not cut: %q\n%s", hints(m), screen(m))
		}
		m.SetSize(500, 240)
		if m.View(); strings.Contains(hints(m), "unfold") {
			t.Errorf("nothing is cut, and %q\n%s", hints(m), screen(m))
		}
	}
}

func hints(m *Model) (words string) {
	for _, b := range m.ShortHelp() {
		words += b.Help().Key + " " + b.Help().Desc + "   "
	}
	return words
}
