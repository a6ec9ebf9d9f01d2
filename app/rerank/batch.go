package rerank

import (
	"fmt"
	"math"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/state/figures"
	"gatehouse/state/rank"
	"gatehouse/state/report"
	"gatehouse/state/rerankset"
	"gatehouse/views"
)

// mostSampled is for how many queries batch sizes are tried at most.
const mostSampled = 20

// trial is what came of batch sizes that were tried for some queries of the set.
type trial struct {
	docs    uint64       // number of the documents
	link    *screen.Link // over which they go
	queries []string     // their texts
	parts   map[batchKey][]*rerankset.Result
}

// batchKey is a query that is asked in parts of a size, by a model as it is asked.
type batchKey struct {
	query, model string
	size         int
}

func keyOf(set rerankset.Set, query, model, size int) batchKey {
	return batchKey{set.Queries[query].Text, string(set.Models[model].JSON()), size}
}

// holds reports whether there is a trial, of the present documents over the present connection.
func (t *trial) holds(s *Screen) bool {
	return t != nil && t.docs == s.docs && t.link.Leads(s.Link.Connection)
}

// part is where the result of a part is kept.
func (t *trial) part(set rerankset.Set, a asking) *rerankset.Result {
	key := keyOf(set, a.query, a.model, a.size)
	if t.parts[key] == nil {
		t.parts[key] = make([]*rerankset.Result, set.Parts(a.query, a.size))
		for i := range t.parts[key] {
			t.parts[key][i] = &rerankset.Result{Cost: math.NaN()}
		}
	}
	return t.parts[key][a.part]
}

// sample is where the queries of the trial are in the set.
func (t *trial) sample(set rerankset.Set) (queries []int) {
	for _, text := range t.queries {
		if q, ok := placeOfQuery(set, text, 0); ok && !slices.Contains(queries, q) {
			queries = append(queries, q)
		}
	}
	return queries
}

// tryBatches asks every model for a sample of the queries in parts of several sizes, and for all
// documents at once, as far as these have not been answered.
func (s *Screen) tryBatches() tea.Cmd {
	w, cmd := s.newSweep(views.ActBenchBatches)
	if w == nil {
		return cmd
	}
	if !s.trial.holds(s) || len(s.trial.sample(s.set)) == 0 {
		s.trial = &trial{docs: s.docs, link: s.Link, parts: map[batchKey][]*rerankset.Result{}}
		for _, q := range s.set.Sampled(mostSampled) {
			s.trial.queries = append(s.trial.queries, s.set.Queries[q].Text)
		}
	}
	w.trial = s.trial
	queries, split := s.trial.sample(s.set), 0
	for _, q := range queries {
		for i := range s.set.Models {
			split += s.askParts(w, q, i)
		}
	}
	sizes := rerankset.BatchSizes()
	switch {
	case len(queries) == 0:
		return s.Notify("%v", rerankset.ErrNoQuery)
	case split == 0:
		return s.Notify("no query ranks more than %s: there is nothing to split", figures.Counted(sizes[0], "document"))
	case len(w.left) == 0:
		s.gridPane.Reveal(report.BatchSizes)
		return nil
	}
	var words []string
	for _, size := range sizes {
		if slices.ContainsFunc(queries, func(q int) bool { return s.set.Parts(q, size) > 1 }) {
			words = append(words, figures.Thousands(size))
		}
	}
	return s.askLimit(w, fmt.Sprintf("trying %s and %s documents a request: %s for %d of %s by %s", strings.Join(words, ", "), report.AllAtOnce(s.set.CountOf(queries)),
		figures.Counted(len(w.left), "request"), len(queries), figures.Counted(len(s.set.Queries), "query"), figures.Counted(len(s.set.Models), "model")))
}

// askParts puts what is missing of a query and a model into a sweep, and returns how many sizes
// split it.
func (s *Screen) askParts(w *sweep, query, model int) (split int) {
	for _, size := range rerankset.BatchSizes() {
		parts := s.set.Parts(query, size)
		if parts == 1 {
			continue
		}
		split++
		had := s.trial.parts[keyOf(s.set, query, model, size)]
		for part := range parts {
			if had == nil || !had[part].Ranked {
				w.left = append(w.left, asking{query, model, size, part})
			}
		}
	}
	if split > 0 && !s.answered(query, model) {
		w.left = append(w.left, asking{query: query, model: model})
	}
	return split
}

// batches returns what tells, in the background, what came of the batch sizes.
func (s *Screen) batches() func(m rank.Measure) []report.Report {
	t := s.trial
	if !t.holds(s) {
		return func(rank.Measure) []report.Report { return nil }
	}
	set, whole, parts := s.set, s.bench(), map[batchKey][]rerankset.Result{}
	for key, had := range t.parts {
		for _, one := range had {
			parts[key] = append(parts[key], *one)
		}
	}
	queries := t.sample(set)
	return func(m rank.Measure) []report.Report {
		b := rerankset.NewBatches(set, queries, rerankset.BatchSizes(), func(query, model, size int) rerankset.Result {
			if size == 0 {
				return whole.Results[query][model]
			}
			return rerankset.Joined(set.Models[model].TopN(), parts[keyOf(set, query, model, size)])
		})
		b.Ties = whole.Ties
		return report.Batches{Batches: b}.Reports(m)
	}
}
