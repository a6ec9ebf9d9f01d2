// Package dialect is what a row of the table in state/dialects says of an API that other
// programs speak: which requests are its, how its requests and answers are read, how its
// streams are put together, and how a request is written for POST /responses. It has what
// the readers of requests share, which read a body as one list of messages, and aligns the
// messages of two bodies: a gateway that takes a Responses request may send chat completions,
// Anthropic or Gemini bodies to its providers. Tool definitions and settings are not read.
package dialect

import (
	"cmp"
	"encoding/json"
	"errors"
	"iter"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state/dialect/translate"
)

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
	Text    Kind = iota // what was said; refusals and transcripts of sound too
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
	Path string // as jq writes it: input[2].content[0].text; empty in an answer
	At   int    // offset of the value at Path in the body

	Custom    bool              // of a call: its arguments are a text and no JSON
	Filename  string            // of media; empty where it has none
	Citations []json.RawMessage // of a text of an answer, as received
	Cache     string            // the mark that what ends here is to be cached, as JSON; empty for none
}

// Message is what one speaker says, or what one tool returned: an item of a request or an
// answer, in a form that all APIs have in common.
type Message struct {
	Role  string
	ID    string // of an item of an answer; empty for none
	Parts []Part // of a request without those that have no text
}

// Given reports whether the model gave a message.
func (m *Message) Given() bool {
	return m.Role == Assistant || m.Role == "" && len(m.Parts) > 0 && m.Parts[0].Kind == Other && GivenType(m.Parts[0].Name)
}

// GivenType reports whether the model gives the items of a type, which is none of messages.
func GivenType(name string) bool {
	return !strings.HasSuffix(name, "_output") && !strings.HasSuffix(name, "_response")
}

// New returns the messages after the last that the model gave.
func New(list []Message) []Message {
	from := len(list)
	for from > 0 && !list[from-1].Given() {
		from--
	}
	return list[from:]
}

// System returns the messages of the system with which a body begins, and the others.
func (b *Body) System() (system, others []Message) {
	n := 0
	for n < len(b.Messages) && b.Messages[n].Role == System {
		n++
	}
	return b.Messages[:n], b.Messages[n:]
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

// Read reads a request body by the first of some readers that finds in it what it knows. The
// error says why it cannot be read at all: it is no JSON object. A body that none of them
// knows is of the Unknown dialect, and has no messages.
func Read(body []byte, readers iter.Seq[RequestReader]) (Body, error) {
	r, top, err := open(body)
	if err != nil {
		return Body{}, err
	}
	for read := range readers {
		if read(r, top) {
			break
		}
	}
	return r.Body, nil
}

// open checks that a body is a JSON object.
func open(body []byte) (*Reader, Object, error) {
	if err := scan.Check(body); err != nil {
		return nil, nil, err
	}
	if scan.KindOf(body) != scan.Object {
		return nil, nil, errNoObject
	}
	r := &Reader{}
	return r, r.Object(translate.Value{Raw: body}), nil
}
