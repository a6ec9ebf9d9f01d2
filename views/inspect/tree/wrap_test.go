package tree

import (
	"strings"
	"testing"
)

// TestAWrappedValueIsComplete: a hyphen at the edge was cut off with its row.
func TestAWrappedValueIsComplete(t *testing.T) {
	for _, width := range []int{80, 120} {
		for n := width - 40; n < width+20; n++ {
			text := strings.Repeat("y", n) + " - end"
			m := New(styles(), keys())
			m.SetContent(Content{Title: "Body", JSON: []byte(`{"input":[{"role":"user","content":"` + text + `"}]}`)})
			if s := newStage(m, width, 24); strings.Count(s.screen(), "-") != 1 {
				t.Fatalf("%d letters in %d cells:\n%s", n, width, s.screen())
			}
		}
	}
}
