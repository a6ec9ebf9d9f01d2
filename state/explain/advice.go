package explain

import (
	"slices"

	"gatehouse/state"
)

// Advice is something to try next.
type Advice struct {
	Words string
	Kind  AdviceKind
}

// AdviceKind tells what advice comes to, for what depends on it.
type AdviceKind uint8

// The kinds of advice.
const (
	Other  AdviceKind = iota
	Again             // send the same request again
	Later             // the same after a while
	Edited            // send it again with another text
	Stream            // send it again as a stream
	Model             // choose another model
	Slug              // look whether the model is spelled so
)

// Tries are the words of what to try.
func (p Plain) Tries() []string {
	words := make([]string, len(p.Try))
	for i, a := range p.Try {
		words[i] = a.Words
	}
	return words
}

// Advises reports whether advice of a kind is among what to try.
func (p Plain) Advises(kind AdviceKind) bool {
	return slices.ContainsFunc(p.Try, func(a Advice) bool { return a.Kind == kind })
}

// tips is advice of no kind that anything depends on.
func tips(words ...string) []Advice {
	list := make([]Advice, len(words))
	for i, w := range words {
		list[i].Words = w
	}
	return list
}

func again() Advice      { return Advice{"send the same request again", Again} }
func later() Advice      { return Advice{"wait, then send it again", Later} }
func asStream() Advice   { return Advice{"ask for a stream: it keeps the connection alive", Stream} }
func otherModel() Advice { return Advice{"choose another model", Model} }

// keyed adds the keys to the advice to choose another model, where they do that: of
// a saved response and of a rerank they do not.
func keyed(x *state.Exchange, list []Advice, c Context) []Advice {
	if c.Models == "" || !x.Known.Request || x.IsRerank() {
		return list
	}
	for i := range list {
		if list[i].Kind == Model {
			list[i].Words += " with " + c.Models
		}
	}
	return list
}

// but is advice without that of some kinds.
func but(list []Advice, kinds ...AdviceKind) []Advice {
	return slices.DeleteFunc(list, func(a Advice) bool { return slices.Contains(kinds, a.Kind) })
}

// unsent leaves out of what to try what sends the request again: a saved response
// does not hold it.
func unsent(list []Advice) []Advice { return but(list, Again, Later, Edited, Stream) }
