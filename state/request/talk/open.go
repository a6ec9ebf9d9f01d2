package talk

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gatehouse/client/scan"
)

// ErrOpen is the error of a document that is neither a request nor a saved response.
var ErrOpen = errors.New("neither a request nor a response")

// Open reads a document as a conversation: a request object as it is; a JSON string or
// array as the input of a new request; a saved response or the body of an error, also when
// cut short, as the conversation after it (CONTRACT, send). The document is shared.
//
// The error is a *scan.SyntaxError for invalid JSON, else ErrOpen or ErrInputTwice.
func Open(body []byte) (*Conversation, error) {
	if err := scan.Check(body); err != nil {
		if _, unfinished := scan.StopsAt(body); unfinished && IsAnswer(body) {
			return openCutShort(body)
		}
		return nil, err
	}
	body = trimSpace(body)
	switch scan.KindOf(body) {
	case scan.Object:
		if IsResult(body) {
			return openResult(body)
		}
		if IsAnswer(body) {
			return openAnswerBody(body)
		}
		return openRequest(body)
	case scan.Array, scan.String:
		c := NewConversation(NewDraft())
		return c, c.loadInput(body)
	}
	return nil, fmt.Errorf("%w: a JSON object, a string or an array is expected", ErrOpen)
}

// IsResponse reports whether a document is a saved response rather than a request: it has
// output, or its object is "response", and it has no input.
func IsResponse(body []byte) bool {
	return scan.Get(body, "input") == nil &&
		(scan.Text(scan.Get(body, "object")) == "response" || scan.KindOf(scan.Get(body, "output")) == scan.Array)
}

// IsAnswer reports whether a document is a saved answer rather than a request: a response,
// the output of send --json, or the body of an error, which has an object `error` and no
// member of a request.
func IsAnswer(body []byte) bool {
	if IsResponse(body) || IsResult(body) {
		return true
	}
	if scan.KindOf(scan.Get(body, "error")) != scan.Object {
		return false
	}
	return !hasAny(body, "input", "model", "models", "messages", "query", "documents")
}

// hasAny reports whether an object has any of these members.
func hasAny(object []byte, names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return scan.Get(object, name) != nil })
}

// IsRanking reports whether a document is a saved answer of POST /rerank: it has results
// with relevance scores and no member of a request.
func IsRanking(body []byte) bool {
	results := scan.List(scan.Get(body, "results"))
	unscored := func(result json.RawMessage) bool { return scan.Get(result, "relevance_score") == nil }
	return len(results) > 0 && !slices.ContainsFunc(results, unscored) && !hasAny(body, "input", "messages", "query", "documents")
}

func openRequest(body []byte) (*Conversation, error) {
	input, err := singleInput(body)
	if err != nil {
		return nil, err
	}
	d, err := draftOf(body)
	if err != nil {
		return nil, err
	}
	c := NewConversation(d)
	if input == nil {
		return c, nil
	}
	return c, c.loadInput(input)
}

// singleInput returns the input of a request; nil for none.
func singleInput(doc []byte) (input json.RawMessage, err error) {
	for m := range scan.Members(doc) {
		if m.Key != "input" {
			continue
		}
		if input != nil {
			return nil, ErrInputTwice
		}
		input = m.Value
	}
	return input, nil
}

// loadInput adds the turns of an opened document's input.
func (c *Conversation) loadInput(input json.RawMessage) error {
	switch scan.KindOf(input) {
	case scan.String:
		c.Add(nil, []json.RawMessage{UserMessage(scan.Text(input))}).rawInput = input
		return nil
	case scan.Null:
		c.rawInput = input
		return nil
	case scan.Array:
	default:
		return fmt.Errorf("%w: input must be a string or an array of items", ErrOpen)
	}
	items := scan.List(input)
	if len(items) == 0 {
		c.rawInput = input
		return nil
	}
	c.Select(c.newTurns(nil, items))
	return nil
}

// newTurns adds turns with these items after parent and returns the last. Each turn begins
// with what the user added and ends with the model's items.
func (c *Conversation) newTurns(parent *Turn, items []json.RawMessage) *Turn {
	t, first := parent, true
	for _, item := range items {
		output := isModelOutput(item)
		if first || !output && len(t.Output) > 0 {
			t, first = c.newTurn(t, nil), false
		}
		if output {
			t.Output = append(t.Output, item)
		} else {
			t.Input = append(t.Input, item)
		}
	}
	return t
}

// isModelOutput reports whether an item comes from a model, not from a user or a program.
func isModelOutput(item json.RawMessage) bool {
	kind := scan.Text(scan.Get(item, "type"))
	switch kind {
	case "", "message":
		return scan.Text(scan.Get(item, "role")) == "assistant"
	case "reasoning", "compaction", "mcp_list_tools", "mcp_approval_request":
		return true
	}
	return strings.HasSuffix(kind, "_call") || strings.Contains(kind, ":")
}
