package wire

import "encoding/json"

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

// Shape says whether a list of the metadata is present.
type Shape int

const (
	Missing Shape = iota // missing or null
	Listed
	Malformed // it is no list, or its parent is no object
)

// Endpoint is one way to serve a request.
type Endpoint struct {
	Provider, Model string
	Selected        bool
	Raw             json.RawMessage
}

// Attempt is one try at an endpoint and its HTTP status.
type Attempt struct {
	Provider, Model string
	Status          int // None when it is no number
	Raw             json.RawMessage
}

// Stage is one stage of the pipeline: a guardrail, a plugin, server tools,
// healing, compression, or any other type.
type Stage struct {
	Type, Name, Summary string
	GuardrailID, Scope  string          // of guardrails
	Data                json.RawMessage // free
	Raw                 json.RawMessage
}
