// Package tooluse makes the items of tools readable: input and output as commands, outputs, diffs,
// code, links and text instead of JSON. The transcript, `send` and the overlay that answers a call
// draw the same value.
//
// A new kind of tool is a reader in a separate file and a line in readerOf. Nothing here makes text
// safe to draw: that is done last, where it is drawn.
package tooluse

import (
	"encoding/json"
	"math"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/text/rope"
)

// Use is a tool's item in readable form.
type Use struct {
	Name       string  // of the MCP server and tool, or of the agents; mostly empty
	InputLine  string  // the start of the input, in one line
	OutputLine string  // the start of the output, in one line; Blocks have it too
	Result     string  // how it ended, in a few words: "exit 1", "5 results"
	Sign       Sign    // whether that is good or bad
	AlwaysOpen bool    // it reads like a message and is never folded
	Blocks     []Block // everything, in reading order
}

// Sign is whether a use ended well.
type Sign uint8

const (
	Unsigned Sign = iota
	Good
	Bad
)

// Kind is how a block is drawn.
type Kind uint8

const (
	Plain    Kind = iota
	Label         // names the block below it
	Command       // as typed into a shell
	Output        // what a command or a tool returned
	Stderr        // what a command wrote to standard error
	Diff          // lines that begin with + or -
	Code          // in Language
	JSON          // a valid object or array
	Markdown      // what a model wrote
	Links         // "title  URL", one a line
	Tools         // "name  description", one a line
	Success       // it ended well
	Failure       // it ended badly
	Error         // an error's message
)

// Block is a piece of a use.
type Block struct {
	Kind     Kind
	Language string     // of Code; empty where unknown
	Text     *rope.Rope // shared with the item, and grows with it
	Apart    bool       // preceded by an empty line
	Part     int        // index in the item's Parts, wire.None for its input, else NotStreamed
}

// NotStreamed is the Part of a block that no delta extends.
const NotStreamed = math.MinInt

// Of reads an item of an answer, which may still grow. ok is false for an item that is not
// a tool's, or an unknown one.
func Of(it *state.Item) (u Use, ok bool) {
	read := readerOf(it.Type)
	if read == nil {
		return Use{}, false
	}
	u = use(read, &item{kind: it.Type, members: members(it.Raw), from: it})
	if !it.Done {
		u.rest(it)
	}
	return u, true
}

// rest appends the item's texts that no block shows.
func (u *Use) rest(it *state.Item) {
	shown := map[int]bool{}
	for _, b := range u.Blocks {
		shown[b.Part] = true
	}
	if !shown[wire.None] {
		u.add(Plain, text{it.InputBuffer().Rope(), wire.None})
	}
	for n, p := range it.Parts() {
		if !shown[n] {
			u.add(Plain, text{p.TextBuffer().Rope(), n})
		}
	}
}

// Read reads an item of a document.
func Read(doc json.RawMessage) (u Use, ok bool) {
	m := members(doc)
	kind := scan.Text(m.get("type"))
	read := readerOf(kind)
	if read == nil {
		return Use{}, false
	}
	return use(read, &item{kind: kind, members: m}), true
}

func use(read func(*Use, *item), i *item) Use {
	var u Use
	read(&u, i)
	u.failure(i)
	return u
}

// readerOf returns the reader for items of a type; nil for none. Server tools have a
// vendor's word before a colon.
func readerOf(kind string) func(*Use, *item) {
	_, name, ok := strings.Cut(kind, ":")
	if !ok {
		name = kind
	}
	switch strings.TrimSuffix(name, "_call") {
	case "shell", "local_shell", "bash", "shell_call_output", "local_shell_call_output":
		return shell
	case "apply_patch":
		return patch
	case "apply_patch_call_output", "function_call_output", "custom_tool_call_output":
		return callOutput
	case "function", "custom_tool":
		return call
	case "code_interpreter":
		return code
	case "web_search", "file_search", "tool_search", "search_models", "experimental__search_models":
		return search
	case "web_fetch":
		return fetch
	case "image_generation":
		return image
	case "mcp", "mcp_approval_request", "mcp_tool_use", "mcp_tool_result":
		return mcp
	case "mcp_list_tools", "tool_search_output", "additional_tools":
		return tools
	case "mcp_approval_response":
		return approval
	case "advisor", "subagent":
		return agent
	case "agent_message":
		return agentMessage
	case "item_reference":
		return func(u *Use, i *item) { u.InputLine = i.word("id") }
	case "datetime":
		return datetime
	case "files", "text_editor", "memory":
		return files
	}
	return nil
}

