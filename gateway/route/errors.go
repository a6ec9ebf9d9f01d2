package route

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"gatehouse/gateway/output"
)

// NotFoundError reports that no slug is a model.
type NotFoundError struct{ Slugs []string }

func (e *NotFoundError) Error() string {
	var quoted []string
	for _, slug := range e.Slugs {
		quoted = append(quoted, fmt.Sprintf("%q", output.Shorten(slug, 80)))
	}
	return "No model " + listed(quoted, " or ") + ". GET /models lists all models."
}

// listed joins a list for a message, up to six entries: it can be as long as a body.
func listed(list []string, separator string) string {
	const maxListed = 6
	if more := len(list) - maxListed; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(list[:maxListed], separator), more)
	}
	return strings.Join(list, separator)
}

// EmptyError reports the constraint that removed the last candidate. It is a 404 ("Errors" in the
// document: the pareto router; CONTRACT: an emptied set).
type EmptyError struct {
	Constraint string // the member of the request
	Message    string
}

func (e *EmptyError) Error() string { return e.Message }

// WrongEndpointError reports that a model does not support POST /responses.
type WrongEndpointError struct{ Slug string }

func (e *WrongEndpointError) Error() string { return e.Slug + " is a rerank model and writes no text" }

// UnavailableError reports that every endpoint failed.
type UnavailableError struct{ Attempts []Attempt }

func (e *UnavailableError) Error() string {
	var failed []string
	for _, a := range e.Attempts {
		if a.Provider != Nobody {
			failed = append(failed, fmt.Sprintf("%s at %s returned %d", a.Model, a.Provider, a.Status))
		}
	}
	return "No provider could serve the request: " + listed(failed, "; ")
}

// Status returns the status of the last provider that was asked.
func (e *UnavailableError) Status() int {
	for _, a := range slices.Backward(e.Attempts) {
		if a.Provider != Nobody {
			return a.Status
		}
	}
	return http.StatusServiceUnavailable
}

// missingError returns the error if no candidate is a model. That of a router comes before an
// unknown slug, since it explains more.
func missingError(candidates []Candidate) error {
	var slugs []string
	for _, c := range candidates {
		if _, missing := errors.AsType[*NotFoundError](c.Err); !missing {
			return c.Err
		}
		slugs = append(slugs, c.Slug)
	}
	return &NotFoundError{slugs}
}

// emptyError returns how many endpoints each filter removed. The last filter that removed any left
// none, since they apply in order.
func emptyError(plan Plan, removed map[string]int) error {
	var slugs, counts []string
	last := ""
	for _, c := range plan.Candidates {
		if c.Err == nil {
			slugs = append(slugs, c.Slug)
		}
	}
	for _, f := range plan.Filters {
		if n := removed[f.Name]; n > 0 {
			counts = append(counts, fmt.Sprintf("%s removed %d", f.Name, n))
			last = f.Name
		}
	}
	return &EmptyError{last, fmt.Sprintf("No endpoint left for %s: %s", listed(slugs, ", "), strings.Join(counts, ", "))}
}
