package config

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"
)

// TestAFaultLeavesTheOtherProfiles, wherever it is.
func TestAFaultLeavesTheOtherProfiles(t *testing.T) {
	const good = "[profiles.a]\nbase_url = \"https://a.test\"\n\n[profiles.a.headers]\n# why\nX-One = \"1\"\n"
	cases := map[string]struct {
		text string
		want string
	}{
		"an unknown key":        {good + "[profiles.b]\nbase_ulr = \"https://b.test\"\n[profiles.c]\nmodel = \"m\"\n", "a c"},
		"a wrong type":          {"mouse = 3\n" + good + "[profiles.b]\nmodel = 5\n", "a"},
		"broken TOML":           {good + "[profiles.b]\nbase_url = \n[profiles.c]\nmodel = \"m\"\n", "a c"},
		"broken at first":       {"theme = \"dark\n" + good, "a"},
		"a value that cannot":   {good + "[profiles.b]\nauth = \"digest\"\n", "a"},
		"a table twice":         {good + "[profiles.b]\nmodel = \"m\"\n[profiles.b]\nmodel = \"n\"\n", "a"},
		"a fault in a subtable": {good + "[profiles.b]\nmodel = \"m\"\n[profiles.b.headers]\nX = 5\n", "a"},
		"elsewhere":             {good + "[history]\nkeep_days = -1\n", "a"},
		"a heading in a text":   {"x = \"\"\"\n[profiles.evil]\n\"\"\"\n" + good, "a"},
		"dotted":                {"[profiles]\na.base_url = \"https://a.test\"\n[keys]\npalette = 3\n", "a"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			f, err := Parse("config.toml", []byte(c.text))
			var wrong *Wrong
			if !errors.As(err, &wrong) || wrong.Rest == nil || f != nil {
				t.Fatalf("%v, %v", f, err)
			}
			if got := strings.Join(slices.Sorted(maps.Keys(wrong.Rest.Profiles)), " "); got != c.want {
				t.Errorf("left are %q, want %q", got, c.want)
			}
		})
	}
}
