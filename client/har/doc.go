// Package har writes and reads HTTP Archives (HAR 1.2,
// http://www.softwareishard.com/blog/har-12-spec/).
//
// An entry that is written here holds the complete capture: additional members, which begin
// with an underscore as the format requires, record which bytes arrived when. Any viewer
// shows such a file; Read returns the same captures. An entry of another program has no
// arrival times of parts of a body.
package har

import "gatehouse/client/wire"

// Entry is one exchange of a file.
type Entry struct {
	Capture   *wire.Capture
	About     About
	Title     string    // of its conversation: entries of one title share a page; may be empty
	Verdict   string    // for readers of the file; the capture decides
	Reason    string    // why it is incomplete or failed
	Warnings  []string  // codes
	WebSocket bool      // it is a connection that left HTTP
	Messages  []Message // of a WebSocket in a file of another program
	Foreign   bool      // read from a file of another program: chunks have no times, and how it ended is not certain
}

// About is what a capture does not record of an exchange.
type About struct {
	Origin     string `json:"origin,omitempty"`
	Kind       string `json:"kind,omitempty"` // responses, rerank, other
	Connection string `json:"connection,omitempty"`
	BaseURL    string `json:"base_url,omitempty"`
	Target     string `json:"target,omitempty"` // the name of one of several servers behind a proxy; for a replay the id of the replayed exchange
	Service    string `json:"service,omitempty"`
	Session    string `json:"session,omitempty"`
	Turn       int    `json:"turn,omitempty"`
}

// unknownUS is the time of a moment that a file does not record.
const unknownUS = -1
