package models

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/client/read"
	"gatehouse/state/request/preview"
)

// list is what a service sends: one entry with all, one with an id alone.
const list = `{"data":[
 {"id":"a/plain"},
 {"id":"a/all","name":"All","description":"Does it.","created":200,"context_length":128000,
  "pricing":{"prompt":"0.0000005","completion":"0.0000015"},
  "supported_parameters":["tools","reasoning","structured_outputs","temperature"],
  "architecture":{"input_modalities":["text","image"],"output_modalities":["text"]},
  "endpoints":[{"provider":"North"},{"provider":"South"}]},
 {"id":"b/free","created":100,"context_length":8000,"pricing":{"prompt":"0","completion":"0"}},
 {"id":"b/router","pricing":{"prompt":"-1","completion":"-1"}},
 {"id":"c/rank","pricing":{"prompt":"0.00001","completion":"0"},"architecture":{"output_modalities":["rerank"]}}]}`

func readList(t testing.TB, text string) []Model {
	entries, err := read.Models([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return Read(entries, preview.ReadCatalogue(entries))
}

func slugs(all []Model) (out []string) {
	for _, m := range all {
		out = append(out, m.Slug)
	}
	return out
}

func TestReadsWhatAListSaysAndNoMore(t *testing.T) {
	all := readList(t, list)
	if m := all[0]; m.Priced() || m.Free() || m.Context != 0 || m.Created != 0 || len(m.Can) > 0 || len(m.Providers) > 0 {
		t.Errorf("of an id alone: %+v", m)
	}
	if m := all[1]; m.In != 0.5 || m.Out != 1.5 || m.Context != 128000 || !slices.Equal(m.Can, []string{Tools, Reasoning, Structured, Images}) ||
		!slices.Equal(m.Providers, []string{"North", "South"}) || m.About != "Does it." {
		t.Errorf("of all: %+v", m)
	}
	if m := all[3]; !m.Router || m.Priced() || m.Free() {
		t.Errorf("of a router: %+v", m)
	}
}

func TestQueries(t *testing.T) {
	all := readList(t, list)
	for line, want := range map[string]string{
		"":                   "a/plain a/all b/free b/router c/rank",
		"tools":              "a/all",
		"tools, images":      "a/all",
		"vision JSON":        "a/all",
		"free":               "b/free",
		"rerank":             "c/rank",
		"price<1":            "a/all b/free",
		"price<=0.5 out>$1":  "a/all",
		"ctx>100k":           "a/all",
		"context<0.1M":       "b/free",
		"in=10":              "c/rank",
		"tools price>1":      "",
		"thinking ctx>=128k": "a/all",
	} {
		q := ParseQuery(line)
		got := slugs(slices.DeleteFunc(slices.Clone(all), func(m Model) bool { return !q.Keeps(m) }))
		if strings.Join(got, " ") != want || q.Text != "" {
			t.Errorf("%q: %v and the text %q, want %s", line, got, q.Text, want)
		}
	}
	for line, text := range map[string]string{
		"coder tools": "coder", "vendor/free": "vendor/free", "price<abc": "price<abc", "a=b x": "a=b x", "price": "price",
	} {
		if q := ParseQuery(line); q.Text != text {
			t.Errorf("%q leaves %q, want %q", line, q.Text, text)
		}
	}
}

func TestOrders(t *testing.T) {
	all := readList(t, list)
	for o, want := range map[Order]string{
		Listed:    "c/rank b/free a/plain a/all b/router",
		ByPrice:   "b/free a/all c/rank a/plain b/router",
		ByContext: "a/all b/free a/plain b/router c/rank",
		ByName:    "a/all a/plain b/free b/router c/rank",
		Newest:    "a/all b/free a/plain b/router c/rank",
	} {
		if got := strings.Join(slugs(Sorted(all, o, []string{"c/rank"}, []string{"b/free", "c/rank", "gone"})), " "); got != want {
			t.Errorf("%s: %s, want %s", o, got, want)
		}
	}
}

// TestEveryOrderKeepsEveryModel: sorting loses none, whatever a list holds.
func TestEveryOrderKeepsEveryModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := make([]Model, rapid.IntRange(0, 20).Draw(t, "models"))
		for i := range all {
			all[i] = Model{
				Slug: rapid.StringMatching(`[a-c]/[a-c]{1,2}`).Draw(t, "slug"), Context: rapid.IntRange(0, 3).Draw(t, "context"),
				In: rapid.SampledFrom([]float64{math.NaN(), 0, 1, 2}).Draw(t, "in"), Out: rapid.SampledFrom([]float64{math.NaN(), 1}).Draw(t, "out"),
			}
		}
		for o := range Orders {
			got := slugs(Sorted(all, o, []string{"a/a"}, []string{"b/b"}))
			want := slugs(all)
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Fatalf("%s: %v, want %v", o, got, want)
			}
		}
	})
}

// FuzzRead reads entries of any kind and writes of any query.
func FuzzRead(f *testing.F) {
	f.Add(list, "tools price<1")
	f.Add(`[{"id":"a","pricing":"x","architecture":[1],"supported_parameters":{"a":null},"created":"never"}]`, "price<NaN ctx>1e999k")
	f.Fuzz(func(t *testing.T, text, line string) {
		entries, err := read.Models([]byte(text))
		if err != nil || !json.Valid([]byte(text)) {
			t.Skip()
		}
		q := ParseQuery(line)
		for _, m := range Read(entries, preview.ReadCatalogue(entries)) {
			q.Keeps(m)
			if m.In < 0 || m.Context < 0 {
				t.Errorf("a figure below 0: %+v", m)
			}
		}
	})
}
