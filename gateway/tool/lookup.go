package tool

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"gatehouse/gateway/catalogue"
	"gatehouse/gateway/output"
	"gatehouse/gateway/request"
	"gatehouse/gateway/sim"
)

const (
	toolResults  = 5 // default of max_results of tool search (wire-notes §2)
	modelResults = 5
	maxModels    = 20
)

// datetime returns the real time, the only tool result that is not simulated. An unknown time zone
// counts as UTC.
func datetime(_ context.Context, k *Kit, t request.Tool) Outcome {
	zone, _ := t.Member("timezone")
	at, name := inZone(k.Now(), zone.Str)
	text := at.Format("2006-01-02T15:04:05Z07:00")
	m := members{}.text("datetime", text).text("timezone", name)
	// Both members are required, even before the item is done.
	return Outcome{
		Items:   single(item(t.Type, "dt", m, nil, output.Events{}), output.Completed),
		Finding: sim.Finding{Arguments: name, Output: text + " (" + at.Weekday().String() + ", " + name + ")"},
	}
}

// toolSearch finds deferred functions ("Tools": the model does not see one until this tool finds
// it), the best match for the prompt first.
func toolSearch(_ context.Context, k *Kit, t request.Tool) Outcome {
	about := query(k.Prompt)
	type hit struct {
		name  string
		score int
	}
	var hits []hit
	for _, f := range k.Request.Offered() {
		if score := sim.Fits(k.Prompt, f); f.Deferred() && score > 0 {
			hits = append(hits, hit{f.Name, score})
		}
	}
	slices.SortStableFunc(hits, func(a, b hit) int { return cmp.Compare(b.score, a.score) })
	hits = hits[:min(len(hits), t.Count("max_results", toolResults))]
	out := Outcome{Items: single(item(t.Type, "ts", members{}.text("query", about), nil, output.Events{}), output.Completed)}
	for _, h := range hits {
		out.Reveals = append(out.Reveals, h.name)
	}
	text := "No deferred tool matches."
	if len(hits) > 0 {
		text = "Found: " + strings.Join(out.Reveals, ", ") + "."
	}
	out.Finding = sim.Finding{Arguments: about, Output: text}
	return out
}

// searchModels searches the catalogue. Its item always has the tool's second name (wire-notes §1).
func searchModels(_ context.Context, k *Kit, t request.Tool) Outcome {
	about := query(k.Prompt)
	limit := min(t.Count("max_results", modelResults), maxModels)
	hits := rankModels(k.Models, about, strings.Contains(strings.ToLower(k.Prompt), "cheap"))
	var lines []string
	for _, m := range hits[:min(limit, len(hits))] {
		lines = append(lines, fmt.Sprintf("%s: %s %g USD per million input tokens, context %d.", m.Slug, m.Description, m.Prompt, m.Context))
	}
	arguments := members{}.text("query", about).json("max_results", limit)
	it := item(k.Word+":experimental__search_models", "sm",
		members{}.text("query", about).text("arguments", "{"+string(arguments[1:])+"}"), nil, output.Events{})
	return Outcome{
		Items:   single(it, output.Completed),
		Finding: sim.Finding{Name: k.Word + ":experimental__search_models", Arguments: about, Output: strings.Join(lines, "\n")},
	}
}

// rankModels sorts the models by their match with a query, or by price if cheap is set.
func rankModels(models []catalogue.Model, about string, cheap bool) []catalogue.Model {
	type ranked struct {
		catalogue.Model
		score int
	}
	var list []ranked
	for _, m := range models {
		if m.Fault || m.Router != "" {
			continue
		}
		named := request.Tool{Name: strings.ReplaceAll(m.Slug, "/", "_"), Description: m.Description}
		list = append(list, ranked{m, sim.Fits(about, named)})
	}
	slices.SortStableFunc(list, func(a, b ranked) int {
		if cheap {
			return cmp.Or(cmp.Compare(a.Prompt, b.Prompt), cmp.Compare(b.score, a.score))
		}
		return cmp.Compare(b.score, a.score)
	})
	var sorted []catalogue.Model
	for _, r := range list {
		sorted = append(sorted, r.Model)
	}
	return sorted
}

// inZone returns the time in a time zone, and the name of the zone that it used.
func inZone(t time.Time, zone string) (time.Time, string) {
	if zone != "" && zone != "Local" { // the zone of the machine is private
		if place, err := time.LoadLocation(zone); err == nil {
			return t.In(place), zone
		}
	}
	return t.UTC(), "UTC"
}
