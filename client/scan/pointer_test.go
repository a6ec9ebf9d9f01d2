package scan

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestPointer(t *testing.T) {
	for pointer, want := range map[string][]string{
		"":        nil,
		"/":       {""},
		"/a/0/b":  {"a", "0", "b"},
		"/a~1b":   {"a/b"},
		"/~01":    {"~1"}, // not a slash: RFC 6901, 4
		"/m~0n//": {"m~n", "", ""},
	} {
		if got, ok := PathOf(pointer); !ok || !slices.Equal(got, want) {
			t.Errorf("%q: %q %v, want %q", pointer, got, ok, want)
		}
		if got := Pointer(want...); got != pointer {
			t.Errorf("%q: %q, want %q", want, got, pointer)
		}
	}
	if _, ok := PathOf("a"); ok {
		t.Error("a pointer that begins with no slash is taken")
	}
}

func TestJQPaths(t *testing.T) {
	for pointer, want := range map[string]string{
		"":                     ".",
		"/plugins/0/max_price": "plugins[0].max_price",
		"/metadata/a b/c":      `metadata["a b"].c`,
		"/a~1b":                `["a/b"]`,
		"/provider/only/10":    "provider.only[10]",
		"/provider/-1":         `provider["-1"]`,
		"/metadata/\xff":       `metadata["\ufffd"]`,
	} {
		if got := JQOf(pointer); got != want {
			t.Errorf("%q: %s, want %s", pointer, got, want)
		}
	}
}

func TestPointerAndPathAgree(t *testing.T) {
	token := rapid.StringOf(rapid.SampledFrom([]rune("~/01a\"é")))
	rapid.Check(t, func(t *rapid.T) {
		path := rapid.SliceOfN(token, 0, 4).Draw(t, "path")
		if got, ok := PathOf(Pointer(path...)); !ok || !slices.Equal(got, path) {
			t.Fatalf("%q: %q", path, got)
		}
	})
}