// Returned returns what the tool of an item returned and is in no part of the item, and what that is:
// "output" or "error".
func Returned(it *state.Item) (what, text string) {
	what = "output"
	u, _ := Of(it)
	if u.Sign == Bad {
		what = "error"
	}
	var texts []string
	for _, b := range u.Blocks {
		if b.Part != NotStreamed {
			continue
		}
		switch b.Kind {
		case Output, Stderr, Error, JSON:
			texts = append(texts, b.Text.String())
		}
	}
	return what, strings.Join(texts, "\n")
}

// add appends a block, unless it is empty.
func (u *Use) add(kind Kind, t text) *Block {
	if t.rope == nil || t.rope.Len() == 0 {
		return &Block{}
	}
	u.Blocks = append(u.Blocks, Block{Kind: kind, Text: t.rope, Part: t.part})
	return &u.Blocks[len(u.Blocks)-1]
}

// say appends a block with a few words of this program.
func (u *Use) say(kind Kind, words string) *Block { return u.add(kind, plain(words)) }

// value appends a value that may be JSON: an object or an array as JSON, anything else as
// spelled.
func (u *Use) value(otherwise Kind, t text) *Block {
	if t.rope != nil && isJSON(t.rope) {
		otherwise = JSON
	}
	return u.add(otherwise, t)
}

// failure appends the item's error, which any tool may have.
func (u *Use) failure(i *item) {
	v := i.get("error", "failure_reason")
	t := i.text(v)
	for _, name := range []string{"message", "content"} {
		message := scan.Get(v, name)
		if kind := scan.KindOf(message); kind != scan.String && kind != scan.Array {
			continue
		}
		if words := contentText(message); words.rope.Len() > 0 {
			t = words
			break
		}
	}
	if t.rope.Len() > 0 {
		u.fail(t)
	}
}

// fail marks the use as failed and appends the error's message, which may be empty.
func (u *Use) fail(t text) {
	u.Sign = Bad
	if u.Result == "" {
		u.Result = "error"
	}
	u.OutputLine = firstLine(t.rope)
	if len(u.Blocks) > 0 && t.rope.Len() > 0 {
		u.say(Label, "error").Apart = true
	}
	u.value(Error, t)
}

// Text returns all blocks below each other, without copying them.
func (u *Use) Text() *rope.Rope {
	texts := make([]*rope.Rope, 0, 2*len(u.Blocks))
	for i, b := range u.Blocks {
		if i > 0 {
			texts = append(texts, rope.Plain(b.Above()))
		}
		texts = append(texts, b.Text)
	}
	return rope.Join(texts...)
}

// Above returns the separator between a block and the one above it.
func (b *Block) Above() string {
	if b.Apart {
		return "\n\n"
	}
	return "\n"
}

// Offset returns the position in Text of a byte of a part; ok is false where no block
// shows that part.
func (u *Use) Offset(part, at int) (offset int, ok bool) {
	for i, b := range u.Blocks {
		if i > 0 {
			offset += len(b.Above())
		}
		if b.Part == part {
			return offset + at, true
		}
		offset += int(b.Text.Len())
	}
	return 0, false
}

// Place is the inverse of Offset; ok is false for a byte of Text that belongs to no part.
func (u *Use) Place(offset int) (part, at int, ok bool) {
	for i, b := range u.Blocks {
		if i > 0 {
			offset -= len(b.Above())
		}
		if offset < 0 {
			return 0, 0, false
		}
		if size := int(b.Text.Len()); offset >= size {
			offset -= size
			continue
		}
		return b.Part, offset, b.Part != NotStreamed
	}
	return 0, 0, false
}

// RepeatsInput reports whether the blocks begin with the input.
func (u *Use) RepeatsInput() bool {
	if len(u.Blocks) == 0 {
		return false
	}
	first := strings.TrimSuffix(firstLine(u.Blocks[0].Text), more)
	return first != "" && strings.HasPrefix(u.InputLine, first)
}

const (
	shortBytes = 1 << 10
	shortLines = 12
)

// IsShort reports whether the use is so short that folding it gains nothing.
func (u *Use) IsShort() bool {
	size, lines := int64(0), 0
	for _, b := range u.Blocks {
		if size += b.Text.Len(); size > shortBytes {
			return false
		}
		lines += 1 + strings.Count(strings.TrimRight(b.Text.String(), "\n"), "\n")
		if b.Apart {
			lines++
		}
	}
	return lines <= shortLines
}

// inputOf returns the item's streamed input, else the first of some members.
func (i *item) inputOf(names ...string) text {
	if i.from != nil {
		if words := i.from.InputBuffer(); words.Len() > 0 {
			return text{words.Rope(), wire.None}
		}
	}
	return i.text(i.get(names...))
}
