package rerank_test

import (
	"fmt"
	"testing"

	"gatehouse/app/apptest"
	"gatehouse/views/overlay/preview"
)

// A copy leaves the preview open, for esc is to close it and not the screen below,
// and the result of the copy is shown with it.
func TestAPreviewStaysWhenItIsCopied(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 35}, {160, 45}} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			apptest.RunOnRerank(t, size[0], size[1], func(d *apptest.Driver) {
				copies := func(key, what string) {
					t.Helper()
					d.Press(key)
					d.Shows(what)
					if o := d.Overlays.Top(); o == nil {
						t.Fatalf("%s closes the preview", key)
					} else if _, ok := o.Pane.(*preview.Model); !ok {
						t.Fatalf("%s opens %s", key, o.Title)
					}
				}
				d.Press("e", "alt+p")
				copies("Y", ": curl command; by ")
				copies("y", ": request JSON; by ")
				d.Press("esc")
				if d.Overlays.Top() != nil || d.Focus().Screen() != "rerank" {
					t.Fatal("esc does not lead back to the comparison")
				}
				d.Press("f2")
				d.Type("hello")
				d.Press("alt+p")
				copies("Y", ": curl command; by ")
				d.Press("esc")
				d.Shows("❯ hello")
			})
		})
	}
}
