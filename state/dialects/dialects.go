// Package dialects is the table of the APIs whose exchanges are read, a package each, and
// what is asked of all of them.
package dialects

import (
	"net/http"
	"slices"

	"gatehouse/client/wire"
	"gatehouse/state/dialect"
	"gatehouse/state/dialect/chat"
	"gatehouse/state/dialect/gemini"
	"gatehouse/state/dialect/mcp"
	"gatehouse/state/dialect/messages"
	"gatehouse/state/dialect/ollama"
	"gatehouse/state/dialect/responses"
	"gatehouse/state/dialect/translate"
	"gatehouse/state/lint"
)

// The first rows, of which programs know the place.
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
	Rerank:    {Name: "rerank", Answer: "response", Lint: lint.Rerank, Endpoint: dialect.PostsTo(wire.EndpointRerank), Last: "final event", Streams: never},
	Other:     {Name: "other", Answer: "response", Last: "final event", Streams: dialect.WhereTrue},
	Chat:      chat.API(),
	Messages:  messages.API(),
	gemini.API(), ollama.API(), embeddings(), responses.Compact(), mcp.API(),
}

func never([]byte) bool { return false }

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
func Translates(sent wire.Sent) bool { return table[Of(sent)].Translate != nil }

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
func Read(body []byte) (dialect.Body, error) {
	return dialect.Read(body, func(yield func(dialect.RequestReader) bool) {
		for i := range table {
			if read := table[i].Request; read != nil && !yield(read) {
				return
			}
		}
	})
}

// Translate writes a request for POST /responses. Its path on the server decides between the
// APIs where its body could be of several; it may be empty. The error is
// translate.ErrForeign, or says why the body is no JSON object.
func Translate(path string, body []byte) (translate.Result, error) {
	read, err := Read(body)
	if err != nil {
		return translate.Result{}, err
	}
	api := translated(path, body, read.Dialect)
	if api == nil {
		return translate.Result{}, translate.ErrForeign
	}
	return translate.Request(api.Dialect.String(), path, body, api.Translate), nil
}

// reads reports whether an API's own reader knows a body.
func reads(api *dialect.API, body []byte) bool {
	if api.Request == nil {
		return false
	}
	read, err := dialect.Read(body, func(yield func(dialect.RequestReader) bool) { yield(api.Request) })
	return err == nil && read.Dialect != dialect.Unknown
}

// translated returns the API of a request whose body was read as that of a dialect; nil for
// one that is not translated. The path decides where its API can read the body, as can all
// with messages.
func translated(path string, body []byte, read dialect.Dialect) *dialect.API {
	fits := func(api *dialect.API) bool { return api.Translate != nil && api.Dialect == read }
	api := &table[Of(wire.Sent{Method: http.MethodPost, URL: path, Body: body})]
	if hasMessages := read == dialect.Chat || read == dialect.Anthropic; api.Translate != nil && read != dialect.Responses && (hasMessages || reads(api, body)) {
		return api
	}
	for i := range table {
		if fits(&table[i]) {
			return &table[i]
		}
	}
	return nil
}
