package app

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"gatehouse/client"
	"gatehouse/gateway"
	"gatehouse/state"
	"gatehouse/state/request/talk"
	"gatehouse/views"
	"gatehouse/views/overlay/preview"
)

// received is a gateway that stores the last request to /responses.
type received struct {
	http.Handler
	mu     sync.Mutex
	body   []byte
	header http.Header
	count  int
}

func newReceived() *received {
	return &received{Handler: gateway.New(gateway.WithKeys("test-key"))}
}

func (r *received) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	if strings.HasSuffix(req.URL.Path, "/responses") {
		body, _ := io.ReadAll(req.Body)
		req.Body = io.NopCloser(bytes.NewReader(body))
		r.mu.Lock()
		r.body, r.header = body, req.Header.Clone()
		r.count++
		r.mu.Unlock()
	}
	r.Handler.ServeHTTP(w, req)
}

// TestThePreviewOfAMessageOnAWebSocket has the type that makes it one, which is no reason for a hint.
func TestThePreviewOfAMessageOnAWebSocket(t *testing.T) {
	bubble(t, 120, 40, func(o *Options) { o.Connection.Transport = client.TransportSocket }, func(d *driver) {
		d.typeText("hi")
		d.keys("alt+p")
		d.shows(`"type":"response.create"`)
		d.hides("hint")
	})
}

func TestThePreviewIsWhatIsSent(t *testing.T) {
	server := newReceived()
	within(t, server, 100, 40, nil, func(d *driver) {
		d.typeText("say “hello”")
		d.keys("alt+p")
		d.shows("POST http://gateway.test/api/v1/responses")
		d.shows("Authorization: Bearer ***")
		d.shows("X-Service-Metadata: enabled")
		d.shows(`"content": "say “hello”"`)
		p := d.m.Overlays.Top().Pane.(*preview.Model)
		copied := p.Update(views.Perform{Action: views.ActCopy}).Intent
		d.keys("enter")
		d.until("the end", d.idle)
		if got := copied.(views.Copy).Text; got != string(server.body) {
			t.Errorf("previewed\n%s\nreceived\n%s", got, server.body)
		}
		if d.m.Overlays.Top() != nil || !d.m.composer().Empty() {
			t.Error("the preview stays, or the text does")
		}
	})
}

func TestARequestWithFaultsIsSentOnlyWhenInsistedOn(t *testing.T) {
	server := newReceived()
	within(t, server, 100, 40, nil, func(d *driver) {
		conv := d.m.desk.Shown().Conv
		for pointer, value := range map[string]string{"/temperature": `"hot"`, "/plugins": `[{"id":"nobody"}]`} {
			if _, err := conv.Edit(pointer, json.RawMessage(value), "", talk.BodyOptions{}); err != nil {
				t.Fatal(err)
			}
		}
		d.typeText("hello")
		d.keys("enter")
		d.shows("Not sent: 2 faults")
		d.shows("plugins[0].id:")
		d.shows("temperature:")
		d.keys("esc")
		d.shows("❯ hello")
		if server.count != 0 {
			t.Fatal("it was sent all the same")
		}
		d.keys("alt+g", "alt+g")
		d.until("the end", d.idle)
		if server.count != 1 || conv.Current.Exchange.Verdict != state.Failed {
			t.Errorf("sent %d times, %q", server.count, conv.Current.Exchange.Verdict)
		}
		d.shows("400")
	})
}

func TestALargeRequestIsCheckedInTheBackground(t *testing.T) {
	server := newReceived()
	within(t, server, 100, 40, nil, func(d *driver) {
		text := strings.Repeat("a few words, ", 30_000)
		d.m.composer().SetText(text)
		d.send(keyPress("enter"))
		d.shows("checking the request")
		d.send(keyPress("x"))
		d.flush()
		d.until("the end", d.idle)
		if server.count != 1 || d.m.composer().Text() != "x" {
			t.Errorf("sent %d times, and what was written meanwhile is %d bytes", server.count, len(d.m.composer().Text()))
		}
	})
}

