package scan

import (
	"strings"
	"testing"
)

func TestStringsAreScannedAtEveryAlignment(t *testing.T) {
	for n := range 40 {
		for _, special := range []string{"", `\n`, `\"`, `\\`, `\u00e9`, "é", "\xff"} {
			plain := strings.Repeat("x", n)
			if !Valid([]byte(`"` + plain + special + plain + `"`)) {
				t.Errorf("%d, %q: refused", n, special)
			}
		}
		for _, wrong := range []string{"\n", "\x00", "\x1f", `\`, `\q`, `\u12`} {
			if Valid([]byte(`"` + strings.Repeat("x", n) + wrong + `"`)) {
				t.Errorf("%d, %q: passed", n, wrong)
			}
		}
	}
}
