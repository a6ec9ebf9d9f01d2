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
	Other       AdviceKind = iota
	Resend                 // send the same request again
	ResendLater            // the same after a while
	EditText               // send it again with another text
	AsStream               // send it again as a stream
	OtherModel             // choose another model
	CheckSlug              // look whether the model is spelled so
)

// SuggestionTexts are the words of what to try.
func (p Explanation) SuggestionTexts() []string {
	words := make([]string, len(p.Suggestions))
	for i, a := range p.Suggestions {
		words[i] = a.Words
	}
	return words
}

// Advises reports whether advice of a kind is among what to try.
func (p Explanation) Advises(kind AdviceKind) bool {
	return slices.ContainsFunc(p.Suggestions, func(a Advice) bool { return a.Kind == kind })
}

// otherAdvice is advice of no kind that anything depends on.
func otherAdvice(words ...string) []Advice {
	list := make([]Advice, len(words))
	for i, w := range words {
		list[i].Words = w
	}
	return list
}

func resendAdvice() Advice      { return Advice{"send the same request again", Resend} }
func resendLaterAdvice() Advice { return Advice{"wait, then send it again", ResendLater} }
func streamAdvice() Advice {
	return Advice{"ask for a stream: it keeps the connection alive", AsStream}
}
func otherModelAdvice() Advice { return Advice{"choose another model", OtherModel} }

// withModelKeys adds the keys to the advice to choose another model, where they do that: of
// a saved response and of a rerank they do not.
func withModelKeys(x *state.Exchange, list []Advice, c Context) []Advice {
	if c.ModelsKeys == "" || !x.Known.Request || x.IsRerank() {
		return list
	}
	for i := range list {
		if list[i].Kind == OtherModel {
			list[i].Words += " with " + c.ModelsKeys
		}
	}
	return list
}

// withoutKinds is advice without that of some kinds.
func withoutKinds(list []Advice, kinds ...AdviceKind) []Advice {
	return slices.DeleteFunc(list, func(a Advice) bool { return slices.Contains(kinds, a.Kind) })
}

// withoutResend leaves out of what to try what sends the request again: a saved response
// does not hold it.
func withoutResend(list []Advice) []Advice {
	return withoutKinds(list, Resend, ResendLater, EditText, AsStream)
}
