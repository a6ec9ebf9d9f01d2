package app_test

import (
	"path/filepath"
	"strings"
	"testing"

	"gatehouse/app"
	"gatehouse/app/apptest"
)

// TestEscFromAnEditLeavesTheFocus: whatever was begun to be edited, esc leads back to the
// pane and the row from which it was begun.
func TestEscFromAnEditLeavesTheFocus(t *testing.T) {
	for _, c := range []struct{ to, edit string }{
		{"tab", "e"},              // a turn of the transcript
		{"tab", "/"},              // its search
		{"f3", "/"},               // a search
		{"f3", "a"},               // what can be added
		{"f3 tab", "enter"},       // a field that is a text or a list
		{"f3 j tab", "enter"},     // text
		{"f3 j j tab", "enter"},   // sampling
		{"f3 j j j tab", "enter"}, // limits
		{"f3 j j j tab", "e"},     // a field as JSON
		{"f3 G k tab", "enter"},   // an item
		{"f3 tab tab", "enter"},   // the JSON
		{"f3 tab tab", "/"},       // its search
		{"f4 O", "/"},             // a page of the inspector
		{"f4 Q", "/"},             // the request
		{"f4 S", "/"},             // the response
		{"f4 E", "/"},             // the events
		{"f4 E", "f"},             // their filter
		{"f5 e", "e"},             // a document
		{"f5 e", "a"},             // new documents
		{"f5 e", "+"},             // a model
		{"f5 e l", "S"},           // its settings
		{"f5 e", "L"},             // a file
		{"f5 e", "/"},             // a search
		{"f5 e", "ctrl+s"},        // a name
		{"f6", "/"},               // the filter
		{"f7", "a"},               // a connection
		{"f7 j", "e"},             // an edited one
		{"tab", "alt+m"},          // the models
		{"f3 tab", "ctrl+p"},      // the palette
		{"f3 tab tab", "ctrl+s"},  // a name
		{"f4 E", "alt+y"},         // what can be copied
	} {
		t.Run(c.to+" "+c.edit, func(t *testing.T) {
			t.Chdir(t.TempDir())
			config := filepath.Join(t.TempDir(), "config.toml")
			apptest.Run(t, 120, 35, func(o *app.Options) { o.Config = config }, func(d *apptest.Driver) {
				d.Ask("sim/writer", "one")
				d.Press(strings.Fields(c.to)...)
				was, before := d.Focus(), d.Screen()
				d.Press(strings.Fields(c.edit)...)
				if d.Screen() == before {
					t.Fatalf("nothing is edited\n%s", before)
				}
				d.Press("esc")
				if d.Focus() != was {
					t.Errorf("the focus was at %s and is at %s\n%s", was, d.Focus(), d.Screen())
				}
				after := d.Screen()
				if row := marked(before); row != marked(after) {
					t.Errorf("the marks were\n%s\nand are\n%s\n%s", row, marked(after), after)
				}
			})
		})
	}
}

// marked are the lines of a screen that have the mark of a selection.
func marked(screen string) string {
	var all []string
	for line := range strings.Lines(screen) {
		if strings.ContainsAny(line, "▸❯") {
			all = append(all, strings.TrimSpace(line))
		}
	}
	return strings.Join(all, "\n")
}

// TestEscFromAnEditLeadsBackToTheInspector, where the words were that a guardrail blocked.
func TestEscFromAnEditLeadsBackToTheInspector(t *testing.T) {
	apptest.Run(t, 120, 35, nil, func(d *apptest.Driver) {
		d.Ask("sim/writer", "please charge 4111 1111 1111 1111")
		d.Press("f4", "U")
		was := d.Focus()
		d.Press("e")
		d.Shows("esc leave edit")
		d.Press("esc")
		if d.Focus() != was {
			t.Errorf("the focus was at %s and is at %s\n%s", was, d.Focus(), d.Screen())
		}
	})
}
