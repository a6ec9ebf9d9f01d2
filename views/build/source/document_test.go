package source

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"gatehouse/views"
)

const small = `{
  "model": "auto",
  "stream": true
}
`

// replaced returns the documents that the pane asked for.
func (d *desk) replaced() (docs []string) {
	for _, i := range d.intents {
		if r, ok := i.(views.ReplaceDocument); ok {
			docs = append(docs, string(r.Document))
		}
	}
	return docs
}

func TestValidTextBecomesTheDocument(t *testing.T) {
	d := newDesk(t, small, 60, 20)
	d.press("j", "enter", "end", "left", "left")
	d.write("-beta")
	want := strings.Replace(small, "auto", "auto-beta", 1)
	if d.doc != want || d.text() != want {
		t.Errorf("the document is %s", d.doc)
	}
	if n := len(d.replaced()); n != len("-beta") {
		t.Errorf("%d documents for %d keys", n, len("-beta"))
	}
}

func TestBrokenTextStaysAndIsGivenUpByEsc(t *testing.T) {
	d := newDesk(t, small, 60, 20)
	d.press("j", "enter", "end")
	d.write("}")
	if _, broken := d.Broken(); !broken || len(d.replaced()) > 0 || d.doc != small {
		t.Fatalf("broken text became the document: %v", d.replaced())
	}
	for _, want := range []string{"✗ line 2, column 19: ", "the last valid document is still in use: esc esc or alt+z"} {
		if !strings.Contains(d.screen(), want) {
			t.Errorf("%q is not said:\n%s", want, d.screen())
		}
	}
	mine := d.text()
	d.press("esc")
	if d.text() != mine || d.Editing() {
		t.Error("the first esc does more than leave the writing")
	}
	d.press("esc")
	if _, broken := d.Broken(); broken || d.text() != small {
		t.Errorf("esc does not give the document back: %s", d.text())
	}
	d.press("U")
	if _, broken := d.Broken(); !broken || d.text() != mine {
		t.Errorf("the broken text does not come back: %s", d.text())
	}
	d.press("esc")
	d.intents = nil
	d.press("esc")
	if len(d.intents) != 1 || d.intents[0] != (views.Cancel{}) {
		t.Errorf("esc with nothing to end asks for %v", d.intents)
	}
}

func TestFixedTextBecomesTheDocument(t *testing.T) {
	d := newDesk(t, small, 60, 20)
	d.press("G", "k", "k", "enter", "end")
	d.write(",")
	d.press("backspace")
	if docs := d.replaced(); len(docs) != 0 || d.verdict != inForce {
		t.Errorf("the document as it was is asked for again: %q", docs)
	}
	d.write(",\n\"store\": false")
	if want := strings.Replace(small, "true", "true,\n  \"store\": false", 1); d.doc != want {
		t.Errorf("the document is %s", d.doc)
	}
}

func TestAnEditElsewhereKeepsThePlace(t *testing.T) {
	d := newDesk(t, request, 60, 20)
	d.Show("/temperature")
	at, row := d.ed.Buffer().Slice(d.ed.At(), d.ed.At()+13), d.screen()
	d.give(strings.Replace(request, `"auto"`, `"borealis/coder-m"`, 1))
	if got := d.ed.Buffer().Slice(d.ed.At(), d.ed.At()+13); got != at || d.screen() != strings.Replace(row, `"auto"`, `"borealis/coder-m"`, 1) {
		t.Errorf("the cursor went from %q to %q:\n%s", at, got, d.screen())
	}
}

func TestAnEditElsewhereWhileBroken(t *testing.T) {
	other := strings.Replace(small, "auto", "other", 1)
	broken := func() *desk {
		d := newDesk(t, small, 70, 20)
		d.press("j", "enter", "end")
		d.write("!")
		d.give(other)
		if !strings.Contains(d.text(), "!") || !strings.Contains(d.screen(), "the document changed elsewhere") {
			t.Errorf("the text is %s\n%s", d.text(), d.screen())
		}
		return d
	}
	d := broken()
	d.press("esc", "esc")
	if d.text() != other {
		t.Errorf("esc esc does not take the document: %s", d.text())
	}
	d = broken()
	d.press("backspace")
	if d.doc != small || d.text() != small {
		t.Errorf("mended text does not take the document's place: %s", d.doc)
	}
}

