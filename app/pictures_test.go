package app_test

import (
	"os"
	"regexp"
	"testing"

	"gatehouse/app/apptest"
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
	apptest.Run(t, 80, 24, nil, func(d *apptest.Driver) {
		names, _ := d.Names()
		for i, s := range d.Screens() {
			tabs, ok := s.(*inspect.Screen)
			if !ok {
				if !shown[names[i]] {
					t.Errorf("no scene of docs/pictures shows %s", names[i])
				}
				continue
			}
			for _, tab := range tabs.Pages() {
				if !tab.Absent && !shown[tab.Title] {
					t.Errorf("no scene of docs/pictures shows the tab %s", tab.Title)
				}
			}
		}
	})
}
