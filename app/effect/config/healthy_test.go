package config

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"
)

// TestAFaultLeavesTheOtherProfiles, and those that have one are named. None is left if the fault
// may be in any of them.
func TestAFaultLeavesTheOtherProfiles(t *testing.T) {
	const good = "[profiles.a]\nbase_url = \"https://a.test\"\n\n[profiles.a.headers]\n# why\nX-One = \"1\"\n"
	cases := map[string]struct {
		text string
		want string
		not  string
	}{
		"an unknown key":      {good + "[profiles.b]\nbase_ulr = \"https://b.test\"\n[profiles.c]\nmodel = \"m\"\n", "a c", "b"},
		"a value that cannot": {good + "[profiles.b]\nauth = \"digest\"\n", "a", "b"},
		"elsewhere":           {good + "[history]\nkeep_days = -1\n", "a", ""},
		"one table for all":   {"[profiles]\nb.base_ulr = \"https://b.test\"\nc.model = \"m\"\n" + good, "a c", "b"},
		"a wrong type":        {"mouse = 3\n" + good, "none", ""},
		"broken TOML":         {good + "[profiles.b]\nbase_url = \n[profiles.c]\nmodel = \"m\"\n", "none", ""},
		"inline":              {"profiles = { b = { base_ulr = \"https://b.test\" } }\n", "none", ""},
		"a word misspelled":   {good + "[Profiles.c]\nmodel = \"m\"\n", "none", ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			f, err := Parse("config.toml", []byte(c.text))
			var wrong *Wrong
			if !errors.As(err, &wrong) || (wrong.Rest == nil) != (c.want == "none") || f != nil {
				t.Fatalf("%v, %v", f, err)
			}
			if wrong.Rest == nil {
				return
			}
			if got := strings.Join(slices.Sorted(maps.Keys(wrong.Rest.Profiles)), " "); got != c.want {
				t.Errorf("left are %q, want %q", got, c.want)
			}
			if got := strings.Join(wrong.Rest.Faulty, " "); got != c.not {
				t.Errorf("with a fault are %q, want %q", got, c.not)
			}
		})
	}
}
