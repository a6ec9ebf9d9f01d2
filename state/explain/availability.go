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
		affected = append(affected, shortenWord(textOf(e)))
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
		"wrong_endpoint":             "The model answers at another endpoint of the service",
		"no_endpoints":               "No provider serves the model at the moment",
		"model_deprecated":           "The model has been taken out of service",
		"model_unavailable_upstream": "The provider does not offer the model any more",
		"capacity_exhausted":         "The providers of the model have no capacity left",
		"temporarily_unavailable":    "The providers of the model are unavailable for the moment",
		"region_restricted":          "The model may not be used from this region",
		"privacy_restricted":         "The data policy takes every provider of the model away",
		"constraint_filtered":        "The request's own constraints take every provider away",
		"free_variant_ended":         "The free variant of the model has ended",
	}[code]
}
