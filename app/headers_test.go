package app

import (
	"path/filepath"
	"strings"
	"testing"

	"gatehouse/app/desk"
	"gatehouse/client/scan"
	"gatehouse/views"
)

func TestACredentialAmongTheHeadersIsNotWrittenOut(t *testing.T) {
	server := newReceived()
	path := filepath.Join(t.TempDir(), "s.json")
	within(t, server, 140, 40, nil, func(d *driver) {
		d.do(views.Edit{Pointer: desk.HeadersPointer + "/others/x-api-key", Value: scan.Quote("canary")})
		d.typeText("hello")
		d.keys("alt+p")
		d.hides("canary")
		copied := d.m.Overlays.Top().Pane.Update(views.Perform{Action: views.ActCopyCurl}).Intent
		if curl := copied.(views.Copy).Text; strings.Contains(curl, "canary") || !strings.Contains(curl, `-H "X-Api-Key: $X_API_KEY"`) {
			t.Errorf("the command is\n%s", curl)
		}
		d.keys("esc")
		d.saveAs(path)
		d.until("it is saved", func() bool { return strings.Contains(d.screen(), "X_API_KEY") })
		d.hides("canary")
		d.keys("enter")
		d.until("the end", d.idle)
		if got := server.header.Get("X-Api-Key"); got != "canary" {
			t.Errorf("X-Api-Key is %q", got)
		}
	})
}
