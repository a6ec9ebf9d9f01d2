package desk_test

import (
	"path/filepath"
	"strings"
	"testing"

	"gatehouse/app"
	"gatehouse/app/apptest"
)

// TestASavedRequestSaysHowToRunIt: with the connection, the file's name and the flags for
// what the file does not hold, on one line even if lines are short; quoted for a shell, and
// for the command.
func TestASavedRequestSaysHowToRunIt(t *testing.T) {
	t.Chdir(t.TempDir())
	apptest.Run(t, 80, 24, func(o *app.Options) { o.Connection.Metadata = true }, func(d *apptest.Driver) {
		d.Type("Which of my keys should I rotate first")
		for typed, want := range map[string]string{"keys.json": "keys.json", "my keys.json": "'my keys.json'", "-k.json": "./-k.json"} {
			d.Press("ctrl+s", "ctrl+u")
			d.Type(typed)
			d.Press("enter")
			d.WaitFor("it is saved", func() bool { return strings.Contains(d.Screen(), "saved "+typed+", ") })
			d.Shows("run it: gatehouse send --profile local --metadata " + want)
			d.Shows("; alt+p, then Y copies it as curl")
		}
	})
}

// TestWhatIsSavedRunsOverTheSameConnection: whatever the config and the environment say,
// and with the settings of this run.
func TestWhatIsSavedRunsOverTheSameConnection(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	for name, c := range map[string]struct {
		path   string
		change func(*app.Options)
		want   string
	}{
		"other settings": {"k.json", func(o *app.Options) {
			o.Flags, o.Local.Service, o.Connection.Service = []string{"--config", "my config.toml"}, "acme", "acme"
		}, "gatehouse send --profile local --service acme --config 'my config.toml' k.json"},
		"an address in the environment": {"k.json", func(o *app.Options) {
			o.Environ = append(o.Environ, "GATEHOUSE_BASE_URL=http://other.test")
		}, "env -u GATEHOUSE_BASE_URL gatehouse send --profile local k.json"},
		"a home folder": {"~/k.json", func(*app.Options) {}, "gatehouse send --profile local " + filepath.Join(home, "k.json")},
		"a profile": {"k.json", func(o *app.Options) {
			o.Connection = app.Connection{Name: "work", BaseURL: "http://work.test/v1"}
		}, "gatehouse send --profile work k.json"},
		"an address": {"k.json", func(o *app.Options) {
			o.Environ = append(o.Environ, "GATEHOUSE_BASE_URL=http://work.test/v1")
			o.Connection = app.Connection{BaseURL: "http://work.test/v1"}
		}, "gatehouse send --base-url http://work.test/v1 k.json"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			apptest.Run(t, 120, 35, func(o *app.Options) { o.Connection.Metadata = false; c.change(o) }, func(d *apptest.Driver) {
				d.Type("hello")
				d.Press("ctrl+s", "ctrl+u")
				d.Type(c.path)
				d.Press("enter")
				d.WaitFor("it is saved", func() bool { return strings.Contains(d.Screen(), "saved "+c.path+", ") })
				if said := d.Notice.Lines(); said[1] != "run it: "+c.want {
					t.Errorf("said is %q, not %q", said[1], c.want)
				}
			})
		})
	}
}
