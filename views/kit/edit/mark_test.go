package edit

import (
	"strings"
	"testing"

	"gatehouse/themes"
	"gatehouse/views"
)

func marked(text, words string) *Editor {
	e := New()
	e.SetWidth(40)
	e.Set(text)
	at := strings.Index(text, words)
	e.Mark(at, at+len(words))
	return e
}

func TestWhatIsWrittenTakesThePlaceOfTheMark(t *testing.T) {
	for name, c := range map[string]struct {
		do   func(*Editor)
		want string
	}{
		"writing":        {func(e *Editor) { e.Insert("x"); e.Insert("y") }, "card xy, thanks"},
		"a deletion":     {func(e *Editor) { e.Do(views.ActDeleteBack); e.Insert("x") }, "card x, thanks"},
		"a cut":          {func(e *Editor) { e.Do(views.ActKillStart) }, "card , thanks"},
		"a cut and yank": {func(e *Editor) { e.Do(views.ActKillEnd); e.Do(views.ActYank) }, "card 4111 漢, thanks"},
		"a way left":     {func(e *Editor) { e.Do(views.ActLeft); e.Insert("x") }, "card 4111 x漢, thanks"},
		"the end":        {func(e *Editor) { e.Do(views.ActLineEnd); e.Insert("x") }, "card 4111 漢, thanksx"},
		"a click":        {func(e *Editor) { e.Click(0, 0); e.Insert("x") }, "xcard 4111 漢, thanks"},
		"nothing":        {func(e *Editor) { e.Insert("") }, "card 4111 漢, thanks"},
		"another text":   {func(e *Editor) { e.Set("a"); e.Insert("b") }, "ab"},
	} {
		e := marked("card 4111 漢, thanks", "4111 漢")
		c.do(e)
		if got := e.Text(); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestTheMarkIsDrawn(t *testing.T) {
	styles := themes.Dark()
	e := marked("card 4111, thanks", "4111")
	if row := e.Draw(&styles, 0, 1, 40)[0]; !strings.Contains(row, styles.Selection.Render("4111")) {
		t.Errorf("%q", row)
	}
	before := e.State()
	if e.Do(views.ActRight); e.State() == before || e.Marked() != "" {
		t.Error("a key that moves keeps the mark")
	}
}
