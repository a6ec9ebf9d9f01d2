package app

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestASavedRequestSaysHowToRunIt: with the connection, the file's name and the flags for
// what the file does not hold, on one line even if lines are short; quoted for a shell, and
// for the command.
func TestASavedRequestSaysHowToRunIt(t *testing.T) {
	t.Chdir(t.TempDir())
	bubble(t, 80, 24, func(o *Options) { o.Connection.Metadata = true }, func(d *driver) {
		d.typeText("Which of my keys should I rotate first")
		for typed, want := range map[string]string{"keys.json": "keys.json", "my keys.json": "'my keys.json'", "-k.json": "./-k.json"} {
			d.keys("ctrl+s", "ctrl+u")
			d.typeText(typed)
			d.keys("enter")
			d.until("it is saved", func() bool { return strings.Contains(d.screen(), "saved "+typed+", ") })
			d.shows("run it: gatehouse send --profile local --metadata " + want)
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
		change func(*Options)
		want   string
	}{
		"other settings": {"k.json", func(o *Options) {
			o.Flags, o.Local.Service, o.Connection.Service = []string{"--config", "my config.toml"}, "acme", "acme"
		}, "gatehouse send --profile local --service acme --config 'my config.toml' k.json"},
		"an address in the environment": {"k.json", func(o *Options) {
			o.Environ = append(o.Environ, "GATEHOUSE_BASE_URL=http://other.test")
		}, "env -u GATEHOUSE_BASE_URL gatehouse send --profile local k.json"},
		"a home folder": {"~/k.json", func(*Options) {}, "gatehouse send --profile local " + filepath.Join(home, "k.json")},
		"a profile": {"k.json", func(o *Options) {
			o.Connection = Connection{Name: "work", BaseURL: "http://work.test/v1"}
		}, "gatehouse send --profile work k.json"},
		"an address": {"k.json", func(o *Options) {
			o.Environ = append(o.Environ, "GATEHOUSE_BASE_URL=http://work.test/v1")
			o.Connection = Connection{BaseURL: "http://work.test/v1"}
		}, "gatehouse send --base-url http://work.test/v1 k.json"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			bubble(t, 120, 35, func(o *Options) { o.Connection.Metadata = false; c.change(o) }, func(d *driver) {
				d.typeText("hello")
				d.keys("ctrl+s", "ctrl+u")
				d.typeText(c.path)
				d.keys("enter")
				d.until("it is saved", func() bool { return strings.Contains(d.screen(), "saved "+c.path+", ") })
				if said := d.m.Notice.Lines(); said[1] != "run it: "+c.want {
					t.Errorf("said is %q, not %q", said[1], c.want)
				}
			})
		})
	}
}
