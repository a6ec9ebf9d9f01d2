package tree

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"gatehouse/client/wire"
	"gatehouse/state"
	jsontree "gatehouse/state/json/tree"
	"gatehouse/views"
	"gatehouse/views/kit/text"
	"gatehouse/views/viewstest"
)

func content(doc string) Content { return Content{Title: "Body", JSON: []byte(doc)} }

func TestFolding(t *testing.T) {
	s := viewer(content(`{"a":{"b":{"c":"deep"}},"d":[1,2]}`), 80, 20).press("v", "v")
	s.has(t, "c: \"deep\"")
	s.press("1")
	s.has(t, "▸ a: { 1 member }", "▸ d: [ 2 elements ]")
	s.hasNot(t, "b:")
	s.press("j", "enter")
	s.has(t, "▾ a:", "▸ b:")
	s.press("right", "right")
	s.has(t, "▾ b:", `c: "deep"`, ".a.b ")
	s.press("left")
	s.hasNot(t, `c: "deep"`)
	s.has(t, `▸ b: { 1 member }  c "deep"`)
	s.press("left")
	s.has(t, ".a  ")
	s.press("0")
	s.has(t, "deep")
	s.press("-")
	s.hasNot(t, `c: "deep"`+"\n")
	s.press("v", "v", "3")
	if n, ok := s.last().(views.Notify); !ok || !strings.Contains(n.Text, "v shows it") {
		t.Errorf("a level while raw is shown: %v", n)
	}
}

func TestCopy(t *testing.T) {
	s := viewer(content(`{"a b":["x\ny",{"n":1.0}]}`), 80, 20).press("j", "j")
	for _, c := range []struct {
		key  string
		want views.Copy
	}{
		{".", views.Copy{What: `path .["a b"][0]`, Text: `.["a b"][0]`}},
		{"y", views.Copy{What: "text", Text: "x\ny"}},
		{`"`, views.Copy{What: "JSON value", Text: `"x\ny"`}},
	} {
		s.press(c.key)
		if got := s.last(); got != c.want {
			t.Errorf("%s: %v, want %v", c.key, got, c.want)
		}
	}
	s.press("j", "y")
	if got := s.last(); got != (views.Copy{What: "value", Text: `{"n":1.0}`}) {
		t.Errorf("an object: %v", got)
	}
}

// TestALargeTextOpens: it is read in the background, and decoded where it is read.
func TestALargeTextOpens(t *testing.T) {
	doc := `{"text":"` + strings.Repeat(`a \"line\" of text\n`, 600_000) + `the \u00e9nd"}`
	s := viewer(content(doc), 80, 20)
	s.press("j")
	cmd := s.Update(keyOf("enter")).Cmd
	s.has(t, "reading", "of text …")
	s.run(cmd)
	s.has(t, "the text at .text, esc back", "a \"line\" of text\n")
	s.press("G")
	s.has(t, "the énd")
}

// TestTextsOpen: a text is read completely and decoded; JSON, such as the arguments of a call,
// is shown as JSON.
func TestTextsOpen(t *testing.T) {
	long := strings.Repeat("a line of text\\n", 1000) + "the end"
	s := viewer(content(`{"text":"`+long+`","arguments":"{\"city\":\"Oslo\"}","n":1}`), 80, 60).press("j")
	s.has(t, "more: enter shows all of it")
	s.press("enter")
	s.has(t, "the text at .text, esc back", "a line of text\n")
	s.press("G")
	s.has(t, "the end")
	s.press("esc", "v", "v", "j", "enter")
	s.has(t, `city: "Oslo"`)
	s.press("esc", "j", "enter")
	if _, ok := s.last().(views.Notify); !ok {
		t.Error("a number opens without a word")
	}
	s.press("esc")
	if s.last() != (views.Cancel{}) {
		t.Error("esc with nothing on top is not the program's")
	}
}

func TestFind(t *testing.T) {
	var items []string
	for i := range 5000 {
		items = append(items, fmt.Sprintf(`{"id":"item-%d","word":"Needle \u00e9","deep":{"n":%d}}`, i, i))
	}
	s := viewer(content("["+strings.Join(items, ",")+"]"), 100, 20).press("v", "v", "1")
	s.press("/").write("NEEDLE é")
	s.has(t, "1 of 5,000", `word: "Needle`, "[0].word")
	s.press("enter", "n", "n")
	s.has(t, "3 of 5,000", "[2].word")
	s.press("N", "N", "N")
	s.has(t, "5,000 of 5,000")
	s.press("esc")
	s.hasNot(t, "of 5,000")
	s.press("/").write("item-(4998|4999)")
	s.has(t, "no hit")
	s.press("esc", "v", "v", "/").write("item-4999")
	s.has(t, "1 of 1", `"item-4999"`)
}

