package wire

import "encoding/json"

// Usage is what an answer cost (API document, "Responses result", usage;
// "Rerank result", usage). A missing figure is None.
type Usage struct {
	Input     int // tokens
	Cached    int // of Input, read from a cache
	Output    int // tokens
	Reasoning int // of Output
	Total     int // tokens
	Searches  int // search units of a rerank
	Cost      float64
	HasCost   bool // Cost was reported, in the service's credits
	Raw       json.RawMessage
	Odd       Odd
}

// Odd are the figures that are no counts, as they are spelled: a string, a
// fraction, a negative number. An empty one is a count, or missing.
type Odd struct{ Input, Cached, Output, Reasoning, Total string }
