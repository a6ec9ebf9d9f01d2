package desk_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gatehouse/app"
	"gatehouse/app/apptest"
	"gatehouse/client"
	"gatehouse/state"
	"gatehouse/state/request/talk"
	"gatehouse/views"
	"gatehouse/views/overlay/preview"
)

// TestThePreviewOfAMessageOnAWebSocket has the type that makes it one, which is no reason for a hint.
func TestThePreviewOfAMessageOnAWebSocket(t *testing.T) {
	apptest.Run(t, 120, 40, func(o *app.Options) { o.Connection.Transport = client.TransportSocket }, func(d *apptest.Driver) {
		d.Type("hi")
		d.Press("alt+p")
		d.Shows(`"type":"response.create"`)
		d.Hides("hint")
	})
}

func TestThePreviewIsWhatIsSent(t *testing.T) {
	server := apptest.NewReceived()
	apptest.RunAgainst(t, server, 100, 40, nil, func(d *apptest.Driver) {
		d.Type("say “hello”")
		d.Press("alt+p")
		d.Shows("POST http://gateway.test/api/v1/responses")
		d.Shows("Authorization: Bearer ***")
		d.Shows("X-Service-Metadata: enabled")
		d.Shows(`"content": "say “hello”"`)
		p := d.Overlays.Top().Pane.(*preview.Model)
		copied := p.Update(views.Perform{Action: views.ActCopy}).Intent
		d.Press("enter")
		d.WaitFor("the end", d.Idle)
		if got := copied.(views.Copy).Text; got != string(server.Body) {
			t.Errorf("previewed\n%s\nreceived\n%s", got, server.Body)
		}
		if d.Overlays.Top() != nil || !d.Composer().Empty() {
			t.Error("the preview stays, or the text does")
		}
	})
}

func TestARequestWithFaultsIsSentOnlyWhenInsistedOn(t *testing.T) {
	server := apptest.NewReceived()
	apptest.RunAgainst(t, server, 100, 40, nil, func(d *apptest.Driver) {
		conv := d.Desk.Shown().Conv
		for pointer, value := range map[string]string{"/temperature": `"hot"`, "/plugins": `[{"id":"nobody"}]`} {
			if _, err := conv.Edit(pointer, json.RawMessage(value), "", talk.BodyOptions{}); err != nil {
				t.Fatal(err)
			}
		}
		d.Type("hello")
		d.Press("enter")
		d.Shows("Not sent: 2 faults")
		d.Shows("plugins[0].id:")
		d.Shows("temperature:")
		d.Press("esc")
		d.Shows("❯ hello")
		if server.Count != 0 {
			t.Fatal("it was sent all the same")
		}
		d.Press("alt+g", "alt+g")
		d.WaitFor("the end", d.Idle)
		if server.Count != 1 || conv.Current.Exchange.Verdict != state.Failed {
			t.Errorf("sent %d times, %q", server.Count, conv.Current.Exchange.Verdict)
		}
		d.Shows("400")
	})
}

func TestALargeRequestIsCheckedInTheBackground(t *testing.T) {
	server := apptest.NewReceived()
	apptest.RunAgainst(t, server, 100, 40, nil, func(d *apptest.Driver) {
		text := strings.Repeat("a few words, ", 30_000)
		d.Composer().SetText(text)
		d.Send(apptest.Key("enter"))
		d.Shows("checking the request")
		d.Send(apptest.Key("x"))
		d.Flush()
		d.WaitFor("the end", d.Idle)
		if server.Count != 1 || d.Composer().Text() != "x" {
			t.Errorf("sent %d times, and what was written meanwhile is %d bytes", server.Count, len(d.Composer().Text()))
		}
	})
}

