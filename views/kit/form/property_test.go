package form

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/client/scan"
	"gatehouse/state/report"
	"gatehouse/state/request/field"
	"gatehouse/state/request/talk"
	"gatehouse/views"
)

// keysOfTheForm are those that may change something, and text.
func keysOfTheForm() []string {
	return []string{
		"j", "k", "down", "up", "pgdown", "pgup", "g", "G", "enter", "enter", "space", "left", "right", "u", "a", "a", "d",
		"K", "J", "r", "e", "y", "n", "N", "/", "esc", "backspace", "ctrl+j", "ctrl+u", "1", "x", "\"", "[", "}", "漢", "alt+e",
	}
}

// forms are forms of every kind over one document.
func forms() []Form {
	var out []Form
	for _, g := range field.Groups() {
		out = append(out, Form{Title: g.Name, Fields: g.Fields})
	}
	for _, p := range field.Plugins() {
		out = append(out, Form{Title: p.ID, Base: "/plugins/0", Fields: p.Fields, Others: true})
	}
	return append(out, tool(`{"type":"function"}`), tool(`{"type":"web_search"}`), tool(`{"type":"namespace"}`))
}

// odd draws a JSON value of any type, in odd spellings.
func odd(t *rapid.T, depth int, names []string) string {
	kind := rapid.IntRange(0, 3).Draw(t, "kind")
	if depth == 0 || kind == 0 {
		return rapid.SampledFrom([]string{
			"0.70", "-1e+05", "true", "null", `""`, `"\u0061\n\u001b[2J\u202e"`, `"text"`, `"漢字 \ud83d\ude00"`, `"object"`, `"array"`, `{}`, `[]`,
		}).Draw(t, "simple")
	}
	var parts []string
	for range rapid.IntRange(0, 4).Draw(t, "size") {
		part := odd(t, depth-1, names)
		if kind == 1 {
			part = string(scan.Quote(rapid.SampledFrom(names).Draw(t, "name"))) + rapid.SampledFrom([]string{":", " : "}).Draw(t, "colon") + part
		}
		parts = append(parts, part)
	}
	inside := strings.Join(parts, rapid.SampledFrom([]string{",", ", ", " ,\n  "}).Draw(t, "comma"))
	if kind == 1 {
		return "{" + inside + "}"
	}
	return "[" + inside + "]"
}

