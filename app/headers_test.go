package app

import (
	"encoding/json"
	"net/http"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"gatehouse/client"
	"gatehouse/client/scan"
	"gatehouse/views"
)

func TestHeadersGoOutAsTheyWereSet(t *testing.T) {
	h := newHeaders(true)
	for pointer, value := range map[string]string{
		"/x-session-id": `"s 1"`, "/others/x-title": `"it's mine"`, "/metadata": `"on by the deprecated name"`,
	} {
		if err := h.edit(pointer, json.RawMessage(value)); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := h.fields(), (http.Header{"X-Session-Id": {"s 1"}, "X-Title": {"it's mine"}}); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if h.mode() != client.MetadataLegacy || h.set() != 3 {
		t.Errorf("mode %v, %d set", h.mode(), h.set())
	}
	want := `--header 'X-Word-Experimental-Metadata: enabled' --header 'X-Session-Id: s 1' --header 'X-Title: it'\''s mine'`
	if got := strings.Join(h.flags("word"), " "); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	if err := h.edit("/others/x-api-key", json.RawMessage(`"canary"`)); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(h.flags("word"), " "); strings.Contains(got, "canary") || !strings.Contains(got, `--header "X-Api-Key: $X_API_KEY"`) {
		t.Errorf("of a credential is told: %s", got)
	}
	if err := h.edit("/others/x-api-key", nil); err != nil {
		t.Fatal(err)
	}
	if got := newHeaders(true).flags("word"); !reflect.DeepEqual(got, []string{"--metadata"}) {
		t.Errorf("metadata comes back with %v", got)
	}
	if err := h.edit("/x-session-id", nil); err != nil || h.set() != 2 {
		t.Errorf("taken away: %v, %d set", err, h.set())
	}
}

func TestHeadersThatNobodyMaySetAreRefused(t *testing.T) {
	h := newHeaders(false)
	for pointer, value := range map[string]string{
		"/others/authorization": `"Bearer x"`, "/others/X-A": `"two\nlines"`, "/others/a b": `"x"`,
		"/others/X-N": `5`, "/others": `[]`, "/x-session-id": `"a\u0000"`, "/metadata": `true`,
	} {
		if err := h.edit(pointer, json.RawMessage(value)); err == nil {
			t.Errorf("%s takes %s", pointer, value)
		}
	}
	if got := string(h.doc.Bytes()); got != "{}" {
		t.Errorf("what was refused left %s", got)
	}
}

func TestACredentialAmongTheHeadersIsNotWrittenOut(t *testing.T) {
	server := newReceived()
	path := filepath.Join(t.TempDir(), "s.json")
	within(t, server, 140, 40, nil, func(d *driver) {
		d.do(views.Edit{Pointer: headersBase + "/others/x-api-key", Value: scan.Quote("canary")})
		d.typeText("hello")
		d.keys("alt+p")
		d.hides("canary")
		copied := d.m.Overlays.Top().Pane.Update(views.Perform{Action: views.ActCopyCurl}).Intent
		if curl := copied.(views.Copy).Text; strings.Contains(curl, "canary") || !strings.Contains(curl, `-H "X-Api-Key: $X_API_KEY"`) {
			t.Errorf("the command is\n%s", curl)
		}
		d.keys("esc")
		d.do(views.SaveSession{Path: path})
		d.until("it is saved", func() bool { return strings.Contains(d.screen(), "X_API_KEY") })
		d.hides("canary")
		d.keys("enter")
		d.until("the end", d.idle)
		if got := server.header.Get("X-Api-Key"); got != "canary" {
			t.Errorf("X-Api-Key is %q", got)
		}
	})
}
