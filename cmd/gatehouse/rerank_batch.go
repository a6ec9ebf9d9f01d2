package main

import (
	"bytes"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state/figures"
	"gatehouse/state/output"
	"gatehouse/state/report"
	"gatehouse/state/rerankset"
)

// split makes the requests of --batch, beside those for all documents at once, and says how many
// these are.
func (b *benching) split(h host, set rerankset.Set, whole int) error {
	for q := range set.Queries {
		for i, label := range set.Labels() {
			for _, size := range b.sizes {
				for part := 0; part < set.Parts(q, size) && set.Parts(q, size) > 1; part++ {
					body, err := set.Part(q, size, part).Request(q, i)
					if err != nil {
						return wrongUsage("%w", err)
					}
					run := newRanking(q, rerankset.BatchLabel(label, size), body)
					run.model, run.size, run.part = i, size, part
					b.parts = append(b.parts, run)
				}
			}
		}
	}
	switch {
	case len(b.sizes) == 0:
	case len(b.parts) == 0:
		return wrongUsage("--batch %s: no query ranks more documents than that; there is nothing to split", b.batchList)
	default:
		h.say("%s: %d with all documents, %d with %s documents each", figures.Counted(whole+len(b.parts), "request"), whole, len(b.parts), strings.ReplaceAll(b.batchList, ",", ", "))
	}
	return nil
}

// batches compares the batch sizes with all documents at once.
func (b *benching) batches(whole report.Bench) report.Batches {
	if len(b.parts) == 0 {
		return report.Batches{}
	}
	type column struct{ query, model, size int }
	parts := map[column][]rerankset.Result{}
	for _, r := range b.parts {
		of := column{r.query, r.model, r.size}
		parts[of] = append(parts[of], r.result())
	}
	queries := make([]int, len(b.set.Queries))
	for q := range queries {
		queries[q] = q
	}
	all := rerankset.NewBatches(b.set, queries, b.sizes, func(query, model, size int) rerankset.Result {
		if size == 0 {
			return whole.Results[query][model]
		}
		return rerankset.Joined(b.set.Models[model].TopN(), parts[column{query, model, size}])
	})
	all.Ties, all.Measures = whole.Ties, whole.Measures
	return report.Batches{Batches: all}
}

// partRows are the rows of a CSV of the batch sizes, without its head.
func (b *benching) partRows(whole report.Bench) []byte {
	if len(b.parts) == 0 {
		return nil
	}
	_, rows, _ := bytes.Cut(b.batches(whole).Split().CSV(), []byte("\n"))
	return rows
}

// json is what all queries say together, with the batch sizes where some were tried.
func (b *benching) json(whole report.Bench) []byte {
	out := whole.JSON()
	if len(b.parts) == 0 {
		return out
	}
	var o output.Object
	for m := range scan.Members(out) {
		o.Raw(m.Key, m.Value)
	}
	o.Raw("batches", b.batches(whole).JSON())
	return o.End()
}
