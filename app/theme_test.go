package app_test

import (
	"image/color"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app"
	"gatehouse/app/apptest"
	"gatehouse/themes"
)

// TestAThemeBringsItsGroundWhereTheTerminalsWillNotDo: dark text on a dark
// terminal is what a forced light theme would be without it.
func TestAThemeBringsItsGroundWhereTheTerminalsWillNotDo(t *testing.T) {
	apptest.Run(t, 100, 30, func(o *app.Options) { o.Theme = "light" }, func(d *apptest.Driver) {
		painted := func() bool { return strings.Contains(d.View().Content, "48;2;250;250;252") }
		if !painted() {
			t.Error("the terminal said nothing of its background: the theme must bring its own")
		}
		d.Send(tea.BackgroundColorMsg{Color: color.White})
		if painted() {
			t.Error("a light terminal's own background suits the light theme")
		}
		d.Send(tea.BackgroundColorMsg{Color: color.Black})
		if !painted() {
			t.Error("light theme, dark terminal: the theme must bring its background")
		}
		d.CheckScreen(100, 30)
	})
	apptest.Run(t, 100, 30, func(o *app.Options) { o.Theme = "auto" }, func(d *apptest.Driver) {
		if strings.Contains(d.View().Content, "48;2;22;23;31") {
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
	apptest.Run(t, 100, 30, func(o *app.Options) { o.Config, o.Themes = config, []themes.Palette{mine} }, func(d *apptest.Driver) {
		d.Press("alt+t", "down", "down")
		if d.Styles.Name != themes.NameLight {
			t.Errorf("two rows below auto the theme is %s", d.Styles.Name)
		}
		d.Press("esc")
		if d.Styles.Name != themes.NameDark || d.Options.Theme != themes.Auto {
			t.Errorf("after esc the theme is %s (%s)", d.Styles.Name, d.Options.Theme)
		}
		d.Press("alt+t")
		d.Type("mine")
		d.Press("enter")
		d.Shows("saved in config.toml")
		if d.Styles.Palette.Accent != mine.Accent {
			t.Errorf("the theme is %s", d.Styles.Name)
		}
	})
	if data, err := os.ReadFile(config); err != nil || !strings.Contains(string(data), "theme = \"mine\"\n") || !strings.Contains(string(data), "# mine\nmouse = true\n") {
		t.Errorf("%v, the file is now\n%s", err, data)
	}
}
