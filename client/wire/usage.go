package wire

import "encoding/json"

// Usage is what an answer cost (API document, "Responses result", usage;
// "Rerank result", usage). A figure that did not come is None.
type Usage struct {
	Input     int // tokens
	Cached    int // of Input, read from a cache
	Output    int // tokens
	Reasoning int // of Output
	Total     int // tokens
	Searches  int // search units of a rerank
	Cost      float64
	HasCost   bool // Cost was told, in the service's credits
	Raw       json.RawMessage
	Odd       Odd
}

// Odd are the figures that came and are no counts, as they are spelled: a string, a
// fraction, less than nothing. What is empty is a count, or did not come.
type Odd struct{ Input, Cached, Output, Reasoning, Total string }
