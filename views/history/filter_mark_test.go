package history

import (
	"strings"
	"testing"

	"gatehouse/themes"
	"gatehouse/views"
)

func TestAFaultIsMarkedAtItsPlace(t *testing.T) {
	styles := themes.Dark()
	f := NewFilter(&styles, views.NewKeys(views.DefaultCommands()))
	f.SetSize(100, 3)
	f.SetText("hello foo:bar since:2d")
	if line, _, _ := strings.Cut(f.View(), "\n"); !strings.Contains(line, "hello "+styles.Bad.Underline(true).Render("foo:")) {
		t.Errorf("foo: is not marked in %q", line)
	}
}
