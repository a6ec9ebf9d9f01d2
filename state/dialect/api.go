package dialect

import (
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state/dialect/answers"
	"gatehouse/state/dialect/assembly"
	"gatehouse/state/dialect/lint"
)

// RequestReader reads a request's body as messages; false where the body is not of its API.
type RequestReader func(r *Reader, top *Object) bool

// API is one API whose exchanges are read: a row of the table in state/dialect/registry. What is nil
// in it does not exist there.
type API struct {
	Name    string  // of its exchanges, as the history has it
	Dialect Dialect // that of its requests
	Answer  string  // what an answer is called
	Lint    lint.API

	// Endpoint returns the end of the request's path that names what is asked for; empty
	// where the request is not of this API.
	Endpoint  func(wire.Sent) string
	Operation string // what is asked for, as the API's reference writes it
	Compacts  bool   // the answer shortens a conversation, which continues with it
	CallsTool bool   // a tool is called: no model answers, and no tokens are used
	// Model returns the model that is asked, as the address names it; nil where the body does.
	Model func(wire.Sent) string
	// Limit names the member of a request that limits the output, as a.b inside another.
	Limit func(request []byte) string

	// Streams reports whether a request asks for a stream; nil where its body does not tell.
	Streams func(request []byte) bool

	Last   string            // what a stream ends with
	Done   bool              // [DONE] follows that
	Frames map[string]string // by the name of a frame that holds a delta: the event of the Responses API that it stands for

	Request RequestReader
	// Settings translates what Request does not take; nil where requests are not translated.
	Settings func(*Translation, *Object)

	// Reader and Assembler, the latter nil where no stream is put together,
	// read answers and put streams together that are not those of the Responses API.
	Reader    func(request []byte) answers.Reader
	Assembler func() assembly.Builder
	// Writer writes an answer of POST /responses as one of this API to a request; nil where
	// answers are not translated.
	Writer func(request []byte, emit answers.Emit) answers.Writer
}

// PostsTo returns an Endpoint that knows the requests by the end of their path.
func PostsTo(endpoint string) func(wire.Sent) string {
	return func(sent wire.Sent) string {
		if sent.PostsTo(endpoint) {
			return endpoint
		}
		return ""
	}
}

// WhereTrue returns a Streams where the body has "stream": true.
func WhereTrue(request []byte) bool { return string(scan.Get(request, "stream")) == "true" }

// LimitedBy returns a Limit that is always the same member.
func LimitedBy(member string) func([]byte) string { return func([]byte) string { return member } }
