package wire

import (
	"fmt"
	"testing"
)

func TestInternGivesOneString(t *testing.T) {
	var n Intern
	first := n.String([]byte("response.output_text.delta"))
	n.String([]byte("another"))
	buf := []byte("response.output_text.delta")
	again := n.String(buf)
	buf[0] = 'X'
	if again != first || again != "response.output_text.delta" {
		t.Errorf("%q, %q", first, again)
	}
	if got := testing.AllocsPerRun(100, func() { n.String([]byte("another")); n.String([]byte("response.output_text.delta")) }); got != 0 {
		t.Errorf("%v allocations for strings that are known", got)
	}
	if n.String(nil) != "" || new(Intern).String(nil) != "" {
		t.Error("an empty string is not empty")
	}
}

func TestInternIsBounded(t *testing.T) {
	var n Intern
	for i := range 3 * maxInterned {
		if want := fmt.Sprintf("item_%d", i); n.String([]byte(want)) != want {
			t.Fatalf("not %s", want)
		}
	}
	if len(n.seen) > maxInterned {
		t.Errorf("%d strings are remembered", len(n.seen))
	}
}
