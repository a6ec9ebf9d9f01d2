package sim_test

import (
	"bytes"
	"image/color"
	"image/png"
	"testing"

	"gatehouse/gateway/sim"
)

func TestPNG(t *testing.T) {
	seen := map[string]bool{}
	for _, prompt := range []string{"", "a lighthouse", "a river", "ein Fluß"} {
		b := sim.PNG(prompt)
		img, err := png.Decode(bytes.NewReader(b))
		if err != nil || img.Bounds().Dx() != 96 || img.Bounds().Dy() != 96 {
			t.Fatalf("%q: %v", prompt, err)
		}
		if !bytes.Equal(b, sim.PNG(prompt)) {
			t.Errorf("%q is drawn differently at the second time", prompt)
		}
		if seen[string(b)] || len(b) > 4<<10 {
			t.Errorf("%q: %d bytes, seen before: %t", prompt, len(b), seen[string(b)])
		}
		seen[string(b)] = true
		white := 0
		for y := range 96 {
			for x := range 96 {
				if img.At(x, y) == (color.RGBA{255, 255, 255, 255}) {
					white++
				}
			}
		}
		// The dots of S, I and M, nine pixels each.
		if white != 9*(11+9+13) {
			t.Errorf("%q: %d white pixels", prompt, white)
		}
	}
}
