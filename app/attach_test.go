package app

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/chat"
	"gatehouse/client/scan"
	"gatehouse/views"
)

const pdf = "%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n"

// inFolder runs the test in a folder with files of these names.
func inFolder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	return dir
}

// content is that of the last item of the request that was sent last.
func content(t *testing.T, d *driver) []byte {
	t.Helper()
	sent := items(t, d)
	return scan.Get(sent[len(sent)-1], "content")
}

func TestAFileIsCompletedAttachedAndSent(t *testing.T) {
	inFolder(t, map[string]string{"papers/my report.pdf": pdf, "papers/notes.txt": "some words", "other": "x"})
	bubble(t, 100, 30, nil, func(d *driver) {
		d.typeText("What does @pap")
		d.shows("▸ papers/")
		d.keys("enter")
		d.shows("papers/my report.pdf")
		d.typeText("my")
		d.keys("enter")
		d.shows("▢ my report.pdf  PDF,")
		if got := d.m.composer().Text(); got != "What does " {
			t.Errorf("the composer holds %q", got)
		}
		d.typeText("it say?")
		d.keys("enter")
		d.until("the answer", d.idle)
		parts := content(t, d)
		if scan.Text(scan.At(first(parts, 0), "text")) != "What does it say?" || scan.Text(scan.Get(first(parts, 1), "type")) != "input_file" {
			t.Errorf("sent was %.300s", parts)
		}
		d.hides("▢")
		d.keys("tab", "e")
		d.shows("▢ my report.pdf")
		d.keys("esc")
		d.hides("▢")
	})
}

// first returns an element of an array.
func first(array []byte, n int) []byte {
	for _, v := range scan.Elements(array) {
		if n--; n < 0 {
			return v
		}
	}
	return nil
}

func TestAPastedPathBecomesAChipAndOthersText(t *testing.T) {
	dir := inFolder(t, map[string]string{"my notes.txt": "some words"})
	bubble(t, 100, 30, nil, func(d *driver) {
		for _, paste := range []string{"./my\\ notes.txt ", "'" + dir + "/my notes.txt'", "file://" + dir + "/my%20notes.txt"} {
			d.send(tea.PasteMsg{Content: paste})
			d.flush()
			d.shows("▢ my notes.txt  text, 10 B ✕")
			d.keys("backspace")
			d.hides("▢")
		}
		d.send(tea.PasteMsg{Content: "/no/such/file"})
		d.flush()
		if got := d.m.composer().Text(); got != "/no/such/file" {
			t.Errorf("the composer holds %q", got)
		}
	})
}

func TestFilesStayWithTheirConversation(t *testing.T) {
	dir := inFolder(t, map[string]string{"a.txt": "words"})
	bubble(t, 100, 30, nil, func(d *driver) {
		d.typeText("one")
		d.keys("enter")
		d.until("the answer", d.idle)
		d.send(tea.PasteMsg{Content: dir + "/a.txt"})
		d.flush()
		d.shows("▢ a.txt")
		d.keys("alt+n")
		d.hides("▢ a.txt")
		d.keys("alt+l", "down", "enter")
		d.shows("▢ a.txt")
		d.shows("enter sends the files alone")
		d.keys("enter") // files alone are a message too
		d.until("the answer", d.idle)
		if got := string(content(t, d)); !strings.Contains(got, "a.txt") || !strings.Contains(got, "words") {
			t.Errorf("sent was %s", got)
		}
	})
}

func TestWhatCannotBeAttachedSaysWhy(t *testing.T) {
	dir := inFolder(t, map[string]string{"odd.bin": "\x00\x01\x02\xff"})
	bubble(t, 120, 30, nil, func(d *driver) {
		d.send(tea.PasteMsg{Content: dir + "/odd.bin"})
		d.flush()
		d.shows("not attached:")
		d.typeText("@odd")
		d.shows("▸ odd.bin")
		d.keys("esc")
		d.hides("▸ odd.bin")
		if d.m.composer().Text() != "@odd" {
			t.Errorf("esc took the text: %q", d.m.composer().Text())
		}
	})
}

func TestTheBuilderShowsWhatIsAttached(t *testing.T) {
	dir := inFolder(t, map[string]string{"a.txt": "words"})
	bubble(t, 130, 40, nil, func(d *driver) {
		d.send(tea.PasteMsg{Content: dir + "/a.txt"})
		d.flush()
		d.keys("f3", "G", "up")
		d.shows("0 user a.txt: words    ✎")
		d.shows(`"input_text"`)
		d.keys("d") // deletes the message with its attachment; undo restores both
		if got := len(d.m.desk.Shown().Conv.Attachments()); got != 0 {
			t.Errorf("%d parts are attached still", got)
		}
		d.keys("f2")
		d.hides("▢ a.txt")
		d.keys("f3", "alt+z", "f2")
		d.shows("▢ a.txt")
	})
}

// TestEditingATurnWithATextFileLeavesTheOldAnswersOut: a text file is a second
// text of its message. Edited, the message is in the composer with its file, and
// the branch holds neither the old answer nor what followed it.
func TestEditingATurnWithATextFileLeavesTheOldAnswersOut(t *testing.T) {
	dir := inFolder(t, map[string]string{"notes.txt": "some words"})
	bubble(t, 100, 30, nil, func(d *driver) {
		d.typeText("read this")
		d.send(tea.PasteMsg{Content: dir + "/notes.txt"})
		d.flush()
		d.keys("enter")
		d.until("the answer", d.idle)
		d.typeText("a second question")
		d.keys("enter")
		d.until("the answer", d.idle)
		d.keys("tab", "g", "e")
		d.shows("editing a message")
		d.shows("▢ notes.txt  text, 10 B ✕")
		if got := d.m.composer().Text(); got != "read this" {
			t.Errorf("the composer holds %q", got)
		}
		d.typeText(" again")
		d.keys("enter")
		d.until("the answer", d.idle)
		sent := items(t, d)
		if len(sent) != 1 {
			t.Fatalf("the branch holds %d items, want the message alone:\n%s", len(sent), bodySent(d))
		}
		for _, want := range []string{`"read this again"`, `some words`} {
			if !strings.Contains(string(sent[0]), want) {
				t.Errorf("the message lacks %s: %s", want, sent[0])
			}
		}
	})
}

