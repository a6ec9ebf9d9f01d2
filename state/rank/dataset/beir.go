package dataset

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state/rank"
)

// The files of a data set as BEIR lays it out, in one folder.
const (
	BEIRCorpus  = "corpus.jsonl"
	BEIRQueries = "queries.jsonl"
	BEIRQrels   = "qrels" // a folder of .tsv files, one a split
)

// FirstDepth is the default number of candidates in a large corpus.
const FirstDepth = 100

// BEIR is the content of the files of a data set.
type BEIR struct {
	Corpus, Queries, Qrels []byte
	Split                  string // name of the file of the judgements
}

// Split returns the split whose judgements are used: test, else dev, else the first by name.
func Split(files []string) string {
	for _, name := range [...]string{"test.tsv", "dev.tsv"} {
		if slices.Contains(files, name) {
			return name
		}
	}
	if len(files) == 0 {
		return ""
	}
	return slices.Min(files)
}

// Read returns the set of the data set, with the queries that have a judgement. An error names file and line.
func (b BEIR) Read() (Set, error) {
	var s Set
	qrels, err := ReadQrels(BEIRQrels+"/"+b.Split, b.Qrels)
	if err != nil {
		return Set{}, err
	}
	err = objects(BEIRCorpus, b.Corpus, func(id string, record []byte) {
		text, title := scan.Text(scan.Get(record, "text")), scan.Text(scan.Get(record, "title"))
		switch {
		case text == "":
			text = title
		case title != "":
			text = title + " " + text
		}
		d := TextDocument(text)
		d.ID, d.record = id, bare(record)
		s.Documents = append(s.Documents, d)
	})
	if err != nil {
		return Set{}, err
	}
	judged := map[string]bool{}
	for _, one := range qrels {
		judged[one.Query] = true
	}
	err = objects(BEIRQueries, b.Queries, func(id string, record []byte) {
		if judged[id] {
			s.Queries = append(s.Queries, Query{Text: scan.Text(scan.Get(record, "text")), ID: id, record: bare(record)})
		}
	})
	if err != nil {
		return Set{}, err
	}
	if err := s.SameID(); err != nil {
		return Set{}, err
	}
	s, unknown := s.WithQrels(qrels)
	if unknown == len(qrels) {
		return Set{}, fmt.Errorf("%s/%s: none of its queries and documents is in %s and %s", BEIRQrels, b.Split, BEIRQueries, BEIRCorpus)
	}
	s.unasked = len(judged) - len(s.Queries)
	return s, nil
}

// objects calls read with each object of a JSONL file that has an _id and a text.
func objects(name string, data []byte, read func(id string, record []byte)) error {
	if err := NotText(data); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if len(trimMark(data)) == 0 {
		return fmt.Errorf("%s: the file is empty", name)
	}
	for at, line := range nonBlank(trimMark(data)) {
		id, text := scan.Get(line, "_id"), scan.Get(line, "text")
		switch err := scan.Check(line); {
		case err != nil:
			return fmt.Errorf("%s:%d: %w", name, at, err)
		case scan.KindOf(line) != scan.Object || scan.KindOf(id) != scan.String || scan.KindOf(text) != scan.String:
			return fmt.Errorf(`%s:%d: no {"_id": "…", "text": "…"}; each line must be such an object`, name, at)
		case scan.Text(id) == "":
			return fmt.Errorf("%s:%d: its _id is empty", name, at)
		}
		read(scan.Text(id), slices.Clone(line))
	}
	return nil
}

// BEIR writes the set as such a data set, with the other members of its lines unchanged. The error is that
// of SameID, or names a document that is more than a text.
func (s Set) BEIR() (BEIR, error) {
	b := BEIR{Split: "test.tsv"}
	if err := s.SameID(); err != nil {
		return b, err
	}
	for _, id := range s.ids() {
		if strings.ContainsAny(id, "\t\r\n") {
			return b, errors.New("an id has a tab or a line break, which a line of qrels cannot hold; change it in the file of the set")
		}
	}
	var corpus, queries, qrels bytes.Buffer
	for i, d := range s.Documents {
		if scan.KindOf(d.Raw) != scan.String {
			return b, fmt.Errorf("document %d is more than a text, and %s holds texts only; write a set instead", i+1, BEIRCorpus)
		}
		record, text := d.record, d.Text
		if title := scan.Text(scan.Get(record, "title")); title != "" {
			rest, ok := strings.CutPrefix(text, title)
			if text = strings.TrimPrefix(rest, " "); !ok {
				record, text = nil, d.Text // it was edited: the title is in the text, or gone
			}
		}
		corpus.Write(append(recordOf(record, s.DocumentID(i), text), '\n'))
	}
	qrels.WriteString("query-id\tcorpus-id\tscore\n")
	for q, query := range s.Queries {
		queries.Write(append(recordOf(query.record, s.QueryID(q), query.Text), '\n'))
		for _, m := range s.judged(q) {
			fmt.Fprintf(&qrels, "%s\t%s\t%d\n", m.Query, m.Document, m.Mark)
		}
	}
	b.Corpus, b.Queries, b.Qrels = corpus.Bytes(), queries.Bytes(), qrels.Bytes()
	return b, nil
}

// bare returns a line of a data set without its text.
func bare(record []byte) []byte {
	var members []scan.Member
	for m := range scan.Members(record) {
		if m.Key != "text" {
			members = append(members, m)
		}
	}
	return object(members)
}

// recordOf returns the line of a document or a query with its text after id and title.
func recordOf(record []byte, id, text string) []byte {
	members := []scan.Member{{Key: "_id", Value: scan.Quote(id)}}
	var rest []scan.Member
	for m := range scan.Members(record) {
		switch m.Key {
		case "_id":
		case "title":
			members = append(members, m)
		default:
			rest = append(rest, m)
		}
	}
	return object(append(append(members, scan.Member{Key: "text", Value: scan.Quote(text)}), rest...))
}

// Retrieved returns the set with the depth best documents by BM25 as candidates of each query; all if there are no more.
func (s Set) Retrieved(depth int) Set {
	s.Queries = slices.Clone(s.Queries)
	best := s.best(depth)
	for i, q := range s.Queries {
		s.Queries[i].Candidates = best(q.Text)
	}
	return s
}

// best returns a function with the depth best documents for a query by BM25; nil for all.
func (s Set) best(depth int) func(query string) []int {
	if len(s.Documents) <= depth {
		return func(string) []int { return nil }
	}
	texts := make([]string, len(s.Documents))
	for i, d := range s.Documents {
		texts[i] = d.Text
	}
	index := rank.NewBM25(texts)
	return func(query string) []int { return index.Top(query, depth) }
}

// Depth returns the largest number of candidates of a query; 0 if all documents are ranked.
func (s Set) Depth() (depth int) {
	for _, q := range s.Queries {
		depth = max(depth, len(q.Candidates))
	}
	return depth
}

// Chosen describes which documents are ranked for a query; "" for all.
func (s Set) Chosen() string {
	if depth := s.Depth(); depth > 0 {
		return fmt.Sprintf("each query ranks its best %d of %d documents by BM25 (k1 %g, b %g)", depth, len(s.Documents), rank.BM25K1, rank.BM25B)
	}
	return ""
}
