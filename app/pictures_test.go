package app

import (
	"os"
	"regexp"
	"testing"

	"gatehouse/app/inspect"
)

// TestEveryScreenHasAPicture: the manual shows each screen and each tab of the inspector.
func TestEveryScreenHasAPicture(t *testing.T) {
	scenes, err := os.ReadFile("../docs/pictures/scenes.go")
	if err != nil {
		t.Fatal(err)
	}
	shown := map[string]bool{}
	for _, m := range regexp.MustCompile(`shows: "([^"]+)"`).FindAllSubmatch(scenes, -1) {
		shown[string(m[1])] = true
	}
	bubble(t, 80, 24, nil, func(d *driver) {
		for _, r := range d.m.screens.rows {
			tabs, ok := r.Screen.(*inspect.Screen)
			if !ok {
				if !shown[r.name] {
					t.Errorf("no scene of docs/pictures shows %s", r.name)
				}
				continue
			}
			for _, tab := range tabs.Pages() {
				if !shown[tab.Title] {
					t.Errorf("no scene of docs/pictures shows the tab %s", tab.Title)
				}
			}
		}
	})
}
