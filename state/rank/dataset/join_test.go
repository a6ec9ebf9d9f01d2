package dataset

import "testing"

func TestJoined(t *testing.T) {
	of := func(body string) Set {
		s, err := FromRequest([]byte(body))
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	set := of(`{"model":"a","query":"one","documents":["x",{"text":"y"}]}`)
	for _, c := range []struct {
		body            string
		queries, models int
		ok              bool
	}{
		{`{"model":"a","query":"one","documents":["x",{"text":"y"}]}`, 1, 1, true},
		{`{"model":"a","query":"two","documents":["x",{ "text": "y" }]}`, 2, 1, true},
		{`{"model":"a","top_n":1,"query":"two","documents":["x",{"text":"y"}]}`, 2, 2, true},
		{`{"model":"a","query":"three","documents":["x"]}`, 2, 2, false},
		{`{"query":"one","documents":["x",{"text":"y"}]}`, 2, 2, true},
	} {
		joined, ok := set.Joined(of(c.body))
		if ok != c.ok || len(joined.Queries) != c.queries || len(joined.Models) != c.models || len(joined.Documents) != 2 {
			t.Errorf("%s: %v, %d queries, %d models", c.body, ok, len(joined.Queries), len(joined.Models))
		}
		set = joined
	}
}
