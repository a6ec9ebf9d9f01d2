package desk_test

import (
	"encoding/json"
	"strings"
	"testing"

	"gatehouse/app"
	"gatehouse/app/apptest"
	"gatehouse/app/desk"
	"gatehouse/app/screen"
	"gatehouse/state"
	"gatehouse/views"
)

// TestWhatIsChosenIsSent: after another model, header and no metadata were chosen, one key sends
// the prompt with these, and the others send the same bytes and headers as before, which the notice
// names.
func TestWhatIsChosenIsSent(t *testing.T) {
	for _, c := range []struct {
		name  string
		keys  []string
		again bool // the same bytes
	}{
		{"the last prompt", []string{"alt+r"}, false},
		{"the last prompt from the inspector", []string{"f4", "alt+r"}, false},
		{"the same bytes", []string{"alt+shift+r"}, true},
		{"the turn", []string{"tab", "r"}, true},
		{"the shown exchange", []string{"f4", "r"}, true},
		{"the route's exchange", []string{"f4", "R", "r"}, true},
		{"the listed exchange", []string{"f4", "X", "r"}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := apptest.NewReceived()
			apptest.RunAgainst(t, got, 120, 35, nil, func(d *apptest.Driver) {
				d.Ask("sim/writer", "hello")
				before := string(got.Body)
				d.Do(views.SetModel{Slug: "sim/coder"})
				d.Do(views.Edit{Pointer: desk.HeadersPointer + "/others", Value: json.RawMessage(`{"X-Mine":"1"}`)})
				d.Start(d.Run(views.ActMetadata))
				d.Type("being written")
				if c.keys[0] == "tab" {
					d.Composer().SetText("")
				}
				d.Press(c.keys...)
				d.WaitFor("the end", d.Idle)
				header, metadata := got.Header.Get("X-Mine"), got.Header.Get("X-Service-Metadata")
				if c.again {
					d.Shows("sent again unchanged: sim/writer, to the local gateway")
					if string(got.Body) != before || header != "" || metadata != "enabled" {
						t.Errorf("%q, %q; sent was\n%s", header, metadata, got.Body)
					}
				} else if want := strings.Replace(before, "sim/writer", "sim/coder", 1); string(got.Body) != want || header != "1" || metadata != "" {
					t.Errorf("%q, %q; sent was\n%s\nwant\n%s", header, metadata, got.Body, want)
				}
				if n := len(d.Desk.Shown().Turns()); got.Count != 2 || n != 2 {
					t.Errorf("%d requests, %d turns\n%s", got.Count, n, d.Screen())
				}
			})
		})
	}
}

// TestTheSameBytesGoWhereTheyWent, whatever connection is chosen now.
func TestTheSameBytesGoWhereTheyWent(t *testing.T) {
	apptest.Run(t, 120, 35, func(o *app.Options) { o.Local = o.Connection }, func(d *apptest.Driver) {
		sentTo := func() string { return d.Desk.Shown().Conv.Current.Capture.Sent.URL }
		d.Ask("sim/writer", "hello")
		d.Start(d.Desk.Connect(screen.Connection{Name: "work", BaseURL: "http://other.test/api/v1"}, nil))
		d.Flush()
		d.Do(views.SetModel{Slug: "sim/coder"})
		d.Press("alt+shift+r")
		d.WaitFor("the end", d.Idle)
		d.Shows("sent again unchanged: sim/writer, to the local gateway")
		if got := sentTo(); !strings.HasPrefix(got, "http://gateway.test/") {
			t.Errorf("the same bytes went to %s", got)
		}
		d.Press("alt+r")
		d.WaitFor("the end", d.Idle)
		if got, x := sentTo(), d.Desk.Shown().Conv.Current.Exchange; !strings.HasPrefix(got, "http://other.test/") || x.RequestModel != "sim/coder" {
			t.Errorf("the prompt went to %s of %s", x.RequestModel, got)
		}
	})
}

// TestAPromptWithFaultsIsNotSentAgain before the user insists.
func TestAPromptWithFaultsIsNotSentAgain(t *testing.T) {
	apptest.Run(t, 110, 35, nil, func(d *apptest.Driver) {
		d.Ask("sim/writer", "hello")
		d.Do(views.Edit{Pointer: "/temperature", Value: json.RawMessage(`"warm"`)})
		d.Press("alt+r")
		d.Shows("Not sent: 1 fault")
		d.Press("alt+g")
		d.WaitFor("the end", d.Idle)
		if body := bodySent(d); !strings.Contains(body, `"warm"`) || strings.Count(body, "hello") != 1 || len(d.Desk.Shown().Turns()) != 2 {
			t.Errorf("sent was\n%s", body)
		}
	})
}

// TestAContinuedConversationGoesWhereItWent, where a connection leads there.
func TestAContinuedConversationGoesWhereItWent(t *testing.T) {
	elsewhere := func(o *app.Options) {
		o.Local, o.Connection = o.Connection, app.Connection{Name: "work", BaseURL: "https://gw.test/v1", Model: "work/model"}
	}
	apptest.RunTwiceWith(t, elsewhere, func(d *apptest.Driver) { d.Ask("sim/writer", "hello") }, func(d *apptest.Driver) {
		d.Shows("local (simulated)")
		d.Hides("the original went to")
		d.Type("and more")
		d.Press("enter")
		d.WaitFor("the end", d.Idle)
		if x := d.Desk.Shown().Conv.Current; x.Exchange.Verdict != state.Completed || !strings.HasPrefix(x.Capture.Sent.URL, "http://gateway.test/") {
			t.Errorf("it went to %s: %s", x.Capture.Sent.URL, x.Exchange.Verdict)
		}
		d.Press("alt+n")
		d.Shows("local (simulated)")
	})
}

// TestAContinuedConversationAsksBeforeItGoesElsewhere: its next request may cost money, or show
// another gateway what is meant for one.
func TestAContinuedConversationAsksBeforeItGoesElsewhere(t *testing.T) {
	elsewhere := func(o *app.Options) { o.Connection = app.Connection{Name: "work", BaseURL: "https://gw.test/v1"} }
	apptest.RunTwiceWith(t, elsewhere, func(d *apptest.Driver) { d.Ask("sim/writer", "hello") }, func(d *apptest.Driver) {
		d.Shows("the original went to the local gateway; this goes to work (gw.test)")
		for _, keys := range [][]string{{"enter"}, {"alt+g"}, {"alt+r"}} {
			d.Composer().SetText("")
			if keys[0] != "alt+r" {
				d.Type("and more")
			}
			d.Press(keys...)
			d.Shows("Send to another gateway?")
			d.Shows("send it to work (gw.test) (y)")
			d.Press("n")
			if d.Desk.Started != 0 || d.Overlays.Top() != nil {
				t.Fatalf("%s: %d requests were sent\n%s", keys, d.Desk.Started, d.Screen())
			}
		}
		d.Press("alt+shift+r")
		d.Shows("not sent: it was sent to the local gateway, where no connection leads")
		d.Type("and more")
		d.Press("enter", "y")
		d.WaitFor("the end", d.Idle)
		if x := d.Desk.Shown().Conv.Current; d.Desk.Started != 1 || !strings.Contains(string(x.Exchange.Request), "and more") {
			t.Errorf("%d requests; sent was %s", d.Desk.Started, x.Exchange.Request)
		}
		d.Type("and then")
		d.Press("enter")
		d.Hides("Send to another gateway?") // it was answered
	})
}
