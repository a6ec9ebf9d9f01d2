package app

import (
	"fmt"
	"testing"

	"gatehouse/views/overlay/preview"
)

// A copy leaves the preview open, for esc is to close it and not the screen below,
// and the result of the copy is shown with it.
func TestAPreviewStaysWhenItIsCopied(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 35}, {160, 45}} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			onRerank(t, size[0], size[1], func(d *driver) {
				copies := func(key, what string) {
					t.Helper()
					d.keys(key)
					d.shows(what)
					if o := d.m.Overlays.Top(); o == nil {
						t.Fatalf("%s closes the preview", key)
					} else if _, ok := o.Pane.(*preview.Model); !ok {
						t.Fatalf("%s opens %s", key, o.Title)
					}
				}
				d.keys("e", "alt+p")
				copies("c", ": curl command; by ")
				copies("y", ": request JSON; by ")
				d.keys("esc")
				if d.m.Overlays.Top() != nil || d.m.screens.shown != rerankScreen {
					t.Fatal("esc does not lead back to the comparison")
				}
				d.keys("f2")
				d.typeText("hello")
				d.keys("alt+p")
				copies("c", ": curl command; by ")
				d.keys("esc")
				d.shows("❯ hello")
			})
		})
	}
}
