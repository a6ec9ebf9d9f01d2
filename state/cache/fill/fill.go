// Package fill estimates how many tokens each piece of a prompt has that is about to be sent. The true
// figures are known when an answer reports them.
package fill

import (
	"cmp"
	"slices"

	"gatehouse/client/scan"
	"gatehouse/state/answer/figures"
	"gatehouse/state/answer/run"
	"gatehouse/state/dialect"
)

// Kind is what a piece of a prompt is.
type Kind uint8

// The kinds, in the order in which they are shown.
const (
	Tools Kind = iota
	Instructions
	User
	Assistant
	System // a message of the system that is no part of the instructions
	Reasoning
	Calls
	Outputs
	Attachments // images, files and audio: their size does not determine their tokens
	Other
	Kinds = iota
)

// Piece is a tool, or a part of a message.
type Piece struct {
	Kind   Kind
	Path   string // as jq writes it
	Name   string // of a tool, or of one that is called; empty for none
	At     int    // offset in the request, in bytes
	Bytes  int    // of what the model reads of it
	Tokens int    // -1: not known
	About  bool   // Tokens is an estimate
}

// Method describes how the tokens were counted.
type Method struct {
	Vocabulary string   // that the vendor of the model publishes; empty: none is known here
	Prefix     *Prefix  // an exchange with which the request begins; nil for none
	Like       *Measure // an exchange whose tokens are known, by which bytes are counted; nil for none
}

// Fill is what fills a prompt.
type Fill struct {
	Pieces    []Piece
	Tokens    int  // of all pieces with a known number: an estimate, since services add some
	Unknown   int  // pieces whose tokens are not known
	Cut       bool // there is more than was read
	Elsewhere bool // a part of the prompt is stored by the service, and not in the request
	Method    Method
}

func toolName(tool string) string {
	t := []byte(tool)
	name := scan.Text(scan.Get(t, "name"))
	if name == "" {
		name = scan.Text(scan.Get(scan.Get(t, "function"), "name"))
	}
	return cmp.Or(name, scan.Text(scan.Get(t, "type")))
}

// Of estimates the tokens of a prompt for a model. The pieces that it has in common with an exchange before
// have as many tokens as that reports. The others are counted by the vocabulary that the vendor publishes,
// else by the bytes of an exchange before, else by four bytes each. before are exchanges of the same model,
// the one that the request follows first.
func Of(p *run.Prompt, model string, before []*Before, counter *Counter) Fill {
	f := Fill{Cut: p.Cut, Elsewhere: p.Elsewhere(), Method: Method{Vocabulary: Vocabulary(model), Prefix: beginsWith(p, before)}}
	for i := range p.Pieces {
		f.Pieces = append(f.Pieces, pieceOf(&p.Pieces[i]))
	}
	if f.Method.Vocabulary == "" {
		f.Method.Like = measureOf(before, f.Method.Prefix)
		f.estimate()
	} else {
		f.count(p, counter)
	}
	if b := f.Method.Prefix; b != nil {
		spread(f.Pieces[:b.Prompt], b.In)
		spread(f.Pieces[b.Prompt:b.Prompt+b.Answer], b.Out)
	}
	for _, x := range f.Pieces {
		if x.Tokens < 0 {
			f.Unknown++
			continue
		}
		f.Tokens += x.Tokens
	}
	return f
}

func pieceOf(p *run.Piece) Piece {
	x := Piece{Path: p.Path, At: p.At, Bytes: bytesOf(p), Tokens: -1}
	role, kind, name := p.Author()
	switch {
	case p.Media:
		x.Kind = Attachments
	case p.Group == run.Tools:
		x.Kind, name = Tools, toolName(p.Text)
	case kind == dialect.Call:
		x.Kind = Calls
	case kind == dialect.Output || role == dialect.Tool:
		x.Kind = Outputs
	case kind == dialect.Thought:
		x.Kind = Reasoning
	case kind == dialect.Other:
		x.Kind = Other
	case p.Group == run.Instructions:
		x.Kind = Instructions
	case role == dialect.System:
		x.Kind = System
	case role == dialect.Assistant:
		x.Kind = Assistant
	default:
		x.Kind = User
	}
	if x.Kind == Tools || x.Kind == Calls || x.Kind == Other {
		x.Name = name
	}
	return x
}

// bytesOf returns how long what the model reads of a piece is: of a call its name and its arguments.
func bytesOf(p *run.Piece) int { return p.Size + len(called(p)) }

func called(p *run.Piece) string {
	if _, kind, name := p.Author(); kind == dialect.Call {
		return name
	}
	return ""
}

// count counts the tokens by the vocabulary. How tools, calls and items with a type are written for the
// model is not published: their JSON is counted.
func (f *Fill) count(p *run.Prompt, counter *Counter) {
	counter.Next()
	for i := range f.Pieces {
		x := &f.Pieces[i]
		if x.Kind == Attachments {
			continue
		}
		n, exact := counter.Count(p.Pieces[i].Text)
		name, _ := counter.Count(called(&p.Pieces[i]))
		x.Tokens = n + name
		x.About = !exact || x.Kind == Tools || x.Kind == Calls || x.Kind == Other || x.Kind == Reasoning
	}
}

// estimate distributes the tokens of all bytes, so that the parts add up to the total.
func (f *Fill) estimate() {
	bytes := 0
	tokens := func() int {
		if l := f.Method.Like; l != nil {
			return share(bytes, l.Tokens, l.Bytes)
		}
		return figures.EstimateTokens(int64(bytes))
	}
	for i := range f.Pieces {
		x := &f.Pieces[i]
		if x.Kind == Attachments {
			continue
		}
		before := tokens()
		bytes += x.Bytes
		x.Tokens, x.About = tokens()-before, true
	}
}

// Part is all pieces of a kind.
type Part struct {
	Kind           Kind
	Pieces, Tokens int
	Unknown        int // pieces whose tokens are not known
	About          bool
}

// Parts returns the kinds that there are.
func (f *Fill) Parts() []Part {
	var all [Kinds]Part
	for _, x := range f.Pieces {
		p := &all[x.Kind]
		p.Kind = x.Kind
		p.Pieces++
		if x.Tokens < 0 {
			p.Unknown++
			continue
		}
		p.Tokens, p.About = p.Tokens+x.Tokens, p.About || x.About
	}
	return slices.DeleteFunc(all[:], func(p Part) bool { return p.Pieces == 0 })
}

// Largest returns at most n pieces with the most tokens, of equal ones the first.
func (f *Fill) Largest(n int) []Piece {
	list := slices.DeleteFunc(slices.Clone(f.Pieces), func(x Piece) bool { return x.Tokens <= 0 })
	slices.SortStableFunc(list, func(a, b Piece) int { return cmp.Compare(b.Tokens, a.Tokens) })
	return list[:min(len(list), n)]
}
