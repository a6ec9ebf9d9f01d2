package apptest

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"gatehouse/app"
	"gatehouse/app/build"
	"gatehouse/app/chat"
	"gatehouse/app/effect/files"
	"gatehouse/state/request/talk"
	"gatehouse/views"
)

// Body returns the request that would be sent next. It fails the test if the builder shows another.
func (d *Driver) Body() []byte {
	d.T.Helper()
	body, err := d.Desk.Body()
	if err != nil {
		d.T.Fatal(err)
	}
	if d.Focus().Screen() == "build" && string(d.Builder().Document()) != string(body) {
		d.T.Errorf("shown is\n%s\nsent would be\n%s", d.Builder().Document(), body)
	}
	return body
}

// ValueAt returns the value at a JSON pointer of the next request, as compact JSON; empty for none.
func (d *Driver) ValueAt(pointer string) string {
	d.T.Helper()
	body := d.Body()
	from, to, ok := talk.SpanOf(body, pointer)
	if !ok {
		return ""
	}
	var v any
	if err := json.Unmarshal(body[from:to], &v); err != nil {
		d.T.Fatal(err)
	}
	compact, _ := json.Marshal(v)
	return string(compact)
}

// GoTo selects a row of the builder's list whose text holds words.
func (d *Driver) GoTo(words string) {
	d.T.Helper()
	d.Start(d.SetFocus(build.OutlinePane))
	d.Press("g")
	for range 100 {
		for line := range strings.Lines(ansi.Strip(d.Outline().View())) {
			if strings.Contains(line, "▸") && strings.Contains(line, words) {
				return
			}
		}
		d.Press("j")
	}
	d.T.Fatalf("the list has no %q:\n%s", words, d.Screen())
}

// Opened returns a change of the options: the program begins with a request from a file.
func Opened(t *testing.T, body string) func(*app.Options) {
	t.Helper()
	conv, err := talk.Open([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	return func(o *app.Options) { o.Session = &files.Session{Conversation: conv} }
}

// ChooseExample chooses a row of the empty conversation as a new user does: down to it, and enter.
func (d *Driver) ChooseExample(words string) {
	d.T.Helper()
	d.Press("down")
	for range 10 {
		for line := range strings.Lines(d.Screen()) {
			if strings.Contains(line, "▸") && strings.Contains(line, words) {
				d.Press("enter")
				return
			}
		}
		d.Press("down")
	}
	d.T.Fatalf("there is no row %q:\n%s", words, d.Screen())
}

// SendBody sends a request body and waits for the end of the answer.
func (d *Driver) SendBody(body string) {
	d.T.Helper()
	d.Do(views.ReplaceDocument{Document: []byte(body)})
	d.Do(views.SendNow{Force: true})
	d.WaitFor("the end", d.Idle)
	d.Sleep(2 * chat.ColumnPace)
}

// Ask sends a text to a model and waits for the end of the answer.
func (d *Driver) Ask(model, text string) {
	d.T.Helper()
	d.Do(views.SetModel{Slug: model})
	d.Do(views.Send{Text: text})
	d.WaitFor("the end", d.Idle)
	d.Sleep(2 * chat.ColumnPace)
}
