package rerankset

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"

	"gatehouse/state/usage"
)

// Markdown writes the table as Markdown: the query; one row a run, with its cost and its
// quality by the marks; oddities of the answers; the agreement of each pair; and one row a
// document in the order of the request, with each column's rank, followed by = where a
// neighbour has the same score, and score.
func (t Table) Markdown() []byte {
	var out bytes.Buffer
	out.WriteString("**Query:** " + cell(t.Query) + "\n")
	t.runs(&out)
	t.warnings(&out)
	if pairs := t.pairs(); len(pairs) > 0 {
		fmt.Fprintf(&out, "\n| compared | tau-b | rho | RBO (p %s) | overlap | returned by both |\n|---|---:|---:|---:|---:|---:|\n", full(t.P))
		for _, p := range pairs {
			row(&out, cell(p.a.Label+", "+p.b.Label), rounded(p.TauB), rounded(p.Rho), rounded(p.RBO), fmt.Sprintf("%d of %d", p.Overlap, p.K), fmt.Sprintf("%d of %d", p.Shared, p.Documents))
		}
	}
	t.rows(&out)
	return out.Bytes()
}

// runs writes what each column was, and its figures where there are marks.
func (t Table) runs(out *bytes.Buffer) {
	judged := false
	for _, c := range t.Columns {
		judged = judged || !math.IsNaN(t.Judged(c).NDCG)
	}
	head, rule := []string{"model", "provider", "verdict", "ms", "tokens", "search units", "cost"}, "---|---|---|---:|---:|---:|---:|"
	if judged {
		head, rule = append(head, "nDCG@"+strconv.Itoa(t.Depth), "reciprocal rank", "average precision"), rule+"---:|---:|---:|"
	}
	out.WriteString("\n")
	row(out, head...)
	out.WriteString("|" + rule + "\n")
	for _, c := range t.Columns {
		cells := []string{cell(c.noted()), cell(c.Provider), cell(c.ended()), c.time(), c.tokens(), c.searches(), ""}
		if c.cost() != "" {
			cells[len(cells)-1] = "$" + short(usage.Dollars(c.Usage))
		}
		if j := t.Judged(c); judged {
			cells = append(cells, rounded(j.NDCG), rounded(j.RR), rounded(j.AP))
		}
		row(out, cells...)
	}
}

// warnings writes what is odd about the answers, a line each.
func (t Table) warnings(out *bytes.Buffer) {
	before := "\n"
	for _, c := range t.Columns {
		for _, text := range c.Notes {
			out.WriteString(before + "- " + cell(c.Label+": "+text) + "\n")
			before = ""
		}
	}
}

func (t Table) rows(out *bytes.Buffer) {
	head := []string{"# from 1", cell(t.marked())}
	for _, c := range t.Columns {
		head = append(head, cell(c.noted()), "score")
	}
	out.WriteString("\n")
	row(out, append(head, "document")...)
	out.WriteString("|---:|---:|" + strings.Repeat("---:|---:|", len(t.Columns)) + "---|\n")
	for doc, d := range t.Documents {
		cells := append(make([]string, 0, len(head)+1), strconv.Itoa(doc+1), t.mark(doc))
		for _, c := range t.Columns {
			rank := t.rank(c, doc)
			if c.tie(doc) != "" {
				rank += "="
			}
			cells = append(cells, rank, c.score(doc))
		}
		row(out, append(cells, cell(d.Text))...)
	}
}

func row(out *bytes.Buffer, cells ...string) {
	out.WriteString("|")
	for _, c := range cells {
		out.WriteString(" " + c + " |")
	}
	out.WriteString("\n")
}

// short writes a price to six digits: the rounding noise of a sum is of no use.
func short(cost float64) string {
	v, err := strconv.ParseFloat(strconv.FormatFloat(cost, 'g', 6, 64), 64)
	if err != nil {
		v = cost
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

func rounded(v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return strconv.FormatFloat(v, 'f', 3, 64)
}

// cell writes a text in one line, with what would end the cell or begin markup, and
// control characters, escaped.
func cell(text string) string {
	line := strings.Join(strings.Fields(visible(strings.ToValidUTF8(text, ""))), " ")
	return strings.NewReplacer(`\`, `\\`, "|", `\|`, "`", "\\`", "<", "&lt;", "*", `\*`, "_", `\_`, "[", `\[`).Replace(line)
}

// ended returns how a run ended, with the reason where there is no order.
func (c Answer) ended() string {
	switch {
	case c.Failure == "" && c.Verdict == "":
		return "not asked"
	case c.Failure == "":
		return string(c.Verdict)
	}
	return string(c.Verdict) + ": " + c.Failure
}
