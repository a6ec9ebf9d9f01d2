package desk_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/apptest"
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
func content(t *testing.T, d *apptest.Driver) []byte {
	t.Helper()
	sent := items(t, d)
	return scan.Get(sent[len(sent)-1], "content")
}

func TestAFileIsCompletedAttachedAndSent(t *testing.T) {
	inFolder(t, map[string]string{"papers/my report.pdf": pdf, "papers/notes.txt": "some words", "other": "x"})
	apptest.Run(t, 100, 30, nil, func(d *apptest.Driver) {
		d.Type("What does @pap")
		d.Shows("▸ papers/")
		d.Press("enter")
		d.Shows("papers/my report.pdf")
		d.Type("my")
		d.Press("enter")
		d.Shows("▢ my report.pdf  PDF,")
		if got := d.Composer().Text(); got != "What does " {
			t.Errorf("the composer holds %q", got)
		}
		d.Type("it say?")
		d.Press("enter")
		d.WaitFor("the answer", d.Idle)
		parts := content(t, d)
		if scan.Text(scan.At(first(parts, 0), "text")) != "What does it say?" || scan.Text(scan.Get(first(parts, 1), "type")) != "input_file" {
			t.Errorf("sent was %.300s", parts)
		}
		d.Hides("▢")
		d.Press("tab", "e")
		d.Shows("▢ my report.pdf")
		d.Press("esc")
		d.Hides("▢")
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
	apptest.Run(t, 100, 30, nil, func(d *apptest.Driver) {
		for _, paste := range []string{"./my\\ notes.txt ", "'" + dir + "/my notes.txt'", "file://" + dir + "/my%20notes.txt"} {
			d.Send(tea.PasteMsg{Content: paste})
			d.Flush()
			d.Shows("▢ my notes.txt  text, 10 B ✕")
			d.Press("backspace")
			d.Hides("▢")
		}
		d.Send(tea.PasteMsg{Content: "/no/such/file"})
		d.Flush()
		if got := d.Composer().Text(); got != "/no/such/file" {
			t.Errorf("the composer holds %q", got)
		}
	})
}

func TestFilesStayWithTheirConversation(t *testing.T) {
	dir := inFolder(t, map[string]string{"a.txt": "words"})
	apptest.Run(t, 100, 30, nil, func(d *apptest.Driver) {
		d.Type("one")
		d.Press("enter")
		d.WaitFor("the answer", d.Idle)
		d.Send(tea.PasteMsg{Content: dir + "/a.txt"})
		d.Flush()
		d.Shows("▢ a.txt")
		d.Press("alt+n")
		d.Hides("▢ a.txt")
		d.Press("alt+l", "down", "enter")
		d.Shows("▢ a.txt")
		d.Shows("enter sends the files alone")
		d.Press("enter") // files alone are a message too
		d.WaitFor("the answer", d.Idle)
		if got := string(content(t, d)); !strings.Contains(got, "a.txt") || !strings.Contains(got, "words") {
			t.Errorf("sent was %s", got)
		}
	})
}

func TestWhatCannotBeAttachedSaysWhy(t *testing.T) {
	dir := inFolder(t, map[string]string{"odd.bin": "\x00\x01\x02\xff"})
	apptest.Run(t, 120, 30, nil, func(d *apptest.Driver) {
		d.Send(tea.PasteMsg{Content: dir + "/odd.bin"})
		d.Flush()
		d.Shows("not attached:")
		d.Type("@odd")
		d.Shows("▸ odd.bin")
		d.Press("esc")
		d.Hides("▸ odd.bin")
		if d.Composer().Text() != "@odd" {
			t.Errorf("esc took the text: %q", d.Composer().Text())
		}
	})
}

func TestTheBuilderShowsWhatIsAttached(t *testing.T) {
	dir := inFolder(t, map[string]string{"a.txt": "words"})
	apptest.Run(t, 130, 40, nil, func(d *apptest.Driver) {
		d.Send(tea.PasteMsg{Content: dir + "/a.txt"})
		d.Flush()
		d.Press("f3", "G", "up")
		d.Shows("0 user a.txt: words    ✎")
		d.Shows(`"input_text"`)
		d.Press("d") // deletes the message with its attachment; undo restores both
		if got := len(d.Desk.Shown().Conv.Attachments()); got != 0 {
			t.Errorf("%d parts are attached still", got)
		}
		d.Press("f2")
		d.Hides("▢ a.txt")
		d.Press("f3", "alt+z", "f2")
		d.Shows("▢ a.txt")
	})
}

// TestEditingATurnWithATextFileLeavesTheOldAnswersOut: a text file is a second
// text of its message. Edited, the message is in the composer with its file, and
// the branch holds neither the old answer nor what followed it.
func TestEditingATurnWithATextFileLeavesTheOldAnswersOut(t *testing.T) {
	dir := inFolder(t, map[string]string{"notes.txt": "some words"})
	apptest.Run(t, 100, 30, nil, func(d *apptest.Driver) {
		d.Type("read this")
		d.Send(tea.PasteMsg{Content: dir + "/notes.txt"})
		d.Flush()
		d.Press("enter")
		d.WaitFor("the answer", d.Idle)
		d.Type("a second question")
		d.Press("enter")
		d.WaitFor("the answer", d.Idle)
		d.Press("tab", "g", "e")
		d.Shows("editing a message")
		d.Shows("▢ notes.txt  text, 10 B ✕")
		if got := d.Composer().Text(); got != "read this" {
			t.Errorf("the composer holds %q", got)
		}
		d.Type(" again")
		d.Press("enter")
		d.WaitFor("the answer", d.Idle)
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
	apptest.Run(t, 120, 35, apptest.Opened(t, body), func(d *apptest.Driver) {
		d.Do(views.EditResend{Turn: 2})
		d.Shows("later turns are not in this branch")
		if got := string(d.Body()); strings.Contains(got, "the old answer") || !strings.Contains(got, `"output": "12"`) {
			t.Errorf("the branch is\n%s", got)
		}
		d.Press("alt+z")
		if got := string(d.Body()); !strings.Contains(got, "the old answer") || !strings.Contains(got, "more") {
			t.Errorf("taken back, it is\n%s", got)
		}
	})
}

// TestEditingAMessageKeepsTheItemsBeforeItInItsTurn: an opened request may have
// a system message and the user's in one turn.
func TestEditingAMessageKeepsTheItemsBeforeItInItsTurn(t *testing.T) {
	const body = `{"model":"sim/writer","stream":true,"input":[{"role":"system","content":"be brief"},{"role":"user","content":"say hi"},` +
		`{"role":"assistant","content":"the old answer"}]}`
	apptest.Run(t, 120, 35, apptest.Opened(t, body), func(d *apptest.Driver) {
		d.Do(views.EditResend{Turn: 1})
		d.Shows("❯ say hi")
		d.Type(", please")
		d.Press("enter")
		d.WaitFor("the answer", d.Idle)
		want := `[{"role":"system","content":"be brief"},{"role":"user","content":"say hi, please"}]`
		if got := scan.Get([]byte(bodySent(d)), "input"); !scan.Same(got, []byte(want)) {
			t.Errorf("sent was %s, want %s", got, want)
		}
	})
}

func TestUnsentFilesAndTextAreRestored(t *testing.T) {
	apptest.Run(t, 120, 35, nil, func(d *apptest.Driver) {
		d.Type("one")
		d.Press("enter")
		d.WaitFor("the end", d.Idle)
		conv := d.Desk.Shown().Conv
		conv.SetAttachments([]json.RawMessage{json.RawMessage(`{"type":"input_file","filename":"notes.pdf","file_data":"x"}`)})
		d.Type("look")
		d.Do(views.EditResend{Turn: conv.Current.ID})
		d.Hides("notes.pdf")
		d.Press("esc")
		d.Shows("notes.pdf")
		if d.Composer().Text() != "look" || len(conv.Attachments()) != 1 {
			t.Errorf("%q with %d files", d.Composer().Text(), len(conv.Attachments()))
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
	apptest.Run(t, 120, 30, nil, func(d *apptest.Driver) {
		lists := func(words string) {
			t.Helper()
			d.WaitFor("the list", func() bool { return strings.Contains(d.Screen(), words) })
		}
		d.Type("look at @rep")
		lists("tab complete")
		d.Press("tab")
		lists("q2.txt")
		d.Press("tab")
		if got := d.Composer().Text(); got != `look at @reports\ of\ may/q` {
			t.Errorf("the text is %q", got)
		}
		d.Type("2")
		lists("▸ reports of may/q2.txt")
		d.Press("tab", "enter")
		d.WaitFor("it is attached", func() bool { return len(d.Desk.Shown().Conv.Attachments()) == 1 })
		if d.Focus() != chat.ComposerPane || d.Composer().Text() != "look at " {
			t.Errorf("pane %s has the keys, the text is %q", d.Focus(), d.Composer().Text())
		}
		d.Press("tab")
		if d.Focus() != chat.TranscriptPane {
			t.Error("tab does not lead to the next pane without a list")
		}
	})
}

// TestThePaletteBeginsAFile: after the words that are there, with the list of files, from
// any screen.
func TestThePaletteBeginsAFile(t *testing.T) {
	inFolder(t, map[string]string{"report.pdf": pdf, "notes.txt": "some words"})
	apptest.Run(t, 100, 30, nil, func(d *apptest.Driver) {
		attach := func() {
			d.Press("ctrl+p")
			d.Type("attach a file")
			d.Press("enter")
		}
		d.Type("Read")
		attach()
		d.Shows("▸ notes.txt")
		if got := d.Composer().Text(); got != "Read @" {
			t.Errorf("the composer holds %q", got)
		}
		d.Type("rep")
		d.Press("enter")
		d.Shows("▢ report.pdf  PDF,")
		d.Press("f4")
		attach()
		d.Shows("▸ notes.txt")
	})
}
