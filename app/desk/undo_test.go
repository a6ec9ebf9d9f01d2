package desk_test

import (
	"encoding/json"
	"testing"

	"gatehouse/app"
	"gatehouse/app/apptest"
	"gatehouse/app/desk"
	"gatehouse/client"
	"gatehouse/client/scan"
	"gatehouse/views"
)

func TestAnUndoSaysWhatItTookBack(t *testing.T) {
	edit := func(pointer, value string) views.Intent {
		return views.Edit{Pointer: pointer, Value: json.RawMessage(value)}
	}
	apptest.Run(t, 140, 40, nil, func(d *apptest.Driver) {
		d.Press("f3", "alt+z")
		d.Shows("nothing to undo")
		for _, c := range []struct {
			do     views.Intent
			notice string
		}{
			{edit("/temperature", "0.2"), "temperature"},
			{views.Insert{Pointer: "/plugins", Index: 0, Value: json.RawMessage(`{"id":"auto-router","cost_tier":"low"}`)}, "plugins"},
			{edit("/plugins/0/cost_tier", `"high"`), "plugins[0].cost_tier"},
			{edit("/metadata", `{"a":"1"}`), "metadata"},
			{edit("/metadata/a", `"2"`), "metadata.a"},
			{edit(desk.HeadersPointer+"/x-session-id", `"s1"`), `headers["x-session-id"]`},
		} {
			d.Do(c.do)
			d.Press("alt+z")
			d.Shows("undone: " + c.notice + " ─")
			d.Press("alt+shift+z")
			d.Shows("redone: " + c.notice + " ─")
		}
	})
}

// TestHeadersAreUndoneInTheirTurn: among edits of the document, whichever way
// they were made.
func TestHeadersAreUndoneInTheirTurn(t *testing.T) {
	apptest.Run(t, 140, 40, func(o *app.Options) { o.Connection.Metadata = false }, func(d *apptest.Driver) {
		c := d.Desk.Shown()
		d.Press("f3")
		d.Do(views.Edit{Pointer: desk.HeadersPointer + "/x-session-id", Value: json.RawMessage(`"s1"`)})
		d.Do(views.Edit{Pointer: "/temperature", Value: json.RawMessage(`1`)})
		d.Start(d.Run(views.ActMetadata))
		d.Press("alt+z")
		d.Shows("undone: headers.metadata")
		if c.Headers.Mode() != client.MetadataOff {
			t.Error("metadata is still asked for")
		}
		d.Press("alt+z")
		d.Shows("undone: temperature")
		if got := scan.Text(scan.Get(c.Headers.Document(), "x-session-id")); got != "s1" {
			t.Errorf("the session is %q", got)
		}
		d.Press("alt+z")
		if got := scan.Text(scan.Get(c.Headers.Document(), "x-session-id")); got != "" {
			t.Errorf("the session is still %q", got)
		}
		d.Press("alt+shift+z", "alt+shift+z", "alt+shift+z")
		if got := scan.Text(scan.Get(c.Headers.Document(), "x-session-id")); got != "s1" || c.Headers.Mode() != client.MetadataOn {
			t.Errorf("made again the session is %q, metadata %v", got, c.Headers.Mode())
		}
	})
}
