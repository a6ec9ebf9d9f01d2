package desk_test

import (
	"path/filepath"
	"strings"
	"testing"

	"gatehouse/app/apptest"
	"gatehouse/app/desk"
	"gatehouse/client/scan"
	"gatehouse/views"
)

func TestACredentialAmongTheHeadersIsNotWrittenOut(t *testing.T) {
	server := apptest.NewReceived()
	path := filepath.Join(t.TempDir(), "s.json")
	apptest.RunAgainst(t, server, 140, 40, nil, func(d *apptest.Driver) {
		d.Do(views.Edit{Pointer: desk.HeadersPointer + "/others/x-api-key", Value: scan.Quote("canary")})
		d.Type("hello")
		d.Press("alt+p")
		d.Hides("canary")
		copied := d.Overlays.Top().Pane.Update(views.Perform{Action: views.ActCopyCurl}).Intent
		if curl := copied.(views.Copy).Text; strings.Contains(curl, "canary") || !strings.Contains(curl, `-H "X-Api-Key: $X_API_KEY"`) {
			t.Errorf("the command is\n%s", curl)
		}
		d.Press("esc")
		d.SaveAs(path)
		d.WaitFor("it is saved", func() bool { return strings.Contains(d.Screen(), "X_API_KEY") })
		d.Hides("canary")
		d.Press("enter")
		d.WaitFor("the end", d.Idle)
		if got := server.Header.Get("X-Api-Key"); got != "canary" {
			t.Errorf("X-Api-Key is %q", got)
		}
	})
}
