package config

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"
)

// TestAFaultLeavesTheOtherProfiles, wherever it is, and those that have one are named.
func TestAFaultLeavesTheOtherProfiles(t *testing.T) {
	const good = "[profiles.a]\nbase_url = \"https://a.test\"\n\n[profiles.a.headers]\n# why\nX-One = \"1\"\n"
	cases := map[string]struct {
		text string
		want string
		not  string
	}{
		"an unknown key":        {good + "[profiles.b]\nbase_ulr = \"https://b.test\"\n[profiles.c]\nmodel = \"m\"\n", "a c", "b"},
		"a wrong type":          {"mouse = 3\n" + good + "[profiles.b]\nmodel = 5\n", "a", "b"},
		"broken TOML":           {good + "[profiles.b]\nbase_url = \n[profiles.c]\nmodel = \"m\"\n", "a c", "b"},
		"broken at first":       {"theme = \"dark\n" + good, "a", ""},
		"a value that cannot":   {good + "[profiles.b]\nauth = \"digest\"\n", "a", "b"},
		"a table twice":         {good + "[profiles.b]\nmodel = \"m\"\n[profiles.b]\nmodel = \"n\"\n", "a", "b"},
		"a fault in a subtable": {good + "[profiles.b]\nmodel = \"m\"\n[profiles.b.headers]\nX = 5\n", "a", "b"},
		"elsewhere":             {good + "[history]\nkeep_days = -1\n", "a", ""},
		"a heading in a text":   {"x = \"\"\"\n[profiles.evil]\n\"\"\"\n" + good, "a", ""},
		"dotted":                {"[profiles]\na.base_url = \"https://a.test\"\n[keys]\npalette = 3\n", "a", ""},
		"one table for all":     {"[profiles]\nb.base_ulr = \"https://b.test\"\nc.model = \"m\"\n" + good, "a", "b c"},
		"inline":                {"profiles = { b = { base_ulr = \"https://b.test\" } }\n", "", "b"},
		"dotted and broken":     {"profiles.b.base_url = \nmouse = true\n" + good, "a", "b"},
		"an open heading":       {good + "[profiles.b\nbase_url = \"https://b.test\"\n", "a", "b"},
		"a heading misspelled":  {good + "[profile.b]\nbase_url = \"https://b.test\"\n[Profiles.c]\nmodel = \"m\"\n", "a", "b c"},
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
			if got := strings.Join(wrong.Rest.Faulty, " "); got != c.not {
				t.Errorf("with a fault are %q, want %q", got, c.not)
			}
		})
	}
}