// TestEditingItemsOfATurnLeavesWhatFollowedOut: of a turn that the composer
// cannot hold, such as the output of a call, the branch ends with it too.
func TestEditingItemsOfATurnLeavesWhatFollowedOut(t *testing.T) {
	const body = `{"model":"sim/writer","stream":true,"input":[{"role":"user","content":"call"},` +
		`{"type":"function_call","call_id":"c","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"c","output":"12"},` +
		`{"role":"assistant","content":"the old answer"},{"role":"user","content":"more"}]}`
	bubble(t, 120, 35, opened(t, body), func(d *driver) {
		d.do(views.EditResend{Turn: 2})
		d.shows("later turns are not in this branch")
		if got := string(d.body()); strings.Contains(got, "the old answer") || !strings.Contains(got, `"output": "12"`) {
			t.Errorf("the branch is\n%s", got)
		}
		d.keys("alt+z")
		if got := string(d.body()); !strings.Contains(got, "the old answer") || !strings.Contains(got, "more") {
			t.Errorf("taken back, it is\n%s", got)
		}
	})
}

// TestEditingAMessageKeepsTheItemsBeforeItInItsTurn: an opened request may have
// a system message and the user's in one turn.
func TestEditingAMessageKeepsTheItemsBeforeItInItsTurn(t *testing.T) {
	const body = `{"model":"sim/writer","stream":true,"input":[{"role":"system","content":"be brief"},{"role":"user","content":"say hi"},` +
		`{"role":"assistant","content":"the old answer"}]}`
	bubble(t, 120, 35, opened(t, body), func(d *driver) {
		d.do(views.EditResend{Turn: 1})
		d.shows("❯ say hi")
		d.typeText(", please")
		d.keys("enter")
		d.until("the answer", d.idle)
		want := `[{"role":"system","content":"be brief"},{"role":"user","content":"say hi, please"}]`
		if got := scan.Get([]byte(bodySent(d)), "input"); !scan.Same(got, []byte(want)) {
			t.Errorf("sent was %s, want %s", got, want)
		}
	})
}

func TestUnsentFilesAndTextAreRestored(t *testing.T) {
	bubble(t, 120, 35, nil, func(d *driver) {
		d.typeText("one")
		d.keys("enter")
		d.until("the end", d.idle)
		conv := d.m.desk.Shown().Conv
		conv.SetAttachments([]json.RawMessage{json.RawMessage(`{"type":"input_file","filename":"notes.pdf","file_data":"x"}`)})
		d.typeText("look")
		d.do(views.EditResend{Turn: conv.Current.ID})
		d.hides("notes.pdf")
		d.keys("esc")
		d.shows("notes.pdf")
		if d.m.composer().Text() != "look" || len(conv.Attachments()) != 1 {
			t.Errorf("%q with %d files", d.m.composer().Text(), len(conv.Attachments()))
		}
	})
}

func TestTabCompletesAPathInTheText(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.Mkdir("reports of may", 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"q1.txt", "q2.txt"} {
		if err := os.WriteFile(filepath.Join("reports of may", name), []byte("figures"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	bubble(t, 120, 30, nil, func(d *driver) {
		lists := func(words string) {
			t.Helper()
			d.until("the list", func() bool { return strings.Contains(d.screen(), words) })
		}
		d.typeText("look at @rep")
		lists("tab complete")
		d.keys("tab")
		lists("q2.txt")
		d.keys("tab")
		if got := d.m.composer().Text(); got != `look at @reports\ of\ may/q` {
			t.Errorf("the text is %q", got)
		}
		d.typeText("2")
		lists("▸ reports of may/q2.txt")
		d.keys("tab", "enter")
		d.until("it is attached", func() bool { return len(d.m.desk.Shown().Conv.Attachments()) == 1 })
		if d.m.Focus() != chat.ComposerPane || d.m.composer().Text() != "look at " {
			t.Errorf("pane %s has the keys, the text is %q", d.m.Focus(), d.m.composer().Text())
		}
		d.keys("tab")
		if d.m.Focus() != chat.TranscriptPane {
			t.Error("tab does not lead to the next pane without a list")
		}
	})
}

// TestThePaletteBeginsAFile: after the words that are there, with the list of files, from
// any screen.
func TestThePaletteBeginsAFile(t *testing.T) {
	inFolder(t, map[string]string{"report.pdf": pdf, "notes.txt": "some words"})
	bubble(t, 100, 30, nil, func(d *driver) {
		attach := func() {
			d.keys("ctrl+p")
			d.typeText("attach a file")
			d.keys("enter")
		}
		d.typeText("Read")
		attach()
		d.shows("▸ notes.txt")
		if got := d.m.composer().Text(); got != "Read @" {
			t.Errorf("the composer holds %q", got)
		}
		d.typeText("rep")
		d.keys("enter")
		d.shows("▢ report.pdf  PDF,")
		d.keys("f4")
		attach()
		d.shows("▸ notes.txt")
	})
}
