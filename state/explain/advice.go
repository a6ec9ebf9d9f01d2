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

// AdviceKind says what advice is for, where something depends on it.
type AdviceKind uint8

// The kinds of advice.
const (
	Other       AdviceKind = iota
	Resend                 // send the same request again
	ResendLater            // send the same request again after a while
	EditText               // send it again with other text
	AsStream               // send it again as a stream
	OtherModel             // choose another model
	CheckSlug              // check the spelling of the model
)

// SuggestionTexts returns the texts of the suggestions.
func (p Explanation) SuggestionTexts() []string {
	words := make([]string, len(p.Suggestions))
	for i, a := range p.Suggestions {
		words[i] = a.Words
	}
	return words
}

// Advises reports whether a suggestion is of a kind.
func (p Explanation) Advises(kind AdviceKind) bool {
	return slices.ContainsFunc(p.Suggestions, func(a Advice) bool { return a.Kind == kind })
}

// otherAdvice makes advice of the kind Other.
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

// withModelKeys adds the keys for choosing another model to that advice, except for a
// saved response and a rerank, where they do nothing.
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

// withoutKinds leaves out advice of some kinds.
func withoutKinds(list []Advice, kinds ...AdviceKind) []Advice {
	return slices.DeleteFunc(list, func(a Advice) bool { return slices.Contains(kinds, a.Kind) })
}

// withoutResend leaves out advice to send the request again: a saved response does not
// hold it.
func withoutResend(list []Advice) []Advice {
	return withoutKinds(list, Resend, ResendLater, EditText, AsStream)
}