// TestASearchCanBeStopped: between two slices esc ends it, and the result of a later slice is
// dropped.
func TestASearchCanBeStopped(t *testing.T) {
	m := New(styles(), keys())
	m.SetContent(Content{Title: "Body", Raw: text.Bytes(strings.Repeat("x\n", 4<<20))})
	m.SetSize(80, 20)
	m.Update(keyOf("/"))
	cmd := m.Update(keyOf("y")).Cmd
	msg := cmd()
	next := m.Update(msg).Cmd
	if next == nil || !strings.Contains(m.View(), "so far") {
		t.Fatal("the search is over after one slice")
	}
	late := next()
	m.Update(keyOf("esc"))
	if again := m.Update(late).Cmd; again != nil || m.find.Open {
		t.Error("the search goes on")
	}
}

func TestFilter(t *testing.T) {
	s := viewer(content(request), 120, 20)
	s.press("|")
	s.has(t, "|.   a jq filter")
	s.write("length").press("enter")
	s.has(t, "jq length: 1 result")
	s.press("esc", "|", "enter")
	s.has(t, "jq .: 1 result")
	s.press("esc", "|").write(".input[].type")
	s.has(t, "|.input[].type", "a jq filter")
	s.press("enter")
	s.has(t, "jq .input[].type: 3 results, esc back", `"function_call_output"`)
	s.press("|") // the document is filtered again, by the changed filter
	s.has(t, "|.input[].type   a jq filter")
	s.write(".[").press("enter")
	s.has(t, "✗ no jq filter", "change the filter, enter runs it again")
	s.press("backspace", "backspace").write(" | length").press("enter")
	s.has(t, "jq .input[].type | length: 3 results")
	s.press("esc")
	s.has(t, `"instructions"`)
	s.press("|").write(".input").press("enter")
	s.has(t, "jq .input: 1 result")
	s.press("esc", "|").write("..").write("|numbers")
	s.has(t, "|..|numbers")
}

// TestAPathLeadsFromTheContent: one that is copied in the result of a filter, or in a document
// inside a text, is also a complete expression for jq.
func TestAPathLeadsFromTheContent(t *testing.T) {
	const doc = `{"usage":{"cost":1,"a b":[2,3]},"odd":{"x.[y":1,"z":"some more words, so that it does not stand on one line"},"call":{"arguments":"{\"city\":[\"Bern\"]}"}}`
	for want, keys := range map[string][]string{
		".usage.cost":                        {"|.usage", "enter", "G", "k"},
		`.usage["a b"][1]`:                   {"|.usage", "enter", "j", "j", "j"},
		".usage":                             {"|.", "enter", "|.usage", "enter"},
		"[.usage[]] | .[0][1]":               {"|.usage[]", "enter", "j", "j", "j"},
		".usage | . # all\n | .cost":         {"|.usage | . # all", "enter", "G", "k"},
		`.odd["x.[y"]`:                       {"|.odd", "enter", "j"},
		`.call.arguments | fromjson | .city`: {"|.call", "enter", "j", "enter", "j"},
	} {
		s := viewer(content(doc), 100, 20)
		for _, k := range keys {
			if words, ok := strings.CutPrefix(k, "|"); ok {
				s.press("|").write(words)
				continue
			}
			s.press(k)
		}
		s.press(".")
		did := s.last()
		if path, ok := did.(views.Copy); !ok || path.Text != want {
			t.Errorf("%v copy %v, want %s", keys, did, want)
		}
		if got, err := jsontree.Filter(t.Context(), []byte(doc), want); err != nil || got.Count != 1 {
			t.Errorf("jq %s: %d results, %v", want, got.Count, err)
		}
	}
}

// TestAFilterCanBeStopped: esc ends one without an end.
func TestAFilterCanBeStopped(t *testing.T) {
	m := New(styles(), keys())
	m.SetContent(content("{}"))
	m.SetSize(80, 20)
	s := &stage{Pane: m}
	s.press("|").write("[limit(1e12;repeat(1))]")
	cmd := m.Update(keyOf("enter")).Cmd
	s.has(t, "running, esc stops it")
	m.Update(keyOf("esc"))
	s.send(cmd())
	s.hasNot(t, "running")
}

