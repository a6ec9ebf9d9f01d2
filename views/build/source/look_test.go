package source

import (
	"encoding/json"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"pgregory.net/rapid"

	"gatehouse/client/scan"
	"gatehouse/views"
)

func pasteOf(s string) tea.Msg { return tea.PasteMsg{Content: s} }

func TestTheValueUnderTheCursor(t *testing.T) {
	d := newDesk(t, request, 60, 20)
	for _, c := range []struct{ show, place, copied string }{
		{"/model", "/model", `"auto"`},
		{"/temperature", "/temperature", "0.20"},
		{"/plugins/0/id", "/plugins/0/id", `"auto-router"`},
		{"/plugins/0/allowed_models/1", "/plugins/0/allowed_models/1", `"cobalt/coder-*"`},
		{"/plugins/0/allowed_models", "/plugins/0/allowed_models", `["borealis/*", "cobalt/coder-*"]`},
		{"/plugins/0/missing", "/plugins/0", ""},
		{"/nowhere/at/all", "", request},
		{"", "", request},
	} {
		d.Show(c.show)
		d.intents = nil
		d.press("E", "y")
		if d.intents[0] != (views.ShowPlace{Pointer: c.place}) {
			t.Errorf("%s: its form is %v", c.show, d.intents[0])
		}
		if got := d.intents[1].(views.Copy).Text; c.copied != "" && got != c.copied {
			t.Errorf("%s is copied as %s", c.show, got)
		}
	}
}

func TestOutAndOver(t *testing.T) {
	d := newDesk(t, request, 60, 20)
	d.Show("/plugins/0/allowed_models/1")
	for _, c := range []struct{ key, at string }{
		{"left", `"allowed_models"`}, {"right", `"max_results"`}, {"left", "{"}, {"left", `"plugins"`}, {"right", `"store"`}, {"right", "}\n"}, {"left", `}`},
	} {
		d.press(c.key)
		if got := d.text()[d.ed.At():]; !strings.HasPrefix(got, c.at) {
			t.Errorf("%s leads to %.20q, want %q", c.key, got, c.at)
		}
	}
}

// TestEveryPlaceLeadsBack: a document's values are found by their pointers,
// whatever their names.
func TestEveryPlaceLeadsBack(t *testing.T) {
	names := []string{"a", "a/b", "~", "~1", "", "é", `"`, "0", "[1]"}
	rapid.Check(t, func(t *rapid.T) {
		var pointers []string
		var build func(at []string, depth int) any
		build = func(at []string, depth int) any {
			pointers = append(pointers, scan.Pointer(at...))
			switch kind := rapid.IntRange(0, 2).Draw(t, "kind"); {
			case kind == 0 || depth == 0:
				return scan.Pointer(at...)
			case kind == 1:
				m := map[string]any{}
				for _, n := range rapid.SliceOfNDistinct(rapid.SampledFrom(names), 0, 4, rapid.ID[string]).Draw(t, "names") {
					m[n] = build(append(at[:len(at):len(at)], n), depth-1)
				}
				return m
			}
			list := []any{}
			for i := range rapid.IntRange(0, 3).Draw(t, "n") {
				list = append(list, build(append(at[:len(at):len(at)], string(rune('0'+i))), depth-1))
			}
			return list
		}
		value := build(nil, 3)
		doc, err := json.MarshalIndent(value, "", " ")
		if err != nil {
			t.Fatal(err)
		}
		places := locate(doc, pointers...)
		for i, p := range pointers {
			at := places[i]
			if !at.exact || !at.found {
				t.Fatalf("%q is not found in %s", p, doc)
			}
			if path, back := around(doc, at.start); scan.Pointer(path...) != p || back != at.extent {
				t.Fatalf("%q at %v leads back to %q at %v", p, at, scan.Pointer(path...), back)
			}
			var s string
			if json.Unmarshal(doc[at.from:at.to], &s) == nil && s != p {
				t.Fatalf("%q is found at %q", p, s)
			}
		}
	})
}

