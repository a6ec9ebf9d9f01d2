package rerank

import "gatehouse/state/rerankset"

// Table is the comparison of the query that is shown, as it is exported.
func (s *Screen) Table() rerankset.Table {
	labels := s.set.Labels()
	columns := make([]rerankset.Column, len(labels))
	for i, run := range s.row() {
		columns[i] = rerankset.Column{Label: labels[i]}
		if run == nil {
			continue
		}
		c := &columns[i]
		c.Query, c.Asked, c.Note = run.query, &run.model, s.earlier(run, i)
		if c.Note != "" {
			c.Note = "earlier: " + c.Note
		}
		for _, w := range run.exchange.Warnings {
			c.Notes = append(c.Notes, w.Message)
		}
		c.Verdict, c.ID = string(run.exchange.Verdict), run.id()
		c.TimeUS = run.took()
		if !run.ranked && !run.exchange.Running() {
			c.Failure = run.failure()
		}
		if o := s.orderOf(run); o != nil {
			c.Order = *o
		}
		if result := run.exchange.Ranking; result != nil {
			c.Model, c.Provider, c.Usage = result.Model, result.Provider, result.Usage
		}
	}
	return s.set.Table(s.at, s.depth, persistence, columns...)
}