// request draws a request whose members are of any type.
func request(t *rapid.T) string {
	names := []string{"properties", "required", "type", "enum", "items", "a~/b", "c", "\x1b[2J", ""}
	for _, f := range forms() {
		for i := range f.Fields {
			names = append(names, f.Fields[i].Name)
		}
	}
	var parts []string
	for range rapid.IntRange(0, 6).Draw(t, "members") {
		name := rapid.SampledFrom(names).Draw(t, "member")
		if name != "input" && name != "plugins" && name != "tools" {
			parts = append(parts, string(scan.Quote(name))+": "+odd(t, 3, names))
		}
	}
	object := func() string {
		var parts []string
		for range rapid.IntRange(0, 4).Draw(t, "size") {
			parts = append(parts, string(scan.Quote(rapid.SampledFrom(names).Draw(t, "name")))+":"+odd(t, 4, names))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	parts = append(parts, `"plugins": [`+object()+`]`, `"tools":[ `+object()+` ]`, `"last": 0.10`)
	return "{" + strings.Join(parts, ",\n") + "}"
}

// TestKeysChangeOnlyTheirPlace: whatever keys are pressed in whatever document, the document accepts
// every edit, each is inside the form's object and changes no byte outside its place; the pane is
// drawn in its size.
func TestKeysChangeOnlyTheirPlace(t *testing.T) {
	all := forms()
	rapid.Check(t, func(t *rapid.T) {
		f := rapid.SampledFrom(all).Draw(t, "form")
		h := newHost(t, rapid.IntRange(0, 90).Draw(t, "width"), rapid.IntRange(0, 30).Draw(t, "height"), request(t), f)
		for range rapid.IntRange(1, 30).Draw(t, "steps") {
			k := keyPress(rapid.SampledFrom(keysOfTheForm()).Draw(t, "key"))
			before, seen := h.draft.Bytes(), h.View()
			answer := h.Update(k)
			view := h.View()
			if h.view.Forget(); h.View() != view || !answer.Used && view != seen {
				t.Fatalf("%v: used is %v, and the view is out of date or another:\n%s\n%s", k, answer.Used, view, h.View())
			}
			intent := answer.Intent
			h.do(intent)
			exact(t, h.Model)
			checkEdit(t, f, before, h.draft.Bytes(), intent)
		}
	})
}

// checkEdit checks that an edit changed nothing outside its place.
func checkEdit(t *rapid.T, f Form, before, after []byte, intent views.Intent) {
	pointer := ""
	switch in := intent.(type) {
	case views.Edit:
		pointer = in.Pointer
	case views.Insert:
		pointer = in.Pointer
	case views.MoveElement:
		pointer = in.Pointer
	default:
		if !bytes.Equal(before, after) {
			t.Fatalf("%#v changed the document", intent)
		}
		return
	}
	if !within(pointer, f.Base) {
		t.Fatalf("%#v is outside %s", intent, f.Base)
	}
	without := func(doc []byte) (string, bool) {
		d, err := talk.ParseDraft(doc)
		if err != nil {
			t.Fatalf("%s: %v", doc, err)
		}
		ok := d.Delete(pointer)
		for ok && d.Delete(pointer) { // a duplicate name
		}
		return string(d.Bytes()), ok
	}
	a, was := without(before)
	b, is := without(after)
	if was && is && a != b {
		t.Fatalf("%#v changed more than its place:\n%s\nbecame\n%s", intent, before, after)
	}
}

// TestSplicePreservesOtherMembers compares the edits of an object with the same
// edits of a list of its members.
func TestSplicePreservesOtherMembers(t *testing.T) {
	names := []string{"a", "b", "c~", "", "\"d\""}
	type pair struct{ name, value string }
	read := func(object []byte) (out []pair) {
		for m := range scan.Members(object) {
			out = append(out, pair{m.Key, string(m.Value)})
		}
		return out
	}
	rapid.Check(t, func(t *rapid.T) {
		space := rapid.SampledFrom([]string{"", " ", "\n  "}).Draw(t, "space")
		var parts []string
		for _, name := range rapid.SliceOfNDistinct(rapid.SampledFrom(names), 0, 4, rapid.ID).Draw(t, "names") {
			parts = append(parts, space+string(scan.Quote(name))+space+":"+space+odd(t, 2, names)+space)
		}
		object := []byte("{" + strings.Join(parts, ",") + "}")
		want := read(object)
		at := func(name string) int { return slices.IndexFunc(want, func(p pair) bool { return p.name == name }) }
		a := rapid.SampledFrom(names).Draw(t, "a")
		i := at(a)
		var got []byte
		switch rapid.IntRange(0, 1).Draw(t, "what") {
		case 0:
			got = rename(object, a, "new")
			if i >= 0 {
				want[i].name = "new"
			}
		case 1:
			b := rapid.SampledFrom(names).Draw(t, "b")
			got = swap(object, a, b)
			if j := at(b); i >= 0 && j >= 0 {
				want[i], want[j] = want[j], want[i]
			}
		}
		if err := scan.Check(got); err != nil || !slices.Equal(read(got), want) {
			t.Fatalf("%s became %s (%v), want the members %v", object, got, err, want)
		}
	})
}

// TestAStringIsCutBetweenCharacters: the beginning of a text is a beginning of
// it.
func TestAStringIsCutBetweenCharacters(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var b strings.Builder
		b.WriteByte('"')
		for range rapid.IntRange(0, 40).Draw(t, "length") {
			b.WriteString(rapid.SampledFrom([]string{"a", `\n`, `\\`, `\"`, `\u00e9`, `\ud83d\ude00`, "漢", "😀", `\u001b`}).Draw(t, "piece"))
		}
		b.WriteByte('"')
		value := []byte(b.String())
		text, more := start(value, rapid.IntRange(1, 60).Draw(t, "size"))
		full := scan.Text(value)
		if !strings.HasPrefix(full, text) || !more && text != full {
			t.Fatalf("%s begins with %q, more is %v", value, text, more)
		}
	})
}

// FuzzForm draws hostile documents and presses keys over them.
func FuzzForm(f *testing.F) {
	for _, doc := range []string{autoDoc, toolDoc, `{"tools":[{"parameters":{"properties":{"a":1,"":{"type":["x"],"enum":{}}},"required":"a"}}]}`, `{"plugins":["\u001b[2J"]}`, `{"metadata":{"\u202e\u0007":"\u009b"}}`} {
		f.Add([]byte(doc), []byte("jjjjaxee\x00enter"), 0, 50)
	}
	all := forms()
	keys := keysOfTheForm()
	f.Fuzz(func(t *testing.T, doc, pressed []byte, which, width int) {
		draft, err := talk.ParseDraft(doc)
		if err != nil || len(doc) > 4096 || len(pressed) > 64 || width < 0 || width > 120 {
			t.Skip()
		}
		h := newHost(t, width, 24, string(draft.Bytes()), all[((which%len(all))+len(all))%len(all)])
		h.SetFaults([]report.Finding{{Level: report.Failed, Pointer: h.form.Base, Message: string(pressed)}, {Level: report.Warning, Sign: "⚠", Pointer: h.form.Base + "/metadata", Message: string(doc)}})
		exact(t, h.Model)
		for _, p := range pressed {
			intent := h.Update(keyPress(keys[int(p)%len(keys)])).Intent
			h.do(intent)
			exact(t, h.Model)
		}
	})
}