// TestLarge: a document that is too large to be read at once is read by a Cmd,
// while raw is there; then it is folded.
func TestLarge(t *testing.T) {
	m := New(styles(), keys())
	doc := []byte("[" + strings.Repeat(`{"type":"message","text":"some words"},`, 40_000) + "0]")
	m.SetContent(Content{Title: "Body", JSON: doc})
	s := &stage{Pane: m}
	m.SetSize(100, 20)
	s.has(t, "reading 1.6 MB of JSON", `{"type":"message"`)
	s.run(m.Work())
	s.has(t, "pretty  raw  tree", "120,002 values")
	s.press("G", "k")
	s.has(t, "[40000]")
	if m.Work() != nil {
		t.Error("it is read again")
	}
}

// TestTheSameDocumentStays: the growth of a running exchange does not move the request.
func TestTheSameDocumentStays(t *testing.T) {
	r := NewRequest(styles(), keys())
	subject := asked()
	r.SetSubject(subject)
	s := newStage(r, 80, 20).press("v", "v", "1", "j", "j", "j")
	before := s.screen()
	subject.Exchange.Apply(wire.Arrival{Kind: wire.ArrivedHead, Head: &wire.Head{Status: 200}})
	r.SetSubject(subject)
	if got := s.screen(); got != before {
		t.Errorf("was\n%s\nis\n%s", before, got)
	}
}

// TestEveryLineIsReached: stepping down and up shows every row, also those
// that are higher than the screen.
func TestEveryLineIsReached(t *testing.T) {
	text := ""
	for i := range 120 {
		text += fmt.Sprintf("w%d ", i)
	}
	doc := `{"a":"` + text + `","b":1,"c":"` + strings.ReplaceAll(text, "w", "v") + `","d":2}`
	for _, key := range []string{"j", "pgdown"} {
		s := viewer(content(doc), 40, 8)
		seen := s.screen()
		for range 80 {
			seen += s.press(key).screen()
		}
		for i := range 120 {
			if key == "j" && !strings.Contains(seen, fmt.Sprintf("w%d ", i)) && !strings.Contains(seen, fmt.Sprintf("w%d\n", i)) {
				t.Errorf("%s never shows w%d", key, i)
			}
		}
		if !strings.Contains(seen, `"d": 2`) {
			t.Errorf("%s does not reach the end\n%s", key, s.screen())
		}
		for range 80 {
			s.press("k")
		}
		s.has(t, `"a": "w0`)
	}
}

// TestScrollAndKeysPreserveTheSize: whatever is pressed, every screen has its size and shows
// the cursor's path.
func TestScrollAndKeysPreserveTheSize(t *testing.T) {
	names := []string{"j", "k", "pgdown", "pgup", "g", "G", "enter", "left", "right", "1", "2", "0", "-", "+", "v", "H", "n", "N", "=", "<", "esc"}
	for seed := range uint64(20) {
		rnd := rand.New(rand.NewPCG(seed, 1))
		r := NewRequest(styles(), keys())
		r.SetSubject(debugged())
		width, height := 1+rnd.IntN(90), 1+rnd.IntN(30)
		s := newStage(r, width, height)
		for range 60 {
			if rnd.IntN(5) == 0 {
				r.Scroll(0, rnd.IntN(9)-4)
			} else {
				s.press(names[rnd.IntN(len(names))])
			}
			viewstest.Exact(t, s.View(), width, height)
		}
	}
}

