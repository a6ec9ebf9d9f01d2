package dataset_test

import (
	"reflect"
	"slices"
	"testing"

	"gatehouse/state/rank"
	"gatehouse/state/rank/dataset"
)

// threeDocuments is a set without ids.
func threeDocuments() dataset.Set {
	s := dataset.Set{}.WithDocuments(dataset.TextDocument("a"), dataset.TextDocument("b"), dataset.TextDocument("c"))
	return s.WithQuery(0, dataset.Query{Text: "first"}).WithQuery(1, dataset.Query{Text: "second"}).WithMark(0, 2, 1)
}

func TestSetsIncludeRunsOfOtherSystems(t *testing.T) {
	run, err := dataset.ReadRun("x.run", []byte("1 Q0 3 1 0.125 search\n1 Q0 2 2 0.1 search\n9 Q0 1 1 1 search\n"))
	if err != nil {
		t.Fatal(err)
	}
	s, queries, unknown, err := threeDocuments().WithRun(run)
	if err != nil || queries != 1 || unknown != 0 {
		t.Fatal(queries, unknown, err)
	}
	if again, _, _, err := s.WithRun(run); err != nil || len(again.Runs) != 1 {
		t.Errorf("the same run is taken in twice: %d %v", len(again.Runs), err)
	}
	text, err := s.JSON()
	if err != nil {
		t.Fatal(err)
	}
	opened, err := dataset.Open(text)
	if err != nil || !reflect.DeepEqual(opened.Runs, s.Runs) {
		t.Errorf("%+v %v", opened.Runs, err)
	}
	// It stays with its documents where another is removed.
	b := dataset.Bench{Set: opened.WithoutDocument(0), Models: []string{"search"}, Results: make([][]dataset.Result, 2)}
	for q := range b.Results {
		b.Results[q] = make([]dataset.Result, 1)
	}
	all := b.WithRuns()
	if !slices.Equal(all.Models, []string{"search", "search (2)"}) || len(b.Results[0]) != 1 {
		t.Errorf("%v, %d results of the first", all.Models, len(b.Results[0]))
	}
	if g := all.Measure(rank.Measure{Kind: rank.MRR}).Grid; g[0][1] != 1 {
		t.Errorf("%v", g)
	}
}

func TestRunsThatDoNotFit(t *testing.T) {
	run, _ := dataset.ReadRun("x.run", []byte("q Q0 3 1 1 search\n"))
	if _, _, _, err := threeDocuments().WithRun(run); err == nil || err.Error() != "none of its queries is in the set, whose first has the id 1" {
		t.Error(err)
	}
	for text, want := range map[string]string{
		`{"kind":"rerank-set","queries":["q"],"documents":["a"],"runs":[{"queries":{}}]}`:                       `runs[0]: must be an object with "tag" and "queries"`,
		`{"kind":"rerank-set","queries":["q"],"documents":["a"],"runs":[{"tag":"s","queries":{"1":{"1":""}}}]}`: `runs[0].queries["1"]["1"]: the score must be a number`,
	} {
		if _, err := dataset.Open([]byte(text)); err == nil || err.Error() != want {
			t.Errorf("%v", err)
		}
	}
}

func TestRunsAreKnownByTheirFirstLine(t *testing.T) {
	for text, want := range map[string]bool{
		"q1 Q0 d1 1 0.5 tag\nq1 Q0 d2": true, "\n q1\tq0\td1\t1\t-3e2\ttag": true, "one two three four five six": false, "q1 Q0 d1 1 high tag": false, "": false,
	} {
		if dataset.IsRun([]byte(text)) != want {
			t.Errorf("%q", text)
		}
	}
}
