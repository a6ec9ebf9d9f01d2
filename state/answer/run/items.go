package run

import (
	"cmp"
	"crypto/sha256"
	"hash"
	"io"
	"slices"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state"
	"gatehouse/state/dialect"
	"gatehouse/state/dialect/registry"
	"gatehouse/state/json/tree"
)

// item is a step of a conversation in the form that all APIs have in common: a text of one side, a call,
// its output. Parts that callers omit when they send it again are left out: reasoning, ids, states. So are
// system texts, which may change from one request to the next.
type item struct {
	given  bool // the model gave it
	call   bool // it is a call of a tool
	output bool // it is what a tool returned

	summary Hash // of a compaction: that of its content; 0 for any other item
	prompt  Hash // of a call that begins a sub-agent: that of what it is asked; 0 for any other item

	reference bool   // the caller names it by its id alone
	id        string // of an item of an answer; empty for none
	sum       [sha256.Size]byte
}

// chain is the hash of a sequence of items, to which more can be added.
type chain struct{ sum [sha256.Size]byte }

func (c *chain) add(it item) {
	c.sum = sha256.Sum256(append(c.sum[:], it.sum[:]...))
}

func (c *chain) hash() Hash { return short(c.sum[:]) }

type digest struct{ hash.Hash }

func newDigest(kind string) digest {
	d := digest{sha256.New()}
	d.field(kind)
	return d
}

func (d digest) field(text string) {
	io.WriteString(d, text)
	d.Write([]byte{0xff}) // which is in no text
}

// words adds a text without its white space, which some callers trim.
func (d digest) words(text string) {
	for from := 0; from < len(text); {
		n := strings.IndexAny(text[from:], " \t\r\n")
		if n < 0 {
			n = len(text) - from
		}
		io.WriteString(d, text[from:from+n])
		from += n + 1
	}
}

func (d digest) sum() (sum [sha256.Size]byte) {
	d.Sum(sum[:0])
	return sum
}

// itemsOf returns the items of a request. ids is false to leave out the ids of calls, and if one has none:
// callers of Gemini may send a call back without the id that its answer had.
func itemsOf(body []byte, ids bool) ([]item, error) {
	read, err := registry.Read(body)
	if err != nil {
		return nil, err
	}
	r := reader{bare: !ids || slices.ContainsFunc(read.Messages, hasNamelessCall)}
	for _, m := range read.Messages {
		if m.Role == dialect.System {
			continue
		}
		for i := range m.Parts {
			r.part(m.Role, &m.Parts[i])
		}
	}
	r.end()
	return r.items, nil
}

func hasNamelessCall(m dialect.Message) bool {
	return slices.ContainsFunc(m.Parts, func(p dialect.Part) bool { return p.Kind == dialect.Call && p.ID == "" })
}

// reader puts parts together to items: texts that follow one another are one item.
type reader struct {
	bare  bool // the ids of calls are left out
	items []item
	text  digest // of the current text
	key   string // role or call output of the current text; empty: there is none
	what  item
}

func (r *reader) end() {
	if r.key != "" {
		r.what.sum = r.text.sum()
		r.items = append(r.items, r.what)
	}
	r.key = ""
}

// begin continues the text of a key, or begins one.
func (r *reader) begin(key string, what item) {
	if r.key == key {
		return
	}
	r.end()
	r.key, r.what, r.text = key, what, newDigest(key)
}

func (r *reader) part(role string, p *dialect.Part) {
	id := p.ID
	if r.bare {
		id = ""
	}
	switch {
	case p.Kind == dialect.Thought:
	case p.Kind == dialect.Call:
		r.end()
		r.items = append(r.items, item{given: true, call: true, prompt: promptHash(agentPrompt(p.Name, p.Text)), sum: sumOf("call", plain(p.Text), id, p.Name)})
	case p.Kind == dialect.Output, role == dialect.Tool:
		r.begin("output\xff"+id, item{output: true})
		r.any(p)
	case p.Kind == dialect.Other && (role == "" || role == dialect.Assistant):
		r.end()
		r.other(p)
	case p.Kind == dialect.Text && strings.TrimSpace(p.Text) == "":
	default:
		r.begin("role\xff"+role, item{given: role == dialect.Assistant})
		r.any(p)
	}
}

func (r *reader) any(p *dialect.Part) {
	switch p.Kind {
	case dialect.Media:
		r.text.field("\xffmedia")
		r.text.field(p.Text)
	case dialect.Other:
		r.text.field("\xffother")
		r.text.Write(plain(p.Text, "cache_control"))
	default:
		r.text.words(p.Text)
	}
}

