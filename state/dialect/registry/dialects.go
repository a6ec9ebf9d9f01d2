// Package registry is the table of the APIs whose exchanges are read, a package each, and
// what is asked of all of them.
package registry

import (
	"net/http"
	"slices"

	"gatehouse/client/wire"
	"gatehouse/state/dialect"
	"gatehouse/state/dialect/chat"
	"gatehouse/state/dialect/gemini"
	"gatehouse/state/dialect/lint"
	"gatehouse/state/dialect/mcp"
	"gatehouse/state/dialect/messages"
	"gatehouse/state/dialect/ollama"
	"gatehouse/state/dialect/responses"
)

// The first rows, whose indexes programs know.
const (
	Responses = iota
	Rerank
	Other // of requests of no API: bytes
	Chat
	Messages
)

// table is one line an API. Where several know a request, the first has it.
var table = [...]dialect.API{
	Responses: responses.API(),
	Rerank:    {Name: "rerank", Answer: "response", Lint: lint.Rerank, Endpoint: dialect.PostsTo(wire.EndpointRerank), Last: "final event", Streams: func([]byte) bool { return false }},
	Other:     {Name: "other", Answer: "response", Last: "final event", Streams: dialect.WhereTrue},
	Chat:      chat.API(),
	Messages:  messages.API(),
	gemini.API(), ollama.API(), embeddings(), responses.Compact(), mcp.API(),
}

// All returns the table.
func All() []dialect.API { return slices.Clone(table[:]) }

// Of returns the row of a request: Other for one of no API that is read.
func Of(sent wire.Sent) int {
	for i := range table {
		if api := &table[i]; api.Endpoint != nil && api.Endpoint(sent) != "" {
			return i
		}
	}
	return Other
}

// Endpoint returns the end of a request's path that names what is asked for; empty where it
// is of no API that is read.
func Endpoint(sent wire.Sent) string {
	if at := Of(sent); at != Other {
		return table[at].Endpoint(sent)
	}
	return ""
}

// Translates reports whether requests of an API like this one can be written for /responses.
func Translates(sent wire.Sent) bool { return table[Of(sent)].Settings != nil }

// Events returns by the name of another API's frame the event of the Responses API that it
// stands for.
func Events() map[string]string {
	all := map[string]string{}
	for i := range table {
		for name, event := range table[i].Frames {
			all[name] = event
		}
	}
	return all
}

// Read reads a request body of any API: see dialect.Read.
func Read(body []byte) (dialect.Body, error) { return dialect.Read(body, readers) }

// ReadNew returns what is new in a request body of any API: see dialect.ReadNew.
func ReadNew(body []byte) []dialect.Message { return dialect.ReadNew(body, readers) }

func readers(yield func(dialect.RequestReader) bool) {
	for i := range table {
		if read := table[i].Request; read != nil && !yield(read) {
			return
		}
	}
}

// Translate writes a request for POST /responses. Its path on the server decides between the
// APIs where its body could be of several; it may be empty. The error is
// dialect.ErrForeign, or why the body is no JSON object.
func Translate(path string, body []byte) (dialect.Translated, error) {
	sentTo := Of(wire.Sent{Method: http.MethodPost, URL: path, Body: body})
	return dialect.Translate(path, body, &table[sentTo], table[:])
}
