package app

import "testing"

func TestAPlaceIsCarriedToWhereItsItemStandsByNow(t *testing.T) {
	const was, came = `{"input":["a","p"]}`, `{"input":["a","answer","p"]}`
	tests := []struct {
		pointer, was, now, want string
		ok                      bool
	}{
		{"/temperature", was, came, "/temperature", true},
		{"/input", was, came, "/input", true},
		{"/input/0/content", was, came, "/input/0/content", true},
		{"/input/1/content/0", was, came, "/input/2/content/0", true},
		{"/input/1", was, `{"input":["a"]}`, "/input/1", false},
		{"/input/1/content", was, `{"input":["a","q"]}`, "/input/1/content", true}, // it alone was edited
		{"/input/1/content", was, `{"input":["b","q"]}`, "/input/1/content", false},
		{"/input/0/content", was, `{}`, "/input/0/content", false},
	}
	for _, tt := range tests {
		if got, ok := carried(tt.pointer, []byte(tt.was), []byte(tt.now)); got != tt.want && ok || ok != tt.ok {
			t.Errorf("%s of %s in %s: %s %v, want %s %v", tt.pointer, tt.was, tt.now, got, ok, tt.want, tt.ok)
		}
	}
	for gap, want := range map[int]int{0: 0, 1: 2, 2: 3} {
		if got := shiftOf([]byte(was), []byte(came)).gap(gap); got != want {
			t.Errorf("gap %d: %d, want %d", gap, got, want)
		}
	}
}
