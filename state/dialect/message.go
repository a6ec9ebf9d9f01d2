package dialect

import (
	"encoding/json"
	"strings"
)

// The roles that the readers translate to. Any other role stays as it is
// written; a message without one has the empty role.
const (
	System    = "system" // also instructions and developer messages
	User      = "user"
	Assistant = "assistant" // Gemini calls it model
	Tool      = "tool"      // the output of a tool
)

// Kind is the kind of a part of a message.
type Kind uint8

// The kinds of parts.
const (
	Text    Kind = iota // refusals and transcripts of sound too
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
	Name string // of a call the tool's; of media "image", "file", "audio" or "video"; of another its type
	ID   string // of a call and its output: the call's
	Path string // as jq writes it: input[2].content[0].text; empty in an answer
	At   int    // offset of the value at Path in the body

	Custom    bool              // of a call: its arguments are a text and no JSON
	Filename  string            // of media; empty where it has none
	Citations []json.RawMessage // of a text of an answer, as received
	Cache     string            // the mark that what ends here is to be cached, as JSON; empty for none

	source *partSource // nil in a body that is not translated
}

// partSource is what a translation needs of a part beyond its text.
type partSource struct {
	outer, value   Value // the part, and its text
	name, id       Value // of a call
	refusal        bool  // of a text
	media          *media
	mark           Value // as in Cache
	summary        bool  // of a thought: it is a summary of it
	encrypted      bool  // of a thought: it has no text
	format, signed Value // of a thought
}

// Message is what one speaker says, or what one tool returned: an item of a request or an
// answer, in a form that all APIs have in common.
type Message struct {
	Role  string
	ID    string // of an item of an answer; empty for none
	Parts []Part // of a request without those that have no text

	source *messageSource // nil in a body that is not translated
}

// messageSource is what a translation needs of a message beyond its parts.
type messageSource struct {
	role           string  // as written
	object         *Object // that holds it; nil for a content that stands alone
	content        Value
	id, tool, mark Value // of what a tool returned: of its call, its name, and its mark for a cache
}

// FromModel reports whether the model gave a message.
func (m *Message) FromModel() bool {
	return m.Role == Assistant || m.Role == "" && len(m.Parts) > 0 && m.Parts[0].Kind == Other && GivenType(m.Parts[0].Name)
}

// GivenType reports whether the model gives the items of a type, which is none of messages.
func GivenType(name string) bool {
	return !strings.HasSuffix(name, "_output") && !strings.HasSuffix(name, "_response")
}

// New returns the messages after the last that the model gave.
func New(list []Message) []Message {
	from := len(list)
	for from > 0 && !list[from-1].FromModel() {
		from--
	}
	return list[from:]
}

// Body is a request body read as messages, in their order. Instructions and
// system prompts are messages too.
type Body struct {
	Dialect  Dialect
	Messages []Message
	Members  []int // offsets of the document's members that hold the messages
	Cut      bool  // there are more parts than maxParts, which were not read
}

// System returns the messages of the system with which a body begins, and the others.
func (b *Body) System() (system, others []Message) {
	n := 0
	for n < len(b.Messages) && b.Messages[n].Role == System {
		n++
	}
	return b.Messages[:n], b.Messages[n:]
}
