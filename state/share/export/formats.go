package export

import (
	"cmp"
	"fmt"
	"strings"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/cost/prices"
	"gatehouse/state/history"
	"gatehouse/state/report"
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

// written returns the one copy of a text that is there already.
func written(name, about, text string) []Copy {
	return []Copy{{Name: name, About: about, Size: len(text), Text: func() string { return text }}}
}

// answer returns the text of the answer as it is shown; of several choices each by itself.
func answer(of Exchange) (made []Copy) {
	about := "the text as markdown"
	if of.Shown != of.State {
		about += ", as it was"
	}
	for _, c := range of.choices() {
		name := cmp.Or(strings.ToLower(c.Name), "answer")
		if text := c.Text(); text != "" {
			one := written(name, about, text)[0]
			one.Ext = ".md"
			made = append(made, one)
		}
	}
	return made
}

// choices returns the choices of the answer as it is shown.
func (of Exchange) choices() []state.Choice {
	if of.Shown == nil {
		return nil
	}
	return of.Shown.Choices()
}

// codeBlocks returns the code blocks of the answer, each by itself.
func codeBlocks(of Exchange) []Copy {
	var copies []Copy
	for _, c := range of.choices() {
		for _, block := range fenced(c.Text()) {
			copies = append(copies, written(fmt.Sprintf("code block %d", len(copies)+1), block, block)...)
		}
	}
	return copies
}

// fenced returns the fenced code blocks of a markdown text, without their fences
// (CommonMark 0.31.2, section 4.5: a fence of at least three backticks or tildes,
// closed by one at least as long, or by the end).
func fenced(text string) []string {
	var blocks []string
	fence := ""
	begin, at := 0, 0 // of the block and the line
	for line := range strings.Lines(text) {
		bare := strings.TrimRight(strings.TrimLeft(line, " "), "\r\n")
		switch mark := fenceOf(bare); {
		case fence == "" && mark != "":
			fence, begin = mark, at+len(line)
		case fence != "" && mark != "" && mark[0] == fence[0] && len(mark) >= len(fence) && strings.TrimSpace(bare) == mark:
			blocks, fence = append(blocks, text[begin:at]), ""
		}
		at += len(line)
	}
	if fence != "" {
		blocks = append(blocks, text[begin:])
	}
	return blocks
}

// fenceOf returns the fence that a line begins with.
func fenceOf(line string) string {
	if line == "" || line[0] != '`' && line[0] != '~' {
		return ""
	}
	n := len(line) - len(strings.TrimLeft(line, line[:1]))
	if n < 3 || line[0] == '`' && strings.Contains(line[n:], "`") {
		return ""
	}
	return line[:n]
}

// prompt returns what the user wrote.
func prompt(of Exchange) []Copy {
	if of.Prompt == "" {
		return nil
	}
	return written("your text", of.Prompt, of.Prompt)
}

// response returns the body that arrived, to its end.
func response(of Exchange) []Copy {
	if of.Capture == nil || of.Capture.Text().Len() == 0 {
		return nil
	}
	about, text := "the body as received", of.Capture.Text()
	if of.Shown != nil && of.Shown != of.State {
		about += ", to the end"
	}
	return []Copy{{Name: "response", About: about, Size: int(text.Len()), Text: func() string { return string(text.All()) }}}
}

// maxWritten is the maximum size of a document that is written for a menu, in bytes; the size of
// a larger one is estimated.
const maxWritten = 1 << 20

// assembled returns the answer of a stream as the document that its frames make.
func assembled(of Exchange) []Copy {
	if of.Shown == nil || !of.Shown.Assembled() {
		return nil
	}
	parts, ok := of.Shown.PartialResponse()
	if !ok {
		return nil
	}
	size, text := parts.Size(), func() string { return string(parts.JSON()) }
	if size < maxWritten {
		doc := text()
		size, text = len(doc), func() string { return doc }
	}
	return []Copy{{Name: "response, put together", About: "one document made of the frames", Ext: ".json", Size: size, Text: text}}
}

// saved returns the response of an exchange that was read from a file of it alone.
func saved(of Exchange) []Copy {
	if of.State == nil || of.State.Known.Request || of.Capture != nil {
		return nil
	}
	about := "as it was saved"
	if of.State.TooDeep {
		about += ", without what nests too deep"
	}
	return written("response", about, string(of.State.Response))
}

// Subject returns the exchange for reports to a reader outside of the playground.
func (of *Exchange) Subject() report.Subject {
	s := report.SubjectOf(of.State, of.Capture, of.About, of.Prices)
	s.Read, s.Local, s.Lost = report.ReadAll(of.State, of.Capture), of.Local, of.Lost()
	return s
}
