package desk_test

import (
	"strings"
	"testing"

	"gatehouse/app/apptest"
	"gatehouse/client/scan"
)

// TestAnEditedMessageKeepsItsSpelling: all of an opened request but the changed
// text is shown, sent and sent again as it is in the file.
func TestAnEditedMessageKeepsItsSpelling(t *testing.T) {
	for name, c := range map[string]struct{ input, same, changed string }{
		"a string": {`"say \u0068i"`, `"say \u0068i"`, `"say hi, please"`},
		"no type":  {`[{"role":"user","content":"say hi"}]`, `[{"role":"user","content":"say hi"}]`, `[{"role":"user","content":"say hi, please"}]`},
		"another order": {`[{"content":[{"text":"say hi","type":"input_text"}],"role":"user"}]`,
			`[{"content":[{"text":"say hi","type":"input_text"}],"role":"user"}]`, `[{"content":[{"text":"say hi, please","type":"input_text"}],"role":"user"}]`},
		"with a picture": {`[{"role":"user","content":[{"type":"input_text","text":"say hi"},{"image_url":"data:image/png;base64,AA==","type":"input_image"}]}]`,
			`[{"role":"user","content":[{"type":"input_text","text":"say hi"},{"image_url":"data:image/png;base64,AA==","type":"input_image"}]}]`,
			`[{"role":"user","content":[{"type":"input_text","text":"say hi, please"},{"image_url":"data:image/png;base64,AA==","type":"input_image"}]}]`},
	} {
		t.Run(name, func(t *testing.T) {
			apptest.Run(t, 110, 35, apptest.Opened(t, `{"model":"fault/429","stream":true,"input":`+c.input+`}`), func(d *apptest.Driver) {
				sent := func(what, want string) {
					t.Helper()
					d.WaitFor("the end", d.Idle)
					if got := scan.Get([]byte(bodySent(d)), "input"); !scan.Same(got, []byte(want)) {
						t.Errorf("%s: %s, want %s", what, got, want)
					}
				}
				d.Press("tab", "e")
				if shown := d.Body(); !scan.Same(scan.Get(shown, "input"), []byte(c.same)) {
					t.Errorf("it would go out as %s", shown)
				}
				d.Press("enter")
				sent("as it was", c.same)
				d.Press("tab", "e")
				d.Type(", please")
				d.Press("enter")
				sent("changed", c.changed)
				d.Press("enter", "enter") // undone, and sent again
				sent("again", c.changed)
				d.Type("new words")
				d.Press("enter")
				if d.WaitFor("the end", d.Idle); !strings.Contains(bodySent(d), `"role": "user"`) || strings.Contains(bodySent(d), "please") {
					t.Errorf("another prompt: %s", bodySent(d))
				}
			})
		})
	}
}
