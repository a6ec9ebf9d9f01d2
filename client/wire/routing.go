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
	Attempt   int // from 1; 0: no provider was reached; None: not told
	BYOK      bool
	Endpoints []Endpoint // those that were available
	Total     int        // of endpoints considered; None when not told
	Attempts  []Attempt
	Pipeline  []Stage
	Raw       json.RawMessage

	// How the lists came; one that is empty and one that is missing are not the
	// same.
	EndpointsAs, AttemptsAs, PipelineAs Shape
}

// Shape is how a list of the metadata came.
type Shape int

const (
	Untold Shape = iota // it did not, or is null
	Listed
	Bent // it is no list, or what should hold it is no object
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
	Status          int // None when it came as no number
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
