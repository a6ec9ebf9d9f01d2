package wire

import (
	"encoding/json"
	"slices"
	"strings"
)

// Routing is the routing metadata of a result or an error (API document,
// "Routing metadata object"; wire-notes §6). Every field may be missing: an
// error's object is often partial.
type Routing struct {
	Requested string
	Strategy  string
	Region    string
	Summary   string
	Attempt   int // from 1; 0: no provider was reached; None: not reported
	BYOK      bool
	Endpoints []Endpoint // those that were available
	Total     int        // of endpoints considered; None when not reported
	Attempts  []Attempt
	Pipeline  []Stage
	Raw       json.RawMessage

	// Whether the lists are present: an empty list and a missing one differ.
	EndpointsAs, AttemptsAs, PipelineAs Shape
}

// Shape is whether a list of the metadata is present.
type Shape int

const (
	Missing Shape = iota // missing or null
	Listed
	Malformed // it is no list, or its parent is no object
)

// Endpoint is a provider and model that the router considered.
type Endpoint struct {
	Provider, Model string
	Selected        bool
	Raw             json.RawMessage
}

// Selected returns the endpoint that serves the request.
func (r *Routing) Selected() (e Endpoint, ok bool) {
	for _, e := range r.Endpoints {
		if e.Selected {
			return e, true
		}
	}
	return Endpoint{}, false
}

// Attempt is one call of the gateway to an endpoint, and its HTTP status.
type Attempt struct {
	Provider, Model string
	Status          int // None when it is no number
	Raw             json.RawMessage
}

// Succeeded reports whether the endpoint answered with a status of success.
func (a Attempt) Succeeded() bool { return a.Status >= 200 && a.Status < 300 }

// Stage is one stage of the pipeline: a guardrail, a plugin, server tools,
// healing, compression, or any other type. The members of its data are as
// received, texts without quotes; missing and null are empty.
type Stage struct {
	Type, Name, Summary string
	GuardrailID, Scope  string // of guardrails
	Data, Raw           json.RawMessage

	Action    string // blocked, flagged, redacted, or any other word
	Detected  string
	Engines   []string
	Patterns  []string
	Reasons   []string // of moderation
	Quote     string   // flagged_input: what it quotes of the request, possibly shortened
	EmptiedBy string   // the constraint that left no candidate

	Improved      string // of healing: true or false
	Before, After string // the size of what was compressed or healed, counted in Unit
	Unit          string // items, tokens or length; empty for no sizes
	Engine        string // of compression
	Steps         string

	Dropped, Candidates json.RawMessage // lists
	Cheapest            json.RawMessage // a price, or a model with its price
}

// Does reports whether the stage's action is one of some verbs: block, blocked, blocking.
func (s Stage) Does(verbs ...string) bool {
	action := strings.ToLower(s.Action)
	return slices.ContainsFunc(verbs, func(verb string) bool { return strings.HasPrefix(action, verb) })
}

// Blocked reports whether the stage stopped the request by its action.
func (s Stage) Blocked() bool { return s.Does("block") }

// Redacted reports whether the stage removed something from the request.
func (s Stage) Redacted() bool { return s.Does("redact", "mask") }

// Passed reports whether the stage reports that it found nothing or let the request pass.
func (s Stage) Passed() bool { return s.Detected == "false" || s.Does("pass", "allow") }

// Compressed reports whether the stage reports the input before and after a compression.
func (s Stage) Compressed() bool { return s.Unit == "items" || s.Unit == "tokens" }
