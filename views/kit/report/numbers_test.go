package report

import (
	"testing"

	"pgregory.net/rapid"

	"gatehouse/state/answer/figures"
)

// TestBarHasACellForEachPart: whatever the proportions, the bar is as wide as
// it should be, and what took any time shows.
func TestBarHasACellForEachPart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var times figures.Times
		some := 0
		for _, us := range rapid.SliceOfN(rapid.Int64Range(0, 1<<rapid.IntRange(0, 40).Draw(t, "scale")), 1, 25).Draw(t, "lengths") {
			times.Segments = append(times.Segments, figures.Segment{LenUS: us})
			if us > 0 {
				some++
			}
		}
		width := rapid.IntRange(0, 120).Draw(t, "width")
		sum := 0
		for i, n := range cells(times, width) {
			sum += n
			if n < 0 || n > 0 && times.Segments[i].LenUS == 0 || n == 0 && times.Segments[i].LenUS > 0 && width >= some {
				t.Fatalf("%d µs has %d of %d cells", times.Segments[i].LenUS, n, width)
			}
		}
		if some > 0 && sum != width {
			t.Fatalf("%d cells of %d", sum, width)
		}
	})
}

// TestComparedNamesAreBothShown: without their vendors before they are cut.
func TestComparedNamesAreBothShown(t *testing.T) {
	const pair = "sim/trigram − sim/position"
	for cells, want := range map[int]string{
		40: pair, 26: pair, 25: "trigram − position", 18: "trigram − position", 17: "trigram − pos…ion", 14: "tr…am − pos…on", 12: "sim/tr…ition",
	} {
		if got := shortName(pair, cells); got != want {
			t.Errorf("%d cells: %q, want %q", cells, got, want)
		}
	}
	if got := shortName("cohere/rerank-v3.5", 10); got != "coher…v3.5" {
		t.Error(got)
	}
}
