//go:build unix

package process

import "testing"

func TestOnlyAJobOfAShellCanBeResumed(t *testing.T) {
	const self = 100
	for name, c := range map[string]struct {
		table map[int]process
		want  bool
	}{
		"a job of a shell":                      {map[int]process{self: {90, 100, 90}, 90: {80, 90, 90}}, true},
		"a pipeline's second command":           {map[int]process{self: {90, 99, 90}, 90: {80, 90, 90}}, true},
		"in a wrapper that is a job":            {map[int]process{self: {99, 99, 90}, 99: {90, 99, 90}, 90: {80, 90, 90}}, true},
		"a session leader":                      {map[int]process{self: {80, 100, 100}, 80: {1, 80, 80}}, false},
		"in a wrapper that is a session leader": {map[int]process{self: {99, 99, 99}, 99: {80, 99, 99}, 80: {1, 80, 80}}, false},
		"the first process of a container":      {map[int]process{self: {0, 100, 100}, 0: {0, 100, 100}}, false},
		"below the first one of a container":    {map[int]process{self: {99, 99, 99}, 99: {0, 99, 99}}, false},
		"its shell has gone":                    {map[int]process{self: {1, 100, 90}, 1: {0, 1, 1}}, false},
		"a parent that may not be asked":        {map[int]process{self: {90, 100, 90}}, false},
		"nothing is known":                      {nil, false},
		"a circle":                              {map[int]process{self: {99, 99, 90}, 99: {100, 99, 90}}, false},
	} {
		look := func(id int) (process, bool) { p, ok := c.table[id]; return p, ok }
		if got := resumable(self, look); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
