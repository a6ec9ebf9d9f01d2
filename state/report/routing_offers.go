package report

import (
	"math"
	"slices"

	"gatehouse/client/wire"
	"gatehouse/state/figures"
	"gatehouse/state/preview"
)

// offered are the columns for the catalogue's data on an endpoint. A cell is empty if it is not known.
var offered = []struct {
	Column
	of func(preview.Offer) string
}{
	{Column{Title: "in $/M", Right: true, Point: true, Spare: 1}, func(o preview.Offer) string { return figures.PerMillion(o.Prompt) }},
	{Column{Title: "out $/M", Right: true, Point: true, Spare: 1}, func(o preview.Offer) string { return figures.PerMillion(o.Completion) }},
	{Column{Title: "latency", Right: true, Spare: 2}, func(o preview.Offer) string {
		if math.IsNaN(o.Latency) {
			return ""
		}
		return figures.Duration(int64(math.Round(o.Latency * 1e6)))
	}},
	{Column{Title: "tok/s", Right: true, Spare: 3}, func(o preview.Offer) string {
		if math.IsNaN(o.Throughput) {
			return ""
		}
		return figures.Thousands(int(math.Round(o.Throughput)))
	}},
}

func (of routed) offer(e wire.Endpoint) preview.Offer {
	offer, _ := of.Models.Offer(e.Model, e.Provider)
	return offer
}

// offers returns the columns of offered; nil if no endpoint has data.
func (of routed) offers() (columns []Column) {
	known := false
	for _, c := range offered {
		columns = append(columns, c.Column)
		known = known || slices.ContainsFunc(of.Endpoints, func(e wire.Endpoint) bool { return c.of(of.offer(e)) != "" })
	}
	if !known {
		return nil
	}
	return columns
}
