package build

import "testing"

func TestAPlaceMovesWithItsItem(t *testing.T) {
	const was, answered = `{"input":["a","p"]}`, `{"input":["a","answer","p"]}`
	tests := []struct {
		pointer, was, now, want string
		ok                      bool
	}{
		{"/temperature", was, answered, "/temperature", true},
		{"/input", was, answered, "/input", true},
		{"/input/0/content", was, answered, "/input/0/content", true},
		{"/input/1/content/0", was, answered, "/input/2/content/0", true},
		{"/input/1", was, `{"input":["a"]}`, "/input/1", false},
		{"/input/1/content", was, `{"input":["a","q"]}`, "/input/1/content", true}, // it alone was edited
		{"/input/1/content", was, `{"input":["b","q"]}`, "/input/1/content", false},
		{"/input/0/content", was, `{}`, "/input/0/content", false},
	}
	for _, tt := range tests {
		if got, ok := movedTo(tt.pointer, []byte(tt.was), []byte(tt.now)); got != tt.want && ok || ok != tt.ok {
			t.Errorf("%s of %s in %s: %s %v, want %s %v", tt.pointer, tt.was, tt.now, got, ok, tt.want, tt.ok)
		}
	}
	for gap, want := range map[int]int{0: 0, 1: 2, 2: 3} {
		if got := compareItems([]byte(was), []byte(answered)).gap(gap); got != want {
			t.Errorf("gap %d: %d, want %d", gap, got, want)
		}
	}
}
