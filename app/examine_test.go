package app_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"gatehouse/app"
	"gatehouse/app/apptest"
	"gatehouse/app/effect/doctor"
	"gatehouse/views"
)

// TestDoctorPage: the findings are on the screen with their remedies, can be copied while it
// stays open, and are refreshed by a key.
func TestDoctorPage(t *testing.T) {
	looked := 0
	apptest.Run(t, 120, 45, func(o *app.Options) {
		o.Machine = func() doctor.Machine {
			looked++
			return doctor.Machine{
				Getenv:   func(name string) string { return map[string]string{"TERM": "xterm\x1b[2J"}[name] },
				LookPath: func(string) (string, error) { return "", errors.New("none") }, ConfigErr: errors.New("c.toml:3: unknown key x"),
			}
		}
	}, func(d *apptest.Driver) {
		d.Do(views.RunAction{Action: views.ActDoctor})
		d.WaitFor("all is looked at", func() bool { return strings.Contains(d.Screen(), "does not work") })
		for _, want := range []string{
			"What works here", "terminal", "✓ type         xterm␛[2J", "✗ settings     c.toml:3: unknown key x", "→ correct it", "✓ address      local gateway at http://gateway.test/api/v1",
			"✓ /responses   found: it rejects a broken request (400)", "1 thing does not work: settings; ",
		} {
			d.Shows(want)
		}
		d.Press("y")
		d.Shows("What works here")
		d.Press("r")
		d.WaitFor("it is looked at anew", func() bool { return looked == 2 && strings.Contains(d.Screen(), "does not work") })
		if n := len(d.Overlays.Open); n != 1 {
			t.Errorf("%d overlays are open", n)
		}
		d.Press("esc")
		d.Hides("What works here")
	})
}

// TestDoctorPageOfAWrongConfig counts it as one failure: that nothing is connected follows.
func TestDoctorPageOfAWrongConfig(t *testing.T) {
	apptest.Run(t, 120, 45, func(o *app.Options) {
		o.Machine = func() doctor.Machine {
			return doctor.Machine{Getenv: func(string) string { return "" }, LookPath: func(string) (string, error) { return "", errors.New("none") }, ConfigErr: errors.New("c.toml:3: unknown key x")}
		}
		o.Connection = app.Connection{Connect: func(context.Context) (string, string, error) { return "", "", errors.New("c.toml:3: unknown key x") }}
	}, func(d *apptest.Driver) {
		d.Do(views.RunAction{Action: views.ActDoctor})
		d.WaitFor("all is looked at", func() bool { return strings.Contains(d.Screen(), "does not work:") })
		d.Shows("1 thing does not work: settings;")
		d.Shows("– address      not checked: the settings cannot be used")
	})
}

// TestDoctorPageOfAFixedConfig shows no corrected fault, but how to connect.
func TestDoctorPageOfAFixedConfig(t *testing.T) {
	apptest.Run(t, 120, 45, func(o *app.Options) {
		o.Machine = func() doctor.Machine {
			return doctor.Machine{Getenv: func(string) string { return "" }, LookPath: func(string) (string, error) { return "", errors.New("none") }}
		}
		o.Connection = app.Connection{Connect: func(context.Context) (string, string, error) { return "", "", errors.New("c.toml:3: unknown key x") }}
	}, func(d *apptest.Driver) {
		d.Do(views.RunAction{Action: views.ActDoctor})
		d.WaitFor("all is looked at", func() bool { return strings.Contains(d.Screen(), "does not work") })
		d.Shows("They can be used now.")
		d.Shows("→ F7 chooses a connection")
		d.Hides("unknown key x")
	})
}

// TestDoctorPageIsClosedWhileItLooks: the look ends with it.
func TestDoctorPageIsClosedWhileItLooks(t *testing.T) {
	var asked, left atomic.Int32
	silent := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		<-r.Context().Done()
		left.Add(1)
	})
	apptest.RunElsewhere(t, silent, nil, func(d *apptest.Driver) {
		d.Do(views.RunAction{Action: views.ActDoctor})
		d.Shows("● looking")
		if n := asked.Load(); n != 2 { // the list of models of the program, and that of the doctor
			t.Fatalf("%d requests", n)
		}
		d.Press("esc")
		d.Hides("looking")
		if n := left.Load(); n != 1 {
			t.Errorf("%d requests have ended", n)
		}
	})
}
