package dataset

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state/answer/figures"
	"gatehouse/state/lab"
	"gatehouse/state/rank"
	"gatehouse/state/text/spelling"
)

// RunFile is the ranking of one system in a TREC run.
type RunFile struct {
	Tag     string // what the file calls the system; of several the first
	Queries map[string][]Scored
}

// Scored is a document of a run.
type Scored struct {
	Document string
	Score    float64
}

// ReadRun reads a TREC run: "query Q0 document rank score tag", whose tag may be several words. As in trec_eval the score
// counts, not the rank. An error names file and line.
func ReadRun(name string, data []byte) (RunFile, error) {
	run := RunFile{Queries: map[string][]Scored{}}
	seen := map[[2]string]int{}
	err := records(name, data, func(line int, fields []string) error {
		if len(fields) < 6 {
			return fmt.Errorf("%d fields; a line of a run is “query Q0 document rank score tag”", len(fields))
		}
		score, err := strconv.ParseFloat(fields[4], 64)
		if err != nil || math.IsNaN(score) || math.IsInf(score, 0) {
			return fmt.Errorf("the score %q is no finite number", clipped(fields[4]))
		}
		key := [2]string{fields[0], fields[2]}
		if first := seen[key]; first > 0 {
			return fmt.Errorf("document %q of query %q is ranked in line %d already; remove one of them", clipped(key[1]), clipped(key[0]), first)
		}
		seen[key] = line
		run.Tag = cmp.Or(run.Tag, strings.Join(fields[5:], " "))
		run.Queries[key[0]] = append(run.Queries[key[0]], Scored{key[1], score})
		return nil
	})
	if err == nil && len(seen) == 0 {
		err = fmt.Errorf("%s: nothing is ranked in it; a line is “query Q0 document rank score tag”", name)
	}
	return run, err
}

// IsRun reports whether the first line of a file is one of a run.
func IsRun(data []byte) bool {
	line, _, _ := strings.Cut(strings.TrimSpace(string(trimMark(data[:min(len(data), 64<<10)]))), "\n")
	fields := strings.Fields(line)
	if len(fields) < 6 || !strings.EqualFold(fields[1], "Q0") {
		return false
	}
	_, err := strconv.ParseFloat(fields[4], 64)
	return err == nil
}

// WithRun adds a run of another system, unless the set has it. Documents and queries get the ids that it uses. queries
// counts those of the set in the run, unknown its documents that the set lacks.
func (s Set) WithRun(r RunFile) (with Set, queries, unknown int, err error) {
	if err = s.SameID(); err != nil {
		return s, 0, 0, err
	}
	if _, queries, unknown = r.Column(s); queries == 0 {
		return s, 0, unknown, fmt.Errorf("none of its queries is in the set, whose first has the id %s", s.QueryID(0))
	}
	if slices.ContainsFunc(s.Runs, func(had RunFile) bool { return reflect.DeepEqual(had, r) }) {
		return s, queries, unknown, nil
	}
	s.Queries, s.Documents = slices.Clone(s.Queries), slices.Clone(s.Documents)
	for i := range s.Queries {
		s.Queries[i].ID = s.QueryID(i)
	}
	for i := range s.Documents {
		s.Documents[i].ID = s.DocumentID(i)
	}
	s.Runs = append(slices.Clip(s.Runs), r)
	return s, queries, unknown, nil
}

// Differs describes which queries and documents only a run or only the set has, after WithRun; "" for none.
func (r RunFile) Differs(s Set, queries, unknown int) string {
	var parts []string
	if n := len(s.Queries) - queries; n > 0 {
		parts = append(parts, figures.Counted(n, "query")+" of the set not in it")
	}
	if n := len(r.Queries) - queries; n > 0 {
		parts = append(parts, "left out "+figures.Counted(n, "query")+" that the set does not have")
	}
	if unknown > 0 {
		parts = append(parts, figures.Counted(unknown, "document")+" that the set does not have: measured at its rank")
	}
	return strings.Join(parts, "; ")
}

// WithRuns adds the runs of other systems in the set after the models, each with a unique label.
func (b Bench) WithRuns() Bench {
	b.Models, b.Results = slices.Clip(b.Models), slices.Clone(b.Results)
	for _, r := range b.Set.Runs {
		b.Models = append(b.Models, spelling.Unique(r.Tag, func(label string) bool { return slices.Contains(b.Models, label) }))
		column, _, _ := r.Column(b.Set)
		for q := range b.Results {
			b.Results[q] = append(slices.Clip(b.Results[q]), column[q])
		}
	}
	return b
}

