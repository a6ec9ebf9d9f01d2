package dataset

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"gatehouse/state/text/spelling"
)

// Qrel is a mark as files of judgements have it.
type Qrel struct {
	Query, Document string // ids
	Mark            int
}

// ReadQrels reads judgements: lines of TREC, "query iteration document mark", or of BEIR, "query document mark" below a
// header. A mark below 0 counts as 0; a repeated line counts once. An error names file and line.
func ReadQrels(name string, data []byte) ([]Qrel, error) {
	var all []Qrel
	type first struct{ line, mark int }
	seen := map[[2]string]first{}
	err := records(name, data, func(line int, fields []string) error {
		switch {
		case len(fields) == 4:
			fields = []string{fields[0], fields[2], fields[3]}
		case len(fields) != 3:
			return fmt.Errorf("%d fields; a line is “query 0 document mark” (TREC) or “query document mark” (BEIR)", len(fields))
		case line == 1 && fields[2] == "score":
			return nil // the header
		}
		mark, err := markOf(fields[2])
		switch {
		case err != nil:
			return fmt.Errorf("the mark %q is no whole number", clipped(fields[2]))
		case mark > MaxMark:
			return fmt.Errorf("the mark %d is above %d; map the grades of the file to 0 to %d", mark, MaxMark, MaxMark)
		}
		key := [2]string{fields[0], fields[1]}
		switch had, twice := seen[key]; {
		case !twice:
			seen[key] = first{line, mark}
			all = append(all, Qrel{key[0], key[1], max(mark, 0)})
		case had.mark != mark:
			return fmt.Errorf("document %q of query %q has another mark in line %d; remove one of them", clipped(key[1]), clipped(key[0]), had.line)
		}
		return nil
	})
	if err == nil && len(all) == 0 {
		err = fmt.Errorf("%s: no judgement is in it; a line is “query 0 document mark”", name)
	}
	return all, err
}

// markOf parses a mark, an integer that may be written as 2.0.
func markOf(word string) (int, error) {
	number, fraction, _ := strings.Cut(word, ".")
	if strings.Trim(fraction, "0") != "" {
		return 0, strconv.ErrSyntax
	}
	return strconv.Atoi(number)
}

// records calls read with the fields of each line that is not blank, separated by tabs if there are some.
func records(name string, data []byte, read func(line int, fields []string) error) error {
	if err := NotText(data); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	at := 0
	for line := range strings.Lines(string(trimMark(data))) {
		at++
		text := strings.TrimRight(line, "\r\n")
		if strings.TrimSpace(text) == "" {
			continue
		}
		fields := strings.Fields(text)
		if strings.Contains(text, "\t") {
			fields = strings.Split(text, "\t")
			for i := range fields {
				fields[i] = strings.TrimSpace(fields[i])
			}
		}
		if slices.Contains(fields, "") {
			return fmt.Errorf("%s:%d: a field is empty; fields are separated by one tab, or by blanks", name, at)
		}
		if err := read(at, fields); err != nil {
			return fmt.Errorf("%s:%d: %w", name, at, err)
		}
	}
	return nil
}

// maxClipped is the length in characters of what an error message quotes.
const maxClipped = 40

func clipped(word string) string { return spelling.Fit(word, maxClipped) }

func places(n int, id func(int) string) map[string]int {
	at := make(map[string]int, n)
	for i := range n {
		at[id(i)] = i
	}
	return at
}

// WithQrels marks documents, also those that the set lacks. unknown counts judgements whose query or document it lacks.
func (s Set) WithQrels(all []Qrel) (marked Set, unknown int) {
	queries, docs := places(len(s.Queries), s.QueryID), places(len(s.Documents), s.DocumentID)
	s.Queries = slices.Clone(s.Queries)
	for i, q := range s.Queries {
		s.Queries[i].marks, s.Queries[i].missing = q.cloneMarks(), maps.Clone(q.missing)
	}
	for _, one := range all {
		q, hasQuery := queries[one.Query]
		d, hasDocument := docs[one.Document]
		if !hasQuery || !hasDocument {
			unknown++
		}
		if !hasQuery {
			continue
		}
		to := &s.Queries[q]
		if to.made = to.Text; hasDocument {
			to.marks[d] = one.Mark
			continue
		}
		if to.missing == nil {
			to.missing = map[string]int{}
		}
		to.missing[one.Document] = one.Mark
	}
	return s, unknown
}

// Qrels writes the marks as TREC judgements. The error is that of SameID, or names an id that no line can hold.
func (s Set) Qrels() ([]byte, error) {
	if err := s.writable(); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	for q := range s.Queries {
		for _, m := range s.judged(q) {
			fmt.Fprintf(&out, "%s 0 %s %d\n", m.Query, m.Document, m.Mark)
		}
	}
	return out.Bytes(), nil
}

// writable returns an error if an id cannot be a field of a line.
func (s Set) writable() error {
	if err := s.SameID(); err != nil {
		return err
	}
	for _, id := range s.ids() {
		if strings.ContainsFunc(id, func(r rune) bool { return r <= ' ' || hidden(r) }) || len(strings.Fields(id)) != 1 {
			return fmt.Errorf("the id %q has a blank or a control character, which a line of TREC cannot hold; change it in the file of the set", id)
		}
	}
	return nil
}
