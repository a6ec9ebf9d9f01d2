package inspect_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/app/apptest"
	"gatehouse/app/screen"
	"gatehouse/views"
)

// TestAPaneSaysWhetherItUsedAKey: for every page of the inspector and every key of its
// scopes, Used is true exactly if the key resulted in an intent, a Cmd or a changed
// drawing.
func TestAPaneSaysWhetherItUsedAKey(t *testing.T) {
	const echo = `"stream":true,"debug":{"echo_upstream_body":true}`
	for name, requests := range map[string][]string{
		"nothing": nil,
		"fusion":  {`{"model":"sim/writer","plugins":[{"id":"fusion"}],` + echo + `,"input":"why is the sky blue?"}`},
		"echoed":  {`{"model":"sim/writer",` + echo + `,"input":"my key is sk-abcdefghijklmnopqrstuvwxyz123456"}`},
		"blocked": {`{"model":"fault/guardrail","stream":true,"input":"hello"}`},
		"plain":   {`{"model":"sim/writer","input":"one"}`, `{"model":"sim/coder","stream":true,"input":"two"}`},
		"routed":  {`{"plugins":[{"id":"auto-router","allowed_models":["no/*"]}],"input":"hello"}`, `{"model":"fault/comments","stream":true,"input":"a"}`},
	} {
		t.Run(name, func(t *testing.T) {
			apptest.Run(t, 100, 30, nil, func(d *apptest.Driver) {
				for _, r := range requests {
					d.SendBody(r)
				}
				d.Press("f4")
				for _, tab := range d.Tabs() {
					d.Start(d.Refreshed(d.SetFocus(tab.ID)))
					d.Flush()
					pressAll(d, tab)
				}
			})
		})
	}
}

// pressAll presses the keys of a page in an order that differs from page to page, each
// several times, and asks of each whether it was used.
func pressAll(d *apptest.Driver, tab screen.Page) {
	d.T.Helper()
	var msgs []tea.Msg
	for _, c := range d.Keys.Commands() {
		for _, s := range tab.Scopes {
			for _, k := range c.Keys {
				if c.Scope == s {
					msgs = append(msgs, apptest.Key(k))
				}
			}
		}
	}
	for _, a := range []views.Action{views.ActFind, views.ActRaw, views.ActStop} {
		msgs = append(msgs, views.Perform{Action: a})
	}
	for _, k := range []string{"e", "enter", "esc", "/", "q", "up", "down", "f11"} {
		msgs = append(msgs, apptest.Key(k))
	}
	chance := rand.New(rand.NewPCG(uint64(len(tab.Title)), uint64(len(msgs))))
	done := ""
	presses := 200
	if testing.Short() { // under the race detector each costs ten times as much
		presses = 50
	}
	for range presses {
		msg := msgs[chance.IntN(len(msgs))]
		pane := d.Pane(tab.ID)
		if t, ok := pane.(views.Typist); ok && t.Typing() && chance.IntN(8) == 0 {
			msg = apptest.Key("esc") // what is written stays short enough to be seen
		}
		before := seen(pane)
		answer := pane.Update(msg)
		changed := seen(pane) != before
		done += fmt.Sprintf(" %v", msg)
		if used := answer.Intent != nil || answer.Cmd != nil || changed; answer.Used != used {
			d.T.Errorf("%s: used is %v, intent %v, a Cmd %v, another view %v, after%s\n%s", tab.Title, answer.Used,
				answer.Intent, answer.Cmd != nil, changed, done[max(len(done)-80, 0):], ansi.Strip(pane.View()))
			return
		}
		d.Start(screen.Address(tab.ID, answer.Cmd))
		d.Flush()
	}
}

// seen is what the user sees of a pane, and whether it types.
func seen(pane views.Pane) string {
	typist, ok := pane.(views.Typist)
	return fmt.Sprint(pane.View(), ok && typist.Typing())
}
