package relay

import "testing"

// TestRulesAreWrittenAsTheyAreRead by a shell and the flag.
func TestRulesAreWrittenAsTheyAreRead(t *testing.T) {
	for _, c := range []struct {
		rule Rule
		want string
	}{
		{Rule{When: "model:gpt-*", Request: ".temperature = 0"}, "--set 'model:gpt-* => .temperature = 0'"},
		{Rule{Request: `.a = "it's"`}, `--set '=> .a = "it'\''s"'`},
		{Rule{When: "path:/responses", Request: ".a = 1", To: "local", Fault: "cut@1"}, "--set 'path:/responses => .a = 1' --redirect 'path:/responses => local' --fault 'path:/responses => cut@1'"},
		{Rule{When: "path:/responses", Fault: "cut@1", InFile: true}, "the rule 'path:/responses => cut@1' of config.toml"},
		{Rule{When: "model:a", Request: ".a = 1", To: "local", InFile: true}, "the rule 'model:a => .a = 1', 'model:a => local' of config.toml"},
	} {
		if got := c.rule.String(); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
	for _, f := range RuleFlags {
		r, err := f.Parse(f.Example)
		if err != nil || r.String() != f.Name+" '"+f.Example+"'" {
			t.Errorf("%s: %v, %v", f.Example, r, err)
		}
		if _, err := f.Parse("model:a =>"); err == nil {
			t.Errorf("%s: no error for a rule that does nothing", f.Name)
		}
	}
}
