package wire

import "encoding/json"

// Model is one entry of GET /models. The API document does not show its shape;
// an id is all that every service sends.
type Model struct {
	ID      string
	Name    string
	Context int // context length in tokens; None when not reported
	Raw     json.RawMessage
}