// json writes the run: its tag, and by query and document the scores.
func (r RunFile) json() []byte {
	var queries []scan.Member
	for _, q := range slices.Sorted(maps.Keys(r.Queries)) {
		var docs []scan.Member
		for _, d := range r.Queries[q] {
			docs = append(docs, scan.Member{Key: d.Document, Value: strconv.AppendFloat(nil, d.Score, 'g', -1, 64)})
		}
		queries = append(queries, scan.Member{Key: q, Value: object(docs)})
	}
	return object([]scan.Member{{Key: "tag", Value: scan.Quote(r.Tag)}, {Key: "queries", Value: object(queries)}})
}

// readRuns reads what json writes, of several runs.
func (s *Set) readRuns(list []byte) error {
	for _, value := range scan.Elements(list) {
		i := len(s.Runs)
		r := RunFile{Tag: scan.Text(scan.Get(value, "tag")), Queries: map[string][]Scored{}}
		if r.Tag == "" {
			return fmt.Errorf(`runs[%d]: must be an object with "tag" and "queries"`, i)
		}
		for q := range scan.Members(scan.Get(value, "queries")) {
			for d := range scan.Members(q.Value) {
				score, err := strconv.ParseFloat(string(d.Value), 64)
				if err != nil {
					return fmt.Errorf("runs[%d].queries[%q][%q]: the score must be a number", i, q.Key, d.Key)
				}
				r.Queries[q.Key] = append(r.Queries[q.Key], Scored{d.Key, score})
			}
		}
		s.Runs = append(s.Runs, r)
	}
	return nil
}

// Column returns what a run file ranked for each query of the set. unknown counts the documents that
// the set does not have, which retain their places, and queries those of the set that the run has.
func (r RunFile) Column(s Set) (column []Result, queries, unknown int) {
	docs := places(len(s.Documents), s.DocumentID)
	for q := range s.Queries {
		one := Result{Answer: lab.Answer{Cost: math.NaN()}, OfSet: true}
		ranked, ok := r.Queries[s.QueryID(q)]
		if !ok {
			column = append(column, one)
			continue
		}
		queries++
		one.Others = s.Queries[q].missingIDs()
		marked := places(len(one.Others), func(i int) string { return one.Others[i] })
		o := rank.NewOrder(len(s.Documents) + len(marked) + len(ranked))
		for _, d := range ranked {
			at, ok := docs[d.Document]
			if !ok {
				unknown++
				i, ok := marked[d.Document]
				if !ok {
					i, one.Others = len(one.Others), append(one.Others, d.Document)
				}
				at = len(s.Documents) + i
			}
			o.Docs, o.Score[at] = append(o.Docs, at), d.Score
		}
		slices.SortStableFunc(o.Docs, func(a, b int) int { return cmp.Compare(o.Score[b], o.Score[a]) })
		for place, doc := range o.Docs {
			o.Place[doc] = place
		}
		one.Order, one.Valid, one.Verdict = o, true, fromFile
		column = append(column, one)
	}
	return column, queries, unknown
}

// fromFile is how a result ended that a run file holds.
const fromFile = "from a file"

// RunFile writes what one model ranked as a run of TREC. Where a score is missing the place
// counts. The error is that of SameID, or names an id that no line can hold.
func (b Bench) RunFile(model int) ([]byte, error) {
	if err := b.Set.writable(); err != nil {
		return nil, err
	}
	tag := strings.Join(strings.Fields(Visible(b.Models[model])), "_")
	var out bytes.Buffer
	for q, row := range b.Results {
		r := row[model]
		scored := !slices.ContainsFunc(r.Order.Docs, func(d int) bool { return math.IsNaN(r.Order.Score[d]) })
		for place, doc := range r.Order.Docs {
			score := float64(len(r.Order.Docs) - place)
			if scored {
				score = r.Order.Score[doc]
			}
			fmt.Fprintf(&out, "%s Q0 %s %d %s %s\n", b.Set.QueryID(q), b.documentID(q, r, doc), place+1, strconv.FormatFloat(score, 'g', -1, 64), tag)
		}
	}
	return out.Bytes(), nil
}
