package files

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestNameOf: the name contains words of any title, and is harmless.
func TestNameOf(t *testing.T) {
	for said, want := range map[string]string{
		"Which key should I rotate first?": "which-key-should-i-rotate.json",
		"":                                 "request.json",
		"../../etc/passwd":                 "etc-passwd.json",
		"…?":                               "request.json",
		"Mail bob@canary.example, please":  "mail-please.json",
		"password: hunter2canary":          "password.json",
		strings.Repeat("a", 100):           strings.Repeat("a", 48) + ".json",
	} {
		if got := NameOf(said, "request", ".json"); got != want {
			t.Errorf("%q is called %q, want %q", said, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		if got := NameOf(rapid.String().Draw(t, "said"), "request", ".json"); got != Name(got) || !strings.HasSuffix(got, ".json") {
			t.Errorf("%q", got)
		}
	})
}

// TestFree counts from the first name that is taken.
func TestFree(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.b-check.toml")
	for _, want := range []string{"a.b-check.toml", "a.b-check-2.toml", "a.b-check-3.toml"} {
		free := Free(path)
		if filepath.Base(free) != want {
			t.Errorf("%s, want %s", free, want)
		}
		if err := os.WriteFile(free, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