func TestFindingsLeadToTheirValues(t *testing.T) {
	d := newDesk(t, request, 60, 20)
	d.SetFindings(faults(), d.version-1)
	if d.findings.known {
		t.Error("findings of another document are shown")
	}
	d.SetFindings(faults(), d.version)
	var seen []string
	for range 5 {
		d.press("]")
		seen = append(seen, strings.Trim(strings.SplitN(d.text()[d.ed.At():], " ", 2)[0], "\n\":"))
	}
	if got, want := strings.Join(seen, " "), "max_results { allowed_models instructions max_results"; got != want {
		t.Errorf("] goes to %s, want %s", got, want)
	}
	d.press("F", "F", "F")
	if d.findings.Selected != 1 {
		t.Errorf("F goes to finding %d", d.findings.Selected)
	}
	// A fixed value retains its mark, and the selection stays.
	d.give(strings.Replace(request, `"auto"`, `"another/model"`, 1))
	d.SetFindings(faults()[:3], d.version)
	if d.findings.Selected != 1 {
		t.Errorf("the selection went to %d", d.findings.Selected)
	}
	k := d.findings.marks[len(d.findings.marks)-1]
	if got := d.text()[k.from:k.to]; got != `"5"` {
		t.Errorf("the mark is on %s", got)
	}
	d.press("[")
	if !strings.HasPrefix(d.text()[d.ed.At():], `"max_results"`) {
		t.Errorf("[ goes to %.20q", d.text()[d.ed.At():])
	}
}

func TestFindPassesOverWhatIsFolded(t *testing.T) {
	d := newDesk(t, request, 60, 20)
	d.press("/")
	d.write("jvber")
	if d.find.Count() != 1 { // of two thousand; the first stays to be seen
		t.Errorf("%d hits", d.find.Count())
	}
	d.press("ctrl+u")
	d.write("AUTO")
	if d.find.Count() != 2 || !strings.Contains(d.screen(), "1 of 2") {
		t.Errorf("hits %v\n%s", d.find.Hits(), d.screen())
	}
	d.press("enter", "n")
	if !strings.HasPrefix(d.text()[d.ed.At():], "auto-router") {
		t.Errorf("n goes to %.20q", d.text()[d.ed.At():])
	}
	d.press("N", "N")
	if !strings.HasPrefix(d.text()[d.ed.At():], "auto-router") {
		t.Errorf("N does not go round: %.20q", d.text()[d.ed.At():])
	}
	d.press("esc")
	if d.find.Open || !strings.HasPrefix(d.text()[d.ed.At():], "auto-router") {
		t.Error("esc does not end the search where it is")
	}
}

// TestALargeTextIsSearchedInTheBackground, in the state at that time; a change of it is not
// mixed up with what was found.
func TestALargeTextIsSearchedInTheBackground(t *testing.T) {
	d := newDesk(t, `["needle",`+strings.Repeat(`"some words",`, maxAtOnce/12)+`"needle"]`, 60, 20)
	d.press("/")
	look := d.Model.Update(pasteOf("needle")).Cmd
	if look == nil || d.find.Count() > 0 {
		t.Fatal("it is looked through at once")
	}
	d.Model.Update(look())
	if d.find.Count() != 2 || !strings.Contains(d.screen(), "1 of 2") {
		t.Errorf("hits %v\n%s", d.find.Hits(), d.screen())
	}
	late := d.Model.Update(pasteOf("s")).Cmd
	d.give(`["needles"]`)
	if d.Model.Update(late()); d.find.Count() > 0 {
		t.Errorf("hits %v of another text", d.find.Hits())
	}
}

