package history

import (
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/state"
	"gatehouse/state/answer/run"
	"gatehouse/state/dialect/usage"
)

// TestEntriesComeBackFromTheirColumns as they were written, from both databases' forms of a truth.
func TestEntriesComeBackFromTheirColumns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.SampledFrom([]string{"", "a", "b c", "é*"})
		names := func(name string) []string {
			return rapid.SampledFrom([][]string{nil, {"a"}, {"a", "b c"}}).Draw(t, name)
		}
		figure := rapid.Int64Range(-1, 1e12)
		e := Entry{ID: "x", Asked: word.Draw(t, "asked"), Verdict: state.Failed, Status: StatusUnknown, TTFTUS: figure.Draw(t, "ttft"), Cost: -1,
			Guardrails: names("guardrails"), Lint: names("lint"), Run: rapid.Int64Range(0, 3).Draw(t, "run"), Calls: rapid.IntRange(0, 2).Draw(t, "calls"),
			Joined: rapid.SampledFrom(run.Evidences[:]).Draw(t, "joined"), Undated: rapid.Bool().Draw(t, "undated"), By: word.Draw(t, "by")}
		e.Kind, e.Turn, e.Tokens.Counts = state.Rerank, 3, usage.None()
		e.Tokens.Counts[usage.Input] = int(figure.Draw(t, "input"))
		if err := keyOf(&e).Scan(int64(1_790_000_000_000_000)); err != nil {
			t.Fatal(err)
		}
		if rapid.Bool().Draw(t, "goes on") {
			e.Parent = e.Key - rapid.Int64Range(-5, 5).Draw(t, "gap")
		}
		var got Entry
		into := ScanTargets(columns, &got)
		for i, v := range Values(columns, e.Key, &e) {
			if v == true && rapid.Bool().Draw(t, "SQLite") {
				v = int64(1)
			}
			if err := into[i].(Value).Scan(v); err != nil {
				t.Fatalf("%s: %v", columns[i].Name, err)
			}
		}
		if !reflect.DeepEqual(got, e) {
			t.Fatalf("%+v, want %+v", got, e)
		}
	})
}

// TestColumnsDifferInNamesAndPlaces.
func TestColumnsDifferInNamesAndPlaces(t *testing.T) {
	seen := map[any]string{}
	for _, c := range columns {
		keys := []any{"column " + c.Name}
		if c.Filter.Name != "" {
			keys = append(keys, "filter "+c.Filter.Name)
		}
		if c.Member != "" {
			keys = append(keys, "member "+c.Member)
		}
		if c.Cell.Title != "" {
			keys = append(keys, [2]any{"cell", c.Cell.Place}, "cell "+c.Cell.Title)
		}
		if c.Group.Name != "" {
			keys = append(keys, [2]any{"group", c.Group.Place}, "group "+c.Group.Name)
		}
		for _, key := range keys {
			if other := seen[key]; other != "" {
				t.Errorf("%v is of %s and of %s", key, other, c.Name)
			}
			seen[key] = c.Name
		}
	}
}
