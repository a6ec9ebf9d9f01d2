// Package compact reads POST /responses/compact, which returns the items that a conversation
// goes on with.
package compact

import "gatehouse/state/dialect"

// API is POST /responses/compact, whose answers are read as those of /responses.
func API() dialect.API {
	return dialect.API{
		Name: "compact", Dialect: dialect.Responses, Answer: "response.compaction",
		Endpoint: dialect.PostsTo("responses/compact"), Operation: "POST /responses/compact", Last: "final event", Done: true,
		Streams: dialect.WhereTrue,
	}
}
