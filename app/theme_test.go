package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gatehouse/themes"
)

// TestAThemeBringsItsGroundWhereTheTerminalsWillNotDo: dark text on a dark
// terminal is what a forced light theme would be without it.
func TestAThemeBringsItsGroundWhereTheTerminalsWillNotDo(t *testing.T) {
	bubble(t, 100, 30, func(o *Options) { o.Theme = "light" }, func(d *driver) {
		painted := func() bool { return strings.Contains(d.m.View().Content, "48;2;250;250;252") }
		if !painted() {
			t.Error("the terminal said nothing of its background: the theme must bring its own")
		}
		d.m.background(false)
		if painted() {
			t.Error("a light terminal's own background suits the light theme")
		}
		d.m.background(true)
		if !painted() {
			t.Error("light theme, dark terminal: the theme must bring its background")
		}
		d.exact(100, 30)
	})
	bubble(t, 100, 30, func(o *Options) { o.Theme = "auto" }, func(d *driver) {
		if strings.Contains(d.m.View().Content, "48;2;22;23;31") {
			t.Error("nobody chose a theme: the terminal's background should show")
		}
	})
}

// TestAThemeIsTriedBeforeItIsChosen: the selected one is drawn, esc goes back to the one
// before, enter stays and notes it in the config file.
func TestAThemeIsTriedBeforeItIsChosen(t *testing.T) {
	config := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(config, []byte("# mine\nmouse = true\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	mine := themes.Light().Palette
	mine.Name, mine.Accent = "mine", "#123456"
	bubble(t, 100, 30, func(o *Options) { o.Config, o.Themes = config, []themes.Palette{mine} }, func(d *driver) {
		d.keys("alt+t", "down", "down")
		if d.m.Styles.Name != themes.NameLight {
			t.Errorf("two rows below auto the theme is %s", d.m.Styles.Name)
		}
		d.keys("esc")
		if d.m.Styles.Name != themes.NameDark || d.m.Options.Theme != themes.Auto {
			t.Errorf("after esc the theme is %s (%s)", d.m.Styles.Name, d.m.Options.Theme)
		}
		d.keys("alt+t")
		d.typeText("mine")
		d.keys("enter")
		d.shows("saved in config.toml")
		if d.m.Styles.Palette.Accent != mine.Accent {
			t.Errorf("the theme is %s", d.m.Styles.Name)
		}
	})
	if data, err := os.ReadFile(config); err != nil || !strings.Contains(string(data), "theme = \"mine\"\n") || !strings.Contains(string(data), "# mine\nmouse = true\n") {
		t.Errorf("%v, the file is now\n%s", err, data)
	}
}
