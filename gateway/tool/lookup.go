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
	m := output.JSON{}.Text("datetime", text).Text("timezone", name)
	// Both members are required, even before the item is done.
	return done(item(t.Type, "dt", m, nil, output.Events{}), name, text+" ("+at.Weekday().String()+", "+name+")")
}

// toolSearch finds deferred functions ("Tools": the model does not see one until this tool finds
// it), the best match for the prompt first.
func toolSearch(_ context.Context, k *Kit, t request.Tool) Outcome {
	about := query(k.Prompt)
	score := map[string]int{}
	var found []string
	for _, f := range k.Request.Offered() {
		if n := sim.MatchScore(k.Prompt, f); f.Deferred() && n > 0 {
			score[f.Name] = n
			found = append(found, f.Name)
		}
	}
	slices.SortStableFunc(found, func(a, b string) int { return cmp.Compare(score[b], score[a]) })
	found = found[:min(len(found), t.Count("max_results", toolResults))]
	text := "No deferred tool matches."
	if len(found) > 0 {
		text = "Found: " + strings.Join(found, ", ") + "."
	}
	out := done(item(t.Type, "ts", output.JSON{}.Text("query", about), nil, output.Events{}), about, text)
	out.Reveals = found
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
	arguments := output.JSON("{").Text("query", about).Int("max_results", limit).End()
	name := k.Word + ":experimental__search_models"
	asked := output.JSON{}.Text("query", about).Text("arguments", string(arguments))
	out := done(item(name, "sm", asked, nil, output.Events{}), about, strings.Join(lines, "\n"))
	out.Finding.Name = name
	return out
}

// rankModels sorts the models by their match with a query, or by price if cheap is set.
func rankModels(models []catalogue.Model, about string, cheap bool) []catalogue.Model {
	score := map[string]int{}
	var list []catalogue.Model
	for _, m := range models {
		if !m.Fault && m.Router == "" {
			named := request.Tool{Name: strings.ReplaceAll(m.Slug, "/", "_"), Description: m.Description}
			score[m.Slug] = sim.MatchScore(about, named)
			list = append(list, m)
		}
	}
	slices.SortStableFunc(list, func(a, b catalogue.Model) int {
		byScore := cmp.Compare(score[b.Slug], score[a.Slug])
		if cheap {
			return cmp.Or(cmp.Compare(a.Prompt, b.Prompt), byScore)
		}
		return byScore
	})
	return list
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
