// Package dialect reads the request bodies of several APIs as one list of
// messages, and aligns the messages of two bodies: a gateway that takes a
// Responses request may send chat completions, Anthropic or Gemini bodies to its
// providers. Tool definitions and settings are not read.
package dialect

import (
	"errors"

	"gatehouse/client/scan"
)

// Dialect is the API that a request body is written for.
type Dialect uint8

// The dialects. A body of an Unknown one has no messages; see Strings.
const (
	Unknown Dialect = iota
	Responses
	Chat
	Anthropic
	Gemini
)

// String names the dialect as its API is called.
func (d Dialect) String() string {
	return [...]string{"unknown format", "Responses", "chat completions", "Anthropic messages", "Gemini"}[d]
}

// The roles that the readers translate to. Any other role stays as it is
// written; a message without one has the empty role.
const (
	System    = "system" // also instructions and developer messages
	User      = "user"
	Assistant = "assistant" // Gemini calls it model
	Tool      = "tool"      // the output of a tool
)

// Kind says what a part of a message is.
type Kind uint8

// The kinds of parts.
const (
	Text    Kind = iota // what was said; refusals too
	Thought             // reasoning, or its encrypted form where there is no text
	Call                // a tool is called: Name, ID, and the arguments as Text
	Output              // what a tool returned; ID is the call's
	Media               // an image, a file or audio: Text is its address, file id or base64 data
	Other               // anything else; Text is its JSON
)

// Part is one piece of a message's content.
type Part struct {
	Kind Kind
	Text string
	Name string // of a call the tool's; of media "image", "file" or "audio"; of another its type
	ID   string // of a call and its output: the call's
	Path string // as jq writes it: input[2].content[0].text
	At   int    // offset of the value at Path in the body

	Cache string // the mark that what ends here is to be cached, as JSON; empty for none
}

// Message is what one speaker says, or what one tool returned.
type Message struct {
	Role  string
	Parts []Part // without those that have no text
}

// Body is a request body read as messages, in their order. Instructions and
// system prompts are messages of their own.
type Body struct {
	Dialect  Dialect
	Messages []Message
	Members  []int // offsets of the document's members that hold the messages
	Cut      bool  // there are more parts than maxParts, which were not read
}

// maxParts is how many parts of a body are read; a part takes up to 150 bytes
// beside its text.
const maxParts = 100_000

var errNoObject = errors.New("it is not a JSON object")

// Read reads a request body. The error says why it cannot be read at all: it is
// no JSON object. A body that holds none of the members that a known API has
// its messages in is of the Unknown dialect, and has no messages.
func Read(body []byte) (Body, error) {
	r, top, err := open(body)
	if err != nil {
		return Body{}, err
	}
	switch messages, contents := top.get("messages"), top.get("contents"); {
	case top.has("input"):
		r.responses(top)
	case messages.kind() == scan.Array:
		r.messages(top, messages)
	case contents.kind() == scan.Array:
		r.gemini(top, contents)
	case top.has("instructions"):
		r.responses(top)
	}
	return r.body, nil
}

// open checks that a body is a JSON object.
func open(body []byte) (*reader, object, error) {
	if err := scan.Check(body); err != nil {
		return nil, nil, err
	}
	if scan.KindOf(body) != scan.Object {
		return nil, nil, errNoObject
	}
	r := &reader{}
	return r, r.object(value{raw: body}), nil
}
