package team_test

import (
	"strings"
	"testing"
	"time"

	"gatehouse/state/archive"
	"gatehouse/state/archive/team"
	"gatehouse/state/history"
	"gatehouse/state/history/query"
)

// TestTextsThatPostgresDoesNotStore: U+0000 (https://www.postgresql.org/docs/current/datatype-character.html) and invalid
// UTF-8 in any column of text are replaced: the exchange is shared, updated and found.
func TestTextsThatPostgresDoesNotStore(t *testing.T) {
	s, _ := initialized(t)
	one, texts := some(t, 1)[0], 0
	for i, c := range history.Columns() {
		if !c.IsText() {
			continue
		}
		texts++
		for j, text := range []string{"a\x00b", "a\xffb", "\x00", `a\u0000b`, "a\ufffdb"} {
			x := one
			x.Entry.ID = c.Name + string(rune('a'+j))
			x.Entry.Key += int64(i*10+j) * int64(time.Minute/time.Microsecond)
			if err := c.Of(&x.Entry).Scan(text); err != nil {
				t.Fatal(err)
			}
			w := writer
			switch c.Name {
			case "by":
				w.By = text
			case "host":
				w.Host = text
			}
			for range 2 { // it is updated where it is there
				if _, err := s.Put(t.Context(), w, []team.Shared{x}); err != nil {
					t.Fatalf("%s: %q: %v", c.Name, text, err)
				}
			}
			x.Renew = true
			if gone, err := s.Put(t.Context(), w, []team.Shared{x}); err != nil || len(gone) > 0 {
				t.Fatalf("%s: %q: gone %v, %v", c.Name, text, gone, err)
			}
		}
	}
	if n := listed(t, s); texts < 10 || n != texts*5-2 { // three names of exchanges are stored as one
		t.Errorf("%d exchanges of %d columns are listed", n, texts)
	}
	for filter, want := range map[string]int{"model:=a\ufffdb": 3, `model:=a\u0000b`: 1, "model:=\ufffd": 1, "session:=a\x00b": 3} {
		q, err := query.Parse(filter, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		list, err := s.List(t.Context(), archive.Page{Query: q, Limit: -1})
		if err != nil || len(list) != want {
			t.Errorf("%q: %d exchanges, want %d: %v", filter, len(list), want, err)
		}
	}
	x := one
	w := team.Writer{By: "a\x00", Host: "b\x00", Program: "c\x00", Source: "d\x00"}
	x.Entry.ID, x.Entry.Run = "run", 7
	x.Text.Prompts = strings.Repeat("a\x00b ", 3)
	if _, err := s.Put(t.Context(), w, []team.Shared{x}); err != nil {
		t.Error(err)
	}
}
