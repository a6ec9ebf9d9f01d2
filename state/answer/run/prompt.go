package run

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"
	"time"

	"gatehouse/client/scan"
	"gatehouse/state"
	"gatehouse/state/dialect"
	"gatehouse/state/dialect/registry"
	"gatehouse/state/json/tree"
)

// Prompt is a request in the order in which a provider reads it: tools, instructions, input. Its
// pieces are exact, where the items of a run leave out what callers may change: a cache is read
// up to the first byte that differs.
type Prompt struct {
	Pieces   []Piece
	Settings []Setting // other members that may be a part of what the provider reads
	Cut      bool      // there is more than was read
}

// Group is the part of a prompt that a piece belongs to.
type Group uint8

// The groups, in the order of the prompt.
const (
	Tools Group = iota
	Instructions
	Input
)

// Piece is a tool, or a part of a message.
type Piece struct {
	Group Group
	Media bool     // its size does not determine its tokens
	Mark  Lifetime // of a cache mark at its end; 0: there is no mark
	Size  int      // bytes
	Sums  []uint64 // of each SumSize bytes, 40 bits

	Path   string  // as jq writes it; empty in what was read from an archive
	At     int     // offset in the request; not known from an archive
	Text   string  // that the sums are computed from; not known from an archive
	author *author // nil for a tool, and from an archive
}

// SumSize is the number of bytes of a piece that a sum covers.
const SumSize = 2048

// Lifetime is how long a mark asks to cache what ends there.
type Lifetime uint8

// The lifetimes that marks name.
const (
	NoMark   Lifetime = iota
	Minutes5          // also where none is named
	Hour1
	OtherLifetime
)

// Setting is a member of a request that is no part of its messages.
type Setting struct {
	Name  string
	Value string // as JSON, without white space; a hash of what is long
}

// shortly returns a value as settings have it.
func shortly(v []byte) string {
	const most = 64
	if len(v) <= most {
		return string(v)
	}
	sum := sha256.Sum256(v)
	return "#" + hex.EncodeToString(sum[:8])
}

// settings are the members that belong to what a provider reads, or say where it is looked for.
var settings = map[string]bool{
	"tool_choice": true, "thinking": true, "reasoning": true, "reasoning_effort": true, "text": true, "response_format": true, "output_config": true,
	"output_format": true, "parallel_tool_calls": true, "context_management": true, "prompt_cache_key": true, "prompt_cache_retention": true,
	"prompt_cache_options": true, "session_id": true, "plugins": true, "transforms": true, "truncation": true, "previous_response_id": true, "conversation": true,
	"prompt": true,
}

// uncachedBlocks are the beginnings of blocks of instructions that a provider leaves out of what it stores in
// a cache: Claude Code puts another value into each request, and Anthropic reads the cache all the same
// (https://github.com/anthropics/claude-code/issues/24168).
var uncachedBlocks = []string{"x-anthropic-billing-header:"}

// IsUncached reports whether a text is a block of instructions that a provider leaves out of its cache.
func IsUncached(text string) bool {
	return slices.ContainsFunc(uncachedBlocks, func(begin string) bool { return strings.HasPrefix(text, begin) })
}

// PromptOf parses the prompt of a request, without the blocks that a provider leaves out of its cache.
func PromptOf(body []byte) (p Prompt, err error) {
	read, err := registry.Read(body)
	if err != nil {
		return p, err
	}
	p.Cut = read.Cut
	cacheMark := NoMark
	for m := range scan.Members(body) {
		switch {
		case scan.IsNull(m.Value):
		case m.Key == "tools":
			p.tools(m.Value, m.At)
		case m.Key == "cache_control":
			cacheMark = lifetimeOf(m.Value)
		case m.Key == "plugins" && !rewriting(m.Value):
		case settings[m.Key]:
			p.Settings = append(p.Settings, Setting{m.Key, shortly(compact(m.Value, ""))})
		}
	}
	group := Instructions
	for _, m := range read.Messages {
		if m.Role != dialect.System {
			group = Input
		}
		for i := range m.Parts {
			part := &m.Parts[i]
			if group == Instructions && IsUncached(part.Text) {
				continue
			}
			p.add(pieceOf(group, m.Role, part))
		}
	}
	if n := len(p.Pieces); n > 0 && cacheMark != NoMark {
		p.Pieces[n-1].Mark = cacheMark
	}
	return p, nil
}

// rewriting reports whether a list of plugins may have a gateway send another prompt on: routers
// and those that look at the answer do not.
func rewriting(plugins []byte) bool {
	for _, v := range scan.Elements(plugins) {
		switch scan.Text(scan.Get(v, "id")) {
		case "auto-router", "auto-beta-router", "pareto-router", "moderation", "response-healing":
		default:
			if string(scan.Get(v, "enabled")) != "false" {
				return true
			}
		}
	}
	return false
}

func (p *Prompt) tools(list []byte, from int) {
	n := 0
	for at, tool := range scan.Elements(list) {
		p.add(Piece{Group: Tools, At: from + at, Path: "tools[" + strconv.Itoa(n) + "]", Text: string(compact(tool, "cache_control")), Mark: lifetimeOf(scan.Get(tool, "cache_control"))})
		n++
	}
}