func TestAConversationIsSavedAndGoneOnWith(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a session.json")
	server := apptest.NewReceived()
	apptest.RunAgainst(t, server, 124, 40, nil, func(d *apptest.Driver) {
		d.Type("Which key is the oldest?")
		d.Press("enter")
		d.WaitFor("the end", d.Idle)
		d.Type("and the next?")
		d.Shows("not saved")
		d.Press("ctrl+s")
		d.Shows("which-key-is-the-oldest.json")
		d.Press("ctrl+u")
		d.Type(path)
		d.Press("enter")
		d.WaitFor("it is saved", func() bool { return strings.Contains(d.Screen(), "gatehouse send --profile local --metadata") })
		d.Shows("a session.json")
		d.Hides("a session.json*")
		saved, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		d.Type(" x")
		d.Shows("a session.json*")
		d.Press("backspace", "backspace")
		d.Hides("a session.json*")

		// Never over what is there without being asked.
		d.Type("!")
		d.Press("alt+s", "enter")
		d.WaitFor("it asks", func() bool { return strings.Contains(d.Screen(), "The file exists") })
		d.Press("esc")
		if got, _ := os.ReadFile(path); !bytes.Equal(got, saved) {
			t.Error("it was overwritten before the answer")
		}
		d.Press("backspace", "ctrl+o", "ctrl+u")
		d.Type(filepath.Join(dir, "a"))
		d.Shows("a session.json")
		d.Press("tab", "enter")
		d.WaitFor("it is open", func() bool { return strings.Contains(d.Screen(), "2 of 2  a session.json") })
		d.Hides("a session.json*")
		d.Press("alt+g")
		d.WaitFor("the end", d.Idle)
		if string(server.Body)+"\n" != string(saved) {
			t.Errorf("saved\n%s\nsent after opening it\n%s", saved, server.Body)
		}
		d.Press("ctrl+s", "enter")
		d.WaitFor("it asks", func() bool { return strings.Contains(d.Screen(), "The file exists") })
		d.Press("down", "enter")
		d.WaitFor("it is saved", func() bool { return strings.Contains(d.Screen(), "saved ") })
		if got, _ := os.ReadFile(path); bytes.Equal(got, saved) {
			t.Error("it was not replaced")
		}
	})
}

func TestWhatCannotBeOpenedOrSavedSaysWhy(t *testing.T) {
	t.Chdir(t.TempDir()) // a short name, so that the notice does not wrap between the words
	const broken = "broken.json"
	if err := os.WriteFile(broken, []byte("{\n  no"), 0o600); err != nil {
		t.Fatal(err)
	}
	apptest.RunAgainst(t, apptest.NewReceived(), 120, 40, nil, func(d *apptest.Driver) {
		d.Do(views.OpenFile{Path: broken})
		d.WaitFor("the notice", func() bool { return strings.Contains(d.Screen(), "not opened: ") })
		d.Shows("line 2")
		d.Do(views.OpenFile{Path: "nothing"})
		d.WaitFor("the notice", func() bool { return strings.Contains(d.Screen(), "no such file") })
		d.SaveAs(".")
		d.WaitFor("the notice", func() bool { return strings.Contains(d.Screen(), "not saved: ") })
		if len(d.Desk.Chats) != 1 {
			t.Error("a conversation was made of nothing")
		}
	})
}

func TestASessionIDIsGivenOnce(t *testing.T) {
	change := func(o *app.Options) { o.SessionID = true }
	apptest.Run(t, 120, 40, change, func(d *apptest.Driver) {
		first, _ := d.Desk.Shown().Conv.Draft.Get("/session_id")
		d.Hides("not saved")
		d.Type("x")
		d.Press("enter")
		d.WaitFor("the end", d.Idle)
		d.Press("alt+n")
		if second, _ := d.Desk.Shown().Conv.Draft.Get("/session_id"); len(second) < 10 || bytes.Equal(first, second) {
			t.Errorf("the sessions are %s and %s", first, second)
		}
	})
	apptest.Run(t, 120, 40, nil, func(d *apptest.Driver) {
		draft := d.Desk.Shown().Conv.Draft
		if _, ok := draft.Get("/session_id"); ok {
			t.Fatal("a session was given unasked")
		}
	})
}