func TestLettersAreTextOnlyWhileWriting(t *testing.T) {
	d := newDesk(t, small, 60, 20)
	if d.Typing() || d.Cursor() != nil {
		t.Error("looking is typing")
	}
	d.press("j", "G", "g")
	if d.text() != small {
		t.Errorf("looking wrote %s", d.text())
	}
	d.send(pasteOf("{}"))
	if d.text() != small || d.intents[0] == nil {
		t.Error("a paste that goes nowhere says nothing")
	}
	d.press("enter")
	if !d.Typing() || d.Cursor() == nil {
		t.Error("writing is not typing")
	}
	if d.press("end", "/"); !strings.Contains(d.text(), "/") {
		t.Errorf("a slash is no text: %s", d.text())
	}
	d.SetFocus(false)
	if d.Typing() || d.Cursor() != nil {
		t.Error("a pane without the focus types")
	}
}

func TestThePaletteReachesBothModes(t *testing.T) {
	d := newDesk(t, small, 60, 20)
	d.press("j", "enter")
	d.send(views.Perform{Action: views.ActCopy})
	d.send(views.Perform{Action: views.ActDeleteForward})
	if got, ok := d.intents[0].(views.Copy); !ok || got.Text != `"auto"` || strings.Contains(d.text(), `"model"`) {
		t.Errorf("%v, %s", d.intents, d.text())
	}
}

// TestThePathOfAValueIsCopiedAsJQTakesIt: a name of digits is no element's number.
func TestThePathOfAValueIsCopiedAsJQTakesIt(t *testing.T) {
	d := newDesk(t, `{"a b": [1, {"0": true}]}`, 60, 20)
	for at, want := range map[string]string{`{"a b"`: ".", `"a b"`: `.["a b"]`, `1,`: `.["a b"][0]`, `true`: `.["a b"][1]["0"]`} {
		d.ed.GoTo(strings.Index(d.text(), at))
		d.intents = nil
		d.press(".")
		if got := d.intents[0]; got != (views.Copy{What: "path " + want, Text: want}) {
			t.Errorf("at %s: %v", at, got)
		}
	}
}

func TestIndentation(t *testing.T) {
	d := newDesk(t, "{}", 60, 20)
	d.press("enter", "right")
	d.write("\n\"a\": [")
	d.write("\n{\n\"b\": 1\n")
	d.write("}\n]")
	want := "{\n  \"a\": [\n    {\n      \"b\": 1\n    }\n  ]\n}"
	if d.text() != want || d.doc != want {
		t.Errorf("got\n%s\nwant\n%s", d.text(), want)
	}
}

func TestCutsComeBack(t *testing.T) {
	d := newDesk(t, small, 60, 20)
	d.press("j", "enter", "end", "ctrl+w", "ctrl+w", "ctrl+y")
	if d.text() != small {
		t.Errorf("got %s", d.text())
	}
	d.press("ctrl+a", "ctrl+k", "ctrl+k", "ctrl+y")
	if d.text() != small {
		t.Errorf("got %s", d.text())
	}
}

func TestClicks(t *testing.T) {
	d := newDesk(t, request, 60, 20)
	d.SetFindings(faults(), d.version)
	d.send(tea.MouseClickMsg{X: 10, Y: 2})
	if !strings.HasPrefix(d.text()[d.ed.At():], `"model"`) {
		t.Errorf("a click goes to %.20q", d.text()[d.ed.At():])
	}
	d.send(tea.MouseClickMsg{X: 5, Y: 15})
	if !strings.HasPrefix(d.text()[d.ed.At():], `"max_results"`) {
		t.Errorf("a click on a fault goes to %.20q", d.text()[d.ed.At():])
	}
	d.press("g", "enter")
	d.send(tea.MouseClickMsg{X: gutter + 5, Y: 2})
	if got := d.text()[:d.ed.At()]; got != "{\n  \"mo" {
		t.Errorf("a click while writing goes behind %q", got)
	}
	d.Scroll(0, 3)
	if d.top == 0 || d.ed.At() < d.top {
		t.Error("the wheel does not move the window with the cursor in it")
	}
}