func (p *Prompt) add(x Piece) {
	x.Size = len(x.Text)
	for from := 0; from == 0 || from < len(x.Text); from += SumSize {
		h := sha256.New()
		h.Write(x.author.bytes())
		h.Write([]byte(x.Text[from:min(from+SumSize, len(x.Text))]))
		var sum [sha256.Size]byte
		x.Sums = append(x.Sums, binary.BigEndian.Uint64(h.Sum(sum[:0]))>>24)
	}
	p.Pieces = append(p.Pieces, x)
}

func pieceOf(group Group, role string, part *dialect.Part) Piece {
	x := Piece{Group: group, Media: part.Kind == dialect.Media, Path: part.Path, At: part.At, Text: part.Text, Mark: lifetimeOf([]byte(part.Cache))}
	if part.Kind == dialect.Other || part.Kind == dialect.Call && strings.HasPrefix(x.Text, "{") {
		x.Text = string(compact([]byte(x.Text), "cache_control"))
	}
	x.author = &author{role, part.Kind, part.Name, part.ID}
	return x
}

// author is the role and the kind of a piece, and the name and the id of a called tool.
type author struct {
	role     string
	kind     dialect.Kind
	name, id string
}

// bytes returns what is summed before the text of a piece; nil for a tool.
func (s *author) bytes() []byte {
	if s == nil {
		return nil
	}
	return []byte(strings.Join([]string{s.role, strconv.Itoa(int(s.kind)), s.name, s.id, ""}, "\xff"))
}

// AnswerOf returns the pieces of an answer as a request has them that sends it again, in the order of the
// answer. What the model thought has no text: it need not be sent again.
func AnswerOf(x *state.Exchange) (pieces []Piece) {
	for _, m := range x.Messages() {
		for i := range m.Parts {
			if m.Parts[i].Kind == dialect.Thought {
				m.Parts[i].Text = ""
			}
			pieces = append(pieces, pieceOf(Input, m.Role, &m.Parts[i]))
		}
	}
	return pieces
}

// Author returns the role that wrote a piece, its kind, and the name of a tool that is called;
// all are empty for a tool, and in what was read from an archive.
func (x *Piece) Author() (role string, kind dialect.Kind, name string) {
	if x.author == nil {
		return "", dialect.Other, ""
	}
	return x.author.role, x.author.kind, x.author.name
}

func lifetimeOf(mark []byte) Lifetime {
	if scan.IsNull(mark) {
		return NoMark
	}
	switch ttl := scan.Get(mark, "ttl"); {
	case scan.IsNull(ttl), scan.Text(ttl) == "5m":
		return Minutes5
	case scan.Text(ttl) == "1h":
		return Hour1
	}
	return OtherLifetime
}

// Duration returns the time that a mark names; 0 where it is not known.
func (l Lifetime) Duration() time.Duration {
	switch l {
	case Minutes5:
		return 5 * time.Minute
	case Hour1:
		return time.Hour
	}
	return 0
}

// compact writes JSON without white space between its values; the order of members and every
// spelling stay. A member of the object is left out.
func compact(v []byte, without string) []byte {
	if without != "" && bytes.Contains(v, []byte(without)) && scan.KindOf(v) == scan.Object {
		var kept [][]byte
		for m := range scan.Members(v) {
			if m.Key != without {
				kept = append(kept, append(append(scan.Quote(m.Key), ':'), compact(m.Value, "")...))
			}
		}
		return append(append([]byte{'{'}, bytes.Join(kept, []byte{','})...), '}')
	}
	if bytes.IndexByte(v, '\n') < 0 && bytes.IndexByte(v, ' ') < 0 && bytes.IndexByte(v, '\t') < 0 {
		return v
	}
	out := make([]byte, 0, len(v))
	for i := 0; i < len(v); {
		switch v[i] {
		case '"':
			end := scan.StringEnd(v, i)
			out = append(out, v[i:end]...)
			i = end
		case ' ', '\t', '\r', '\n':
			i++
		default:
			out = append(out, v[i])
			i++
		}
	}
	return out
}

// Hash returns the hash of the beginning of a prompt, which those have in common that may share a cache;
// ok is false for a prompt of nothing.
func (p *Prompt) Hash() (h Hash, ok bool) {
	if len(p.Pieces) == 0 {
		return 0, false
	}
	return Hash(p.Pieces[0].Sums[0]), true
}

// Setting returns the value of a member; empty for none.
func (p *Prompt) Setting(name string) string {
	for _, s := range p.Settings {
		if s.Name == name {
			return s.Value
		}
	}
	return ""
}

// Elsewhere reports whether the service has a part of the prompt, which is not in the request.
func (p *Prompt) Elsewhere() bool {
	return p.Setting("previous_response_id")+p.Setting("conversation")+p.Setting("prompt") != ""
}

// Complete reports whether the model read nothing but the pieces.
func (p *Prompt) Complete() bool {
	return !p.Cut && !p.Elsewhere() && p.Setting("plugins")+p.Setting("transforms") == ""
}

// Meaning returns a text without its white space, and JSON with its members in one order: what two
// spellings of the same have in common.
func Meaning(text string) string {
	if spelled, ok := tree.Canonical([]byte(text)); ok {
		return string(spelled)
	}
	return strings.Join(strings.Fields(text), "")
}