func TestAConversationIsSavedAndGoneOnWith(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a session.json")
	server := newReceived()
	within(t, server, 124, 40, nil, func(d *driver) {
		d.typeText("Which key is the oldest?")
		d.keys("enter")
		d.until("the end", d.idle)
		d.typeText("and the next?")
		d.shows("not saved")
		d.keys("ctrl+s")
		d.shows("which-key-is-the-oldest.json")
		d.keys("ctrl+u")
		d.typeText(path)
		d.keys("enter")
		d.until("it is saved", func() bool { return strings.Contains(d.screen(), "gatehouse send --profile local --metadata") })
		d.shows("a session.json")
		d.hides("a session.json*")
		saved, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		d.typeText(" x")
		d.shows("a session.json*")
		d.keys("backspace", "backspace")
		d.hides("a session.json*")

		// Never over what is there without being asked.
		d.typeText("!")
		d.keys("alt+s", "enter")
		d.until("it asks", func() bool { return strings.Contains(d.screen(), "The file exists") })
		d.keys("esc")
		if got, _ := os.ReadFile(path); !bytes.Equal(got, saved) {
			t.Error("it was overwritten before the answer")
		}
		d.keys("backspace", "ctrl+o", "ctrl+u")
		d.typeText(filepath.Join(dir, "a"))
		d.shows("a session.json")
		d.keys("tab", "enter")
		d.until("it is open", func() bool { return strings.Contains(d.screen(), "2 of 2  a session.json") })
		d.hides("a session.json*")
		d.keys("alt+g")
		d.until("the end", d.idle)
		if string(server.body)+"\n" != string(saved) {
			t.Errorf("saved\n%s\nsent after opening it\n%s", saved, server.body)
		}
		d.keys("ctrl+s", "enter")
		d.until("it asks", func() bool { return strings.Contains(d.screen(), "The file exists") })
		d.keys("down", "enter")
		d.until("it is saved", func() bool { return strings.Contains(d.screen(), "saved ") })
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
	within(t, newReceived(), 120, 40, nil, func(d *driver) {
		d.do(views.OpenFile{Path: broken})
		d.until("the notice", func() bool { return strings.Contains(d.screen(), "not opened: ") })
		d.shows("line 2")
		d.do(views.OpenFile{Path: "nothing"})
		d.until("the notice", func() bool { return strings.Contains(d.screen(), "no such file") })
		d.saveAs(".")
		d.until("the notice", func() bool { return strings.Contains(d.screen(), "not saved: ") })
		if len(d.m.desk.Chats) != 1 {
			t.Error("a conversation was made of nothing")
		}
	})
}

func TestASessionIDIsGivenOnce(t *testing.T) {
	change := func(o *Options) { o.SessionID = true }
	bubble(t, 120, 40, change, func(d *driver) {
		first, _ := d.m.desk.Shown().Conv.Draft.Get("/session_id")
		d.hides("not saved")
		d.keys("alt+k")
		d.shows(string(first))
		d.typeText("x")
		d.keys("enter")
		d.until("the end", d.idle)
		d.keys("alt+n", "alt+k")
		if second, _ := d.m.desk.Shown().Conv.Draft.Get("/session_id"); len(second) < 10 || bytes.Equal(first, second) {
			t.Errorf("the sessions are %s and %s", first, second)
		}
	})
	bubble(t, 120, 40, nil, func(d *driver) {
		draft := d.m.desk.Shown().Conv.Draft
		if _, ok := draft.Get("/session_id"); ok {
			t.Fatal("a session was given unasked")
		}
		d.keys("alt+k")
		if id, _ := draft.Get("/session_id"); len(id) < 10 {
			t.Errorf("session_id is %s", id)
		}
		d.keys("alt+z")
		if _, ok := draft.Get("/session_id"); ok {
			t.Error("undo does not take it back")
		}
		d.keys("alt+z")
		d.shows("nothing to undo")
	})
}