// other adds an item of another type than messages and calls of functions.
func (r *reader) other(p *dialect.Part) {
	if p.Name == "item_reference" {
		if id := scan.Text(scan.Get([]byte(p.Text), "id")); !strings.HasPrefix(id, "rs_") {
			r.items = append(r.items, reference(id))
		}
		return
	}
	sum := sumOf("other", plain(p.Text, "id", "status"), p.Name)
	r.items = append(r.items, item{given: dialect.GivenType(p.Name), call: strings.HasSuffix(p.Name, "_call"), summary: summaryOf(p.Name, p.Text), sum: sum})
}

// reference stands for an item of an answer that the caller names by its id alone.
func reference(id string) item {
	return item{given: true, reference: true, sum: sumOf("reference", nil, id)}
}

// sumOf returns the hash of an item of a kind: of fields, then of JSON.
func sumOf(kind string, json []byte, fields ...string) [sha256.Size]byte {
	d := newDigest(kind)
	for _, field := range fields {
		d.field(field)
	}
	d.Write(json)
	return d.sum()
}

// agentPrompt returns what a call asks a sub-agent to do; empty for any other call. Tools of agents are named
// Task (https://docs.claude.com/en/docs/claude-code/sub-agents) or Agent, task (opencode), runSubagent
// (VS Code), each with a prompt, and spawn_agent with a message (Codex).
func agentPrompt(name, arguments string) string {
	name = strings.ToLower(name)
	if !strings.HasSuffix(name, "task") && !strings.HasSuffix(name, "agent") {
		return ""
	}
	return cmp.Or(scan.Text(scan.Get([]byte(arguments), "prompt")), scan.Text(scan.Get([]byte(arguments), "message")))
}

// promptHash returns the name of the exchange whose call asks a sub-agent for something; 0 for nothing.
func promptHash(prompt string) Hash {
	if strings.TrimSpace(prompt) == "" {
		return 0
	}
	d := newDigest("prompt")
	d.words(prompt)
	sum := d.sum()
	return short(sum[:])
}

// begunBy returns the name of the exchange whose call may have begun a conversation that has no answer yet: by
// its last text, since Claude Code and Codex put reminders before it.
func begunBy(body []byte) []Clue {
	read, err := registry.Read(body)
	if err != nil {
		return nil
	}
	for _, m := range slices.Backward(read.Messages) {
		for _, p := range slices.Backward(m.Parts) {
			if h := promptHash(p.Text); m.Role == dialect.User && p.Kind == dialect.Text && h != 0 {
				return []Clue{{h, ByParent}}
			}
		}
	}
	return nil
}

// summaryOf returns a hash of the content of a compaction, which is sent again as it was returned
// (https://platform.openai.com/docs/guides/conversation-state#compaction, Anthropic has it in content);
// 0 for an item of another type.
func summaryOf(kind, text string) Hash {
	if !strings.HasSuffix(kind, "compaction") {
		return 0
	}
	content := cmp.Or(scan.Text(scan.Get([]byte(text), "encrypted_content")), scan.Text(scan.Get([]byte(text), "content")))
	if content == "" {
		return 0
	}
	return hashOf("compaction", content)
}

// plain normalises JSON, since callers parse arguments and write them again. Members that are null or have
// one of some names are left out. Text that is not JSON is returned unchanged.
func plain(text string, without ...string) []byte {
	if strings.TrimSpace(text) == "" {
		text = "{}" // a call without arguments
	}
	if spelled, ok := tree.Canonical([]byte(text), without...); ok {
		return append(spelled, '\n')
	}
	return []byte(text)
}

// maxAnswer is the size in bytes of the text of an answer that may be sent back. A longer one has no name: its text
// would be copied to make it.
const maxAnswer = 16 << 20

// answerOf returns the items of an answer; none of one that nobody sends back.
func answerOf(x *state.Exchange, ids bool) []item {
	size := 0
	for _, it := range x.Items {
		for _, words := range it.TextBuffers() {
			size += words.Len()
		}
	}
	if size > maxAnswer {
		return nil
	}
	r := reader{bare: !ids}
	for _, m := range x.Messages() {
		if len(m.Parts) == 0 || m.Parts[0].Kind == dialect.Thought {
			continue
		}
		before := len(r.items)
		for i := range m.Parts {
			r.part(m.Role, &m.Parts[i])
		}
		r.what.id = m.ID
		if len(r.items) > before {
			r.items[len(r.items)-1].id = m.ID
		}
	}
	r.end()
	return r.items
}
