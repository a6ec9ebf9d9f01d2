// Package dialect is what a row of the table in state/dialect/registry says of an API that other
// programs speak: which requests are its, how its requests and answers are read, how its
// streams are put together, and how a request is written for POST /responses. It has what
// the readers of requests share, which read a body as one list of messages, and aligns the
// messages of two bodies: a gateway that takes a Responses request may send chat completions,
// Anthropic or Gemini bodies to its providers. Tool definitions and settings are not read.
package dialect

import "cmp"

// Dialect is the API that a request body is written for, as people call it.
type Dialect string

// The dialects that readers of bodies name which serve several. A body of an Unknown one has
// no messages; see Strings.
const (
	Unknown   Dialect = ""
	Responses Dialect = "Responses"
	Chat      Dialect = "chat completions"
	Anthropic Dialect = "Anthropic messages"
)

// String names the dialect as its API is called.
func (d Dialect) String() string { return cmp.Or(string(d), "unknown format") }