// TestTheWriterKeepsTheSpaces: the program writes items with other white space; a text that is
// being written is not reformatted under the cursor.
func TestTheWriterKeepsTheSpaces(t *testing.T) {
	d := newDesk(t, `{"input": [{"a": 1}]}`, 60, 20)
	d.replied = func(doc string) string {
		var b bytes.Buffer
		if err := json.Indent(&b, []byte(doc), "", "    "); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	d.press("enter", "end", "left", "left")
	d.write("\n\n,{\"b\":  2}")
	if got := d.text(); !strings.Contains(got, "\n\n,{\"b\":  2}") {
		t.Errorf("the text became %q", got)
	}
	d.press("left", "left", "esc")
	if d.text() != d.doc {
		t.Errorf("behind the writing the text is %s, the document %s", d.text(), d.doc)
	}
	if at := d.text()[d.ed.At():]; !strings.HasPrefix(at, "2\n") {
		t.Errorf("the cursor is at %q", at)
	}
}

// TestMembersMayBeMoved: the program moves some members; they stay where they are written until
// the writing ends.
func TestMembersMayBeMoved(t *testing.T) {
	d := newDesk(t, small, 60, 20)
	d.replied = func(doc string) string {
		if line := "  \"instructions\": \"x\""; strings.Contains(doc, line) {
			return "{\n" + line + ",\n  \"model\": \"auto\",\n  \"stream\": true\n}"
		}
		return doc
	}
	d.press("G", "k", "k", "enter", "end")
	d.write(",\n\"instructions\": \"x\"")
	if !strings.HasSuffix(d.text(), "\"instructions\": \"x\"\n}\n") {
		t.Errorf("the text became %s", d.text())
	}
	d.press("left", "left", "esc")
	if d.text() != d.doc || !strings.HasPrefix(d.text()[d.ed.At():], `x",`) {
		t.Errorf("at %q in %s", d.text()[d.ed.At():], d.text())
	}
	d.give(strings.Replace(d.doc, "true", "false", 1))
	if !strings.Contains(d.text(), "false") {
		t.Error("an edit elsewhere is not taken")
	}
}

func TestWhatIsNoRequestIsNotTaken(t *testing.T) {
	for doc, want := range map[string]string{"[1]": "not an object", "": "empty", "{} {}": "after the end", `{"a": "` + "\x01" + `"}`: "column 8"} {
		d := newDesk(t, small, 60, 20)
		d.press("enter", "ctrl+end")
		for d.ed.Buffer().Len() > 0 {
			d.press("ctrl+u", "backspace")
		}
		d.intents = nil
		if doc != "" {
			d.Update(pasteOf(doc))
		}
		if what, ok := d.Broken(); !ok || !strings.Contains(what, want) {
			t.Errorf("%q: %v, %q", doc, ok, what)
		}
	}
}

func TestARefusedTextStays(t *testing.T) {
	d := newDesk(t, small, 60, 20)
	d.press("j", "enter", "end", "left", "left")
	d.write("x")
	d.Refuse("input: a number, must be a string or a list")
	if !strings.Contains(d.screen(), "✗ input: a number") || !strings.Contains(d.text(), "autox") {
		t.Errorf("%s", d.screen())
	}
	d.press("esc", "esc")
	if d.text() != d.doc {
		t.Errorf("the document does not come back: %s", d.text())
	}
}

// TestSpacesAloneAreNoEdit: the program preserves its spelling, and after the writing what is in
// force is shown.
func TestSpacesAloneAreNoEdit(t *testing.T) {
	d := newDesk(t, small, 60, 20)
	d.press("j", "enter", "end")
	d.Update(keyPress("enter")) // the program finds nothing new in it
	if d.text() == small {
		t.Fatal("nothing was written")
	}
	d.press("esc")
	if d.text() != small {
		t.Errorf("the text is %q", d.text())
	}
}

func TestAnotherConversationBeginsAfresh(t *testing.T) {
	d := newDesk(t, request, 60, 20)
	d.SetFindings(faults(), d.version)
	d.press("G", "enter")
	d.write("broken")
	d.Reset()
	d.give(small)
	if _, broken := d.Broken(); broken || d.text() != small || d.Editing() || d.ed.At() != 0 || strings.Contains(d.screen(), "fault") {
		t.Errorf("%s", d.screen())
	}
}

// TestALargeTextIsCheckedWhenTheKeysRest: a key is not kept waiting, and one
// who sends at once gets what was written.
func TestALargeTextIsCheckedWhenTheKeysRest(t *testing.T) {
	large := `{"a": "` + strings.Repeat("x ", checkAtOnce) + `", "b": 1}`
	d := newDesk(t, large, 60, 20)
	d.press("enter", "ctrl+end", "left")
	answer := d.Update(keyPress("0"))
	intent, tick := answer.Intent, answer.Cmd
	if intent != nil || tick == nil || !strings.Contains(d.screen(), "checking …") {
		t.Fatalf("%v, %v\n%s", intent, tick, d.screen())
	}
	d.Update(keyPress("5"))
	if cmd := d.Update(rested{d.gen - 1}).Cmd; cmd != nil {
		t.Error("a tick for a text that is gone starts a check")
	}
	check := d.Update(rested{d.gen}).Cmd
	done := check()
	if got := d.Update(checked{done.(checked).gen - 1, []byte(large), nil}).Intent; got != nil {
		t.Error("a check of a text that is gone counts")
	}
	d.send(done)
	if want := strings.Replace(large, `1}`, `105}`, 1); d.doc != want {
		t.Errorf("the document ends in %s", d.doc[len(d.doc)-20:])
	}
	d.Update(keyPress("7"))
	if r, ok := d.EnsureChecked().(views.ReplaceDocument); !ok || !bytes.HasSuffix(r.Document, []byte(`1057}`)) {
		t.Error("Settle does not give what was written")
	}
	if d.EnsureChecked() != nil {
		t.Error("Settle gives it twice")
	}
	d.give(string(d.bytes()))
	want := d.text()
	d.Update(keyPress("9"))
	if !d.GiveUp() || d.text() != want || d.GiveUp() {
		t.Error("what is not yet in force is not given up, or twice")
	}
	d.Update(keyPress("8"))
	if cmd := d.SetFocus(false); cmd == nil {
		t.Error("a text that is left is not checked")
	}
}