// FuzzScreen puts bytes from the wire into every place of both tabs and looks
// at the finished screens.
func FuzzScreen(f *testing.F) {
	for _, seed := range []string{"plain", "\x1b[31m\x1b]0;x\a", "\u009b2J\x9b", "\u202e \u200b", "\t\r\n\x7f", "日本\u200d\ufeff語",
		strings.Repeat("[", 3000) + strings.Repeat("]", 3000), strings.Repeat("long", 3000), `{"a":"\u001b[2J","\u202eb":[1.0]}`} {
		f.Add([]byte(seed), 60, 20)
	}
	f.Fuzz(func(t *testing.T, data []byte, width, height int) {
		if width < 0 || width > 200 || height < 0 || height > 60 || len(data) > 1<<14 {
			t.Skip()
		}
		text := string(data)
		quoted, _ := json.Marshal(text)
		doc := fmt.Sprintf(`{%s:[%s,{"type":%s,"name":%s}],"plain":1}`, quoted, quoted, quoted, quoted)
		head := &wire.Head{Status: 200, Proto: text, Header: map[string][]string{text: {text}}}
		capture := &wire.Capture{Sent: wire.Sent{Method: text, URL: text, Header: head.Header, Body: []byte(doc)}, Head: head}
		capture.Body.Append(data, 1)
		x := state.NewExchange("x", []byte(doc))
		x.Debug = []json.RawMessage{[]byte(`{"echo_upstream_body":{` + string(quoted) + `:["other",` + string(quoted) + `]}}`)}
		x.Response, x.Head, x.Version = data, head, 1
		subject := views.Subject{Exchange: x, Capture: capture}
		request, response := NewRequest(styles(), keys()), NewResponse(styles(), keys())
		for _, pane := range []views.Inspector{request, response} {
			pane.SetSubject(subject)
			s := newStage(pane, width, height)
			for _, key := range []string{"", "H", "v", "j", "enter", "esc", "0", "G", "v", "=", "=", "esc", "v", "/", "a", "enter", "esc", "|"} {
				if key != "" {
					s.press(key)
				}
				viewstest.Exact(t, s.View(), width, height)
			}
			s.send(tea.PasteMsg{Content: text})
			s.press("enter")
			viewstest.Exact(t, s.View(), width, height)
		}
	})
}

func TestAMillionDeep(t *testing.T) {
	const deep = 1_000_000
	s := viewer(content(strings.Repeat("[", deep)+`"bottom"`+strings.Repeat("]", deep)), 80, 20)
	viewstest.Exact(t, s.View(), 80, 20)
	s.press("/").write("bottom")
	s.has(t, `"bottom"`, "1 of 1")
	s.press("esc", "v", "v", "G", "k", "0", "G", "g", "1")
	viewstest.Exact(t, s.View(), 80, 20)
}

func BenchmarkOpen100MB(b *testing.B) {
	item := `{"type":"message","id":"msg_0123456789","role":"assistant","content":[{"type":"output_text","text":"Rotate them."}]},`
	doc := []byte("[" + strings.Repeat(item, 100<<20/len(item)) + "0]")
	for b.Loop() {
		m := New(styles(), keys())
		m.SetSize(120, 40)
		m.SetContent(Content{Title: "Body", JSON: doc})
		m.View()
	}
}

func BenchmarkStep100MB(b *testing.B) {
	item := `{"type":"message","id":"msg_0123456789","role":"assistant","content":[{"type":"output_text","text":"Rotate them."}]},`
	doc := "[" + strings.Repeat(item, 100<<20/len(item)) + "0]"
	s := viewer(content(doc), 120, 40).press("v", "v", "0")
	for b.Loop() {
		s.press("j")
		s.View()
	}
}

// TestAHitInALongTextIsReadThere: the row shows the beginning of the text alone.
func TestAHitInALongTextIsReadThere(t *testing.T) {
	for _, pieces := range []int{4_000, 1_200_000} { // decoded at once, and in the background
		doc := `{"text":"` + strings.Repeat(`words\n`, pieces) + `the needle` + strings.Repeat(`\nwords`, 4_000) + `"}`
		s := viewer(content(doc), 80, 20)
		s.press("/").write("needle").press("enter")
		s.hasNot(t, "the needle")
		cmd := s.Update(keyOf("enter")).Cmd
		s.run(cmd)
		s.has(t, "the text at .text, esc back", "the needle", "1 of 1")
	}
	s := viewer(content(`{"a":"x","b":1}`), 80, 20).press("j", "enter")
	s.hasNot(t, "1 of 1")
}

// TestBytesAloneAreShownInOneForm, so that the footer does not offer another.
func TestBytesAloneAreShownInOneForm(t *testing.T) {
	for raw, want := range map[string]bool{"no JSON": false, `{"a":1}`: true} {
		c := Content{Title: "Body", Raw: text.Bytes(raw)}
		if want {
			c.JSON = []byte(raw)
		}
		got := false
		for _, b := range viewer(c, 80, 20).Pane.(*Model).ShortHelp() {
			got = got || b.Help().Desc == "raw, tree"
		}
		if got != want {
			t.Errorf("%s: %t", raw, got)
		}
	}
}
