package export

import (
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/cost/prices"
	"gatehouse/state/history"
)

// Exchange is an exchange to copy from.
type Exchange struct {
	State   *state.Exchange // nil for one that has not begun
	Shown   *state.Exchange // State, or what it was earlier; nil for none
	Capture *wire.Capture   // nil for one without bytes; of a request that was not sent it has Sent alone
	Prompt  string          // what the user wrote for it
	Local   bool            // it was sent to the embedded gateway
	About   history.About   // what is neither in State nor in Capture
	Title   string          // of what it belongs to, in a few words; empty: none
	Listed  *history.Entry  // as the history has it; nil where it is not from there
	Prices  prices.Book     // by which its receipt is computed
}

// Lost returns the USD that were paid because a cache was not read, as the history has it; 0 or
// less: nothing, or unknown.
func (of *Exchange) Lost() float64 {
	if of.Listed == nil {
		return 0
	}
	return of.Listed.Lost
}

// A Copy is a text that can be copied. It is made from the bytes, never from the
// screen.
type Copy struct {
	Name  string
	About string // description, or the beginning of the text: the first line is shown
	Ext   string // of a file with it, with the dot; empty: that of a plain text
	Size  int    // of the text in bytes
	Text  func() string
}

// Copies returns the parts of an exchange that can be copied, in the order of the menu. Complete
// documents are in Documents.
func Copies(of Exchange) (copies []Copy) {
	for _, part := range []func(Exchange) []Copy{answer, codeBlocks, prompt, response, assembled, saved} {
		copies = append(copies, part(of)...)
	}
	return copies
}

// written is the one copy of a text that is there already.
func written(name, about, text string) []Copy {
	return []Copy{{Name: name, About: about, Size: len(text), Text: func() string { return text }}}
}
