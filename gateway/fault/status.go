package fault

import (
	"fmt"
	"net/http"

	"gatehouse/gateway/route"
)

// statusModels returns the models that answer with an HTTP status of the document ("Errors"), and
// variants of 403 and 502.
func statusModels() []Model {
	var models []Model
	for _, s := range []struct {
		status  int
		meaning string
	}{
		{400, "Invalid request parameters"},
		{401, "Missing Authentication header"},
		{402, "Insufficient credits"},
		{403, "Only management keys can perform this operation"},
		{404, "Resource not found"},
		{408, "Operation timed out. Please try again later."},
		{413, "Request payload too large"},
		{422, "Invalid argument"},
		{429, "Rate limit exceeded"},
		{500, "Internal Server Error"},
		{502, "Provider returned error"},
		{503, "Service temporarily unavailable"},
		{524, "Request timed out. Please try again later."},
		{529, "Provider overloaded"},
	} {
		models = append(models, Model{
			Slug: fmt.Sprintf("fault/%d", s.status), Status: s.status, About: s.meaning,
			Reranks: s.status != 403 && s.status != 408 && s.status != 422,
		})
	}
	return append(models,
		Model{Slug: "fault/guardrail", Status: http.StatusForbidden, About: "Blocked by a guardrail"},
		Model{Slug: "fault/html-502", Status: http.StatusBadGateway, About: "A proxy's 502 as an HTML page", Page: BadGatewayPage, Reranks: true},
	)
}

// Failure returns the answer of a model with a status. r is for its routing metadata; nil if there
// must be none.
func (m Model) Failure(r *route.Route) *Failure {
	if m.Slug == "fault/guardrail" {
		return guardrail(r)
	}
	f := NewFailure(m.Status, fmt.Sprintf("%s (%s always returns this error)", m.About, m.Slug))
	if m.Status == 429 || m.Status == 503 {
		f.RetryAfter = 2
	}
	if r == nil {
		return f
	}
	switch m.Status {
	case 404:
		f.Routing = r.NotFoundJSON()
	case 408, 502, 503, 524, 529:
		f.Routing = r.FailedJSON(m.Status)
	}
	// The other failures occur before a route is known, or must not reveal it (wire-notes §6).
	return f
}

// guardrail returns the block that the document shows under "Errors" and "Routing metadata object".
func guardrail(r *route.Route) *Failure {
	const summary = "Request blocked by guardrail content-filter: payment card number"
	patterns := []string{"payment-card-number"}
	f := Blocked(summary+" (fault/guardrail always returns this error)", patterns)
	if r == nil {
		return f
	}
	r.Pipeline = append(r.Pipeline, route.Stage{
		Type: "guardrail", Name: "content-filter", GuardrailID: "gr_fault", GuardrailScope: "api-key",
		Summary: summary,
		Data: map[string]any{
			"action": "blocked", "detected": true, "engines": []string{"regex"}, "patterns": patterns,
		},
	})
	f.Routing = r.BlockedJSON(summary)
	return f
}

// BadGatewayPage is the body of fault/html-502, as a proxy in front of the gateway would send it.
const BadGatewayPage = `<!DOCTYPE html>
<html>
<head><title>502 Bad Gateway</title></head>
<body>
<center><h1>502 Bad Gateway</h1></center>
<hr><center>fault/html-502 of the local gateway</center>
</body>
</html>
`
