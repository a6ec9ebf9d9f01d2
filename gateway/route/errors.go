package route

import (
	"errors"
	"fmt"
	"strings"
)

// NotFoundError says that none of the slugs is a model.
type NotFoundError struct{ Slugs []string }

func (e *NotFoundError) Error() string {
	var quoted []string
	for _, slug := range e.Slugs[:min(most, len(e.Slugs))] {
		if head := []rune(slug); len(head) > 80 {
			slug = string(head[:80]) + "…"
		}
		quoted = append(quoted, fmt.Sprintf("%q", slug))
	}
	return "No model " + strings.Join(quoted, " or ") + more(len(e.Slugs)) + ". GET /models lists all models."
}

// most is how many of a list a message shows: a list can be as long as a body.
const most = 6

// more says how many of n are not shown.
func more(n int) string {
	if n <= most {
		return ""
	}
	return fmt.Sprintf(" and %d more", n-most)
}

// EmptyError says which constraint removed the last candidate. It is a 404
// ("Errors" in the document: the pareto router; CONTRACT: an emptied set).
type EmptyError struct {
	Constraint string // the member of the request that took the last one away
	Message    string
}

func (e *EmptyError) Error() string { return e.Message }

// WrongEndpointError says that a model does not answer POST /responses.
type WrongEndpointError struct{ Slug string }

func (e *WrongEndpointError) Error() string { return e.Slug + " is a rerank model and writes no text" }

// UnavailableError says that every endpoint was asked and none served.
type UnavailableError struct{ Attempts []Attempt }

func (e *UnavailableError) Error() string {
	var told []string
	for _, a := range e.Attempts {
		if a.Provider != Nobody {
			told = append(told, fmt.Sprintf("%s at %s returned %d", a.Model, a.Provider, a.Status))
		}
	}
	return "No provider could serve the request: " + strings.Join(told[:min(most, len(told))], "; ") + more(len(told))
}

// Status is the status of the last provider that was asked.
func (e *UnavailableError) Status() int {
	for i := len(e.Attempts) - 1; i >= 0; i-- {
		if e.Attempts[i].Provider != Nobody {
			return e.Attempts[i].Status
		}
	}
	return 503
}

// missing is the error where no candidate is a model. A router that was emptied
// says more than a slug that does not exist.
func missing(candidates []Candidate) error {
	var slugs []string
	for _, c := range candidates {
		if _, missing := errors.AsType[*NotFoundError](c.Err); !missing {
			return c.Err
		}
		slugs = append(slugs, c.Slug)
	}
	return &NotFoundError{slugs}
}

// emptied says how many endpoints each filter removed. They apply in order, so the last
// one that removed something left nothing.
func emptied(ask Ask, taken map[string]int) error {
	var slugs, took []string
	last := ""
	for _, c := range ask.Candidates {
		if c.Err == nil {
			slugs = append(slugs, c.Slug)
		}
	}
	for _, f := range ask.Filters {
		if n := taken[f.Name]; n > 0 {
			took = append(took, fmt.Sprintf("%s removed %d", f.Name, n))
			last = f.Name
		}
	}
	names := strings.Join(slugs[:min(most, len(slugs))], ", ") + more(len(slugs))
	return &EmptyError{last, fmt.Sprintf("No endpoint left for %s: %s", names, strings.Join(took, ", "))}
}
