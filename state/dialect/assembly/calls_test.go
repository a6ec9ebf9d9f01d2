package assembly

import "testing"

// TestAnIDDecides: then a name, then the index; else a piece belongs to the last call.
func TestAnIDDecides(t *testing.T) {
	var c Calls
	for i, step := range []struct {
		piece         Piece
		call          int
		opened, doubt bool
	}{
		{Piece{Index: 0, Indexed: true, ID: "a", Name: "get_"}, 0, true, false},
		{Piece{Index: 0, Indexed: true, Name: "weather"}, 0, false, false},
		{Piece{Index: 1, Indexed: true, ID: "a", Input: true}, 0, false, false},
		{Piece{Index: 1, Indexed: true, Input: true}, 0, false, false},
		{Piece{Index: 0, Indexed: true, Name: "get_weather", Input: true}, 0, false, false},
		{Piece{Index: 0, Indexed: true, ID: "b", Name: "f"}, 1, true, false},
		{Piece{Index: 7, Indexed: true, Input: true}, 1, false, true},
		{Piece{Index: 0, Indexed: true, Name: "g"}, 2, true, false},
		{Piece{Index: 0, Input: true}, 2, false, false},
		{Piece{Index: 1, ID: "a", Name: "other", Input: true}, 3, true, true},
	} {
		other := c.Clone()
		if n, opened, doubt := c.Add(step.piece); n != step.call || opened != step.opened || doubt != step.doubt {
			t.Errorf("%d: %+v: call %d, %v, %v", i, step.piece, n, opened, doubt)
		}
		if n, _, _ := other.Add(step.piece); n != step.call {
			t.Errorf("%d: a copy says %d", i, n)
		}
	}
	if c.Name(0) != "get_weather" || c.ID(0) != "a" || c.Name(2) != "g" || c.ID(2) != "" {
		t.Errorf("%+v", c.all)
	}
}
