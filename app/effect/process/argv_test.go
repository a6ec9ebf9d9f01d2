package process

import (
	"slices"
	"testing"
)

func TestArgv(t *testing.T) {
	for line, want := range map[string][]string{
		`echo a  'b c' "d e" f\ g`: {"echo", "a", "b c", "d e", "f g"},
		`jq '.a | "$b"'`:           {"jq", `.a | "$b"`},
		"":                         nil,
		`echo $HOME`:               nil,
		"echo `date`":              nil,
		`echo "$(date)"`:           nil,
		`echo 'a`:                  nil,
	} {
		if got, err := Argv(line); (err != nil) != (want == nil) || err == nil && !slices.Equal(got, want) {
			t.Errorf("%s: %q, %v", line, got, err)
		}
	}
}
