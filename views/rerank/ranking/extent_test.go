package ranking

import (
	"fmt"
	"strings"
	"testing"

	"gatehouse/views/kit/text"
)

// many is a comparison of n documents by models that reverse their order.
func many(n, models, width, height int) *Model {
	m := model(width, height)
	m.SetDocuments(strings.Split(strings.Repeat("some words of it\n", n-1)+"last", "\n"))
	var columns []Column
	for i := range models {
		docs := identity(n).seq
		for j := range docs {
			docs[j] = n - 1 - j
		}
		columns = append(columns, ranked(fmt.Sprintf("sim/model-%d", i), 0, order(n, 0, 1e-5, docs...)))
	}
	m.SetColumns(columns)
	return m
}

// head is what the head says over the request's order.
func head(m *Model) string {
	var out []string
	for _, line := range strings.Split(plain(m), "\n")[:m.headRows()] {
		out = append(out, strings.TrimRight(text.Cut(line, 0, m.measure().input), " "))
	}
	return strings.Join(out, "|")
}

// Where not all rows are shown the head shows which are, and of how many where
// that fits; it stays at its place while they go by.
func TestTheHeadSaysWhichRowsAreShown(t *testing.T) {
	for _, c := range []struct {
		n, models, width int
		keys             string
		want             string
	}{
		{8, 2, 80, "", "❯ input order||served"},
		{200, 2, 80, "", "❯ input order|1–15 of 200|served"},
		{200, 2, 80, "G", "❯ input order|186–200 of 200|served"},
		{200, 2, 80, "lo", "input order|sorted   1–15|served"},
		{200, 2, 160, "loo", "documents|by sim/model-0   186–200 of 200|served"},
		{200, 4, 80, "llllg", "input order|‹ 2 more|served  1–15"},
		{10_000, 2, 80, "G", "❯ input order|9,986–10,000|served"},
		{10_000, 2, 160, "G", "❯ input order|9,986–10,000 of 10,000|served"},
		{200, 0, 80, "", "❯ input order|1–16 of 200"},
	} {
		m := many(c.n, c.models, c.width, 18)
		m.press(strings.Split(c.keys, "")...)
		if got := head(m); got != c.want {
			t.Errorf("%d documents, %d models, %d columns, %q: %q, want %q", c.n, c.models, c.width, c.keys, got, c.want)
		}
	}
}

// A line that ends an order is no row: the rows are those of documents.
func TestTheLineOfACutIsNoRow(t *testing.T) {
	m := model(80, minHead+1+4, ranked("a", 3, order(8, 3, 0.1, 5, 2, 0)))
	for line, want := range []string{"1–3 of 8", "2–4 of 8", "3–5 of 8", "4–6 of 8", "4–7 of 8", "5–8 of 8"} {
		m.top = line
		m.changed()
		if got := head(m); !strings.Contains(got, "|"+want+"|") {
			t.Errorf("from line %d on: %q, want %q", line, got, want)
		}
	}
}
