package explain

import (
	"slices"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state"
)

// availability says what an error.availability code means (wire-notes §7).
func availability(x *state.Exchange) string {
	if x.Failure == nil || len(x.Failure.Available) == 0 {
		return ""
	}
	code := scan.Text(scan.Get(x.Failure.Available, "code"))
	meaning := availabilityMeaning(code)
	if meaning == "" {
		return ""
	}
	var affected []string
	for _, e := range scan.Elements(scan.Get(x.Failure.Available, "affected_providers")) {
		affected = append(affected, named(textOf(e)))
	}
	if len(affected) > 0 {
		slices.Sort(affected)
		meaning += ": " + strings.Join(affected[:min(len(affected), 6)], ", ")
	}
	return meaning + " (" + code + ")."
}

// availabilityMeaning returns the meaning of a code of error.availability; empty for an
// unknown one.
func availabilityMeaning(code string) string {
	return map[string]string{
		"model_not_found":            "There is no such model",
		"wrong_endpoint":             "The model is served at another endpoint of the service",
		"no_endpoints":               "No provider serves the model at the moment",
		"model_deprecated":           "The model has been retired",
		"model_unavailable_upstream": "The provider no longer offers the model",
		"capacity_exhausted":         "The model's providers are out of capacity",
		"temporarily_unavailable":    "The model's providers are temporarily unavailable",
		"region_restricted":          "The model is not available in this region",
		"privacy_restricted":         "The data policy excludes every provider of the model",
		"constraint_filtered":        "The request's own constraints exclude every provider",
		"free_variant_ended":         "The model's free variant has been discontinued",
	}[code]
}
