package answer

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/explain"
	"gatehouse/state/answer/figures"
	"gatehouse/state/answer/tooluse"
	"gatehouse/state/text/rope"
	"gatehouse/views/kit/text"
)

// Text prints the text of message items and refusals to its output as it arrives; everything else is
// reported line by line.
type Text struct {
	out   io.Writer
	say   func(line string) // makes the line safe
	style Style

	first     int // items before it are printed completely
	seen      map[textAt]printed
	shown     map[*state.Item]uint64 // version of an item when it was printed last
	searched  map[textAt]int         // bytes of reasoning searched for line ends
	mentioned map[*state.Item]bool
	differs   bool     // the final text differs from the printed one
	notes     []string // wait until the output is at the beginning of a line
	midLine   bool
}

// Style is how an answer is printed.
type Style struct {
	Safe      bool   // make the text safe for a terminal
	Newline   bool   // end the text with a newline
	Sentences bool   // report warnings without their codes
	Mention   bool   // mention reasoning instead of printing it
	Elsewhere string // what shows the parts that are not printed, for example "--json"; may be empty
}

// NewText returns a printer of one answer: it writes the text to out, and passes everything else to say,
// line by line.
func NewText(out io.Writer, say func(line string), style Style) *Text {
	return &Text{
		out: out, say: say, style: style,
		seen: map[textAt]printed{}, shown: map[*state.Item]uint64{}, searched: map[textAt]int{}, mentioned: map[*state.Item]bool{},
	}
}

func (p *Text) Show(x *state.Exchange, _ []wire.Arrival) error {
	return p.print(x, false)
}

func (p *Text) Finish(x *state.Exchange) error {
	p.first = 0 // an item may have been inserted before the printed ones
	err := p.print(x, true)
	if p.style.Newline && p.midLine && err == nil {
		err = p.write("\n")
	}
	if kind := explain.ErrorType(x); kind != "" {
		p.note(kind)
	}
	other := "the final text differs from what was streamed"
	if p.style.Elsewhere != "" {
		other += "; " + p.style.Elsewhere + " has the final text"
	}
	for _, w := range x.Warnings {
		if w.Code == state.WarnReplaced && p.differs {
			w.Message, p.differs = other, false
		}
		if p.style.Sentences {
			p.note("Warning: " + w.Message + ".")
			continue
		}
		p.note("warning: " + w.Code + ": " + w.Message)
	}
	if p.differs {
		p.note("warning: " + other)
	}
	p.flush(true)
	return err
}

// print prints what is new. Text is printed in the order of the items: an unfinished message delays
// those after it until the end.
func (p *Text) print(x *state.Exchange, all bool) error {
	waiting := false
	for i := p.first; i < len(x.Items); i++ {
		item := x.Items[i]
		message := item.Type == "message"
		switch waits := message && waiting; {
		case waits:
		case !all && p.shown[item] == item.Version: // a long text is not decoded again
		default:
			p.shown[item] = item.Version
			if err := p.item(item, all); err != nil {
				return err
			}
		}
		waiting = waiting || message && !item.Done && !all
		if i == p.first && item.Done {
			p.first++
		}
	}
	p.flush(false)
	return nil
}

// item prints what is new in an item.
func (p *Text) item(item *state.Item, all bool) error {
	switch item.Type {
	case "message":
		return p.message(item, all)
	case "reasoning":
		p.reasoning(item, all)
	default:
		p.tool(item, all)
	}
	return nil
}

func (p *Text) message(item *state.Item, all bool) error {
	for n, part := range item.Parts() {
		if part.Kind != state.PartText && part.Kind != state.PartRefusal {
			continue
		}
		if err := p.write(p.fresh(textAt{item.Serial, n}, part, part.TextBuffer().Len())); err != nil {
			return err
		}
		if !part.Done && !item.Done && !all {
			return nil
		}
	}
	return nil
}

// textAt identifies the text of a part.
type textAt struct {
	item int // serial number
	part int // index in the item
}

// printed is the printed part of a text.
type printed struct {
	text *rope.Rope
	to   int // in bytes
}

// fresh returns the part of a text before the offset to that was not printed yet. If a service corrects
// a streamed text at the end, the printed part remains, and Finish reports that.
func (p *Text) fresh(at textAt, part *state.Part, to int) string {
	before, text := p.seen[at], part.TextBuffer().Rope()
	p.seen[at] = printed{text, to}
	if to < before.to || before.to > 0 && !text.Begins(before.text, int64(before.to)) {
		p.differs = true
		return ""
	}
	return text.Cut(int64(before.to), int64(to))
}

// reasoning prints complete lines, and the rest when the part is done.
func (p *Text) reasoning(item *state.Item, all bool) {
	if p.style.Mention {
		if !p.mentioned[item] {
			p.mentioned[item] = true
			p.note("The model is reasoning.")
		}
		return
	}
	for n, part := range item.Parts() {
		at, to := textAt{item.Serial, n}, part.TextBuffer().Len()
		if !part.Done && !item.Done && !all {
			to = p.completeLines(at, part)
		}
		for line := range strings.Lines(p.fresh(at, part, to)) {
			if strings.TrimSpace(line) != "" {
				p.note("reasoning: " + line)
			}
		}
	}
}

// completeLines returns where the last complete line of a part's text ends. It searches only what
// arrived since the last call: a line may be as long as the answer, and arrive in a million pieces.
func (p *Text) completeLines(at textAt, part *state.Part) int {
	size := part.TextBuffer().Len()
	from := min(p.searched[at], size)
	p.searched[at] = size
	if end := strings.LastIndexByte(part.TextBuffer().Rope().Cut(int64(from), int64(size)), '\n'); end >= 0 {
		return from + end + 1
	}
	return min(p.seen[at].to, size)
}

func (p *Text) write(words string) error {
	if words == "" {
		return nil
	}
	if !p.midLine {
		p.flush(false) // notes from before the text come first
	}
	p.midLine = !strings.HasSuffix(words, "\n")
	if p.style.Safe {
		words = text.Sanitize(words)
	}
	_, err := io.WriteString(p.out, words)
	return err
}

func (p *Text) note(line string) { p.notes = append(p.notes, line) }

// Interrupt reports a line immediately, on a new line.
func (p *Text) Interrupt(line string) {
	if p.style.Newline && p.midLine {
		_, _ = io.WriteString(p.out, "\n") // if this fails, the next text does too
		p.midLine = false
	}
	p.say(line)
}

// flush reports the notes, unless they would split a line of the answer.
func (p *Text) flush(all bool) {
	if p.style.Newline && p.midLine && !all {
		return
	}
	for _, n := range p.notes {
		p.say(n)
	}
	p.notes = nil
}

// The printed part of a tool's output.
const (
	maxItemBytes = 16 << 10
	maxItemLines = 200
)

// tool prints an item that is neither text nor reasoning, once it is complete: the request on one line,
// and its result below.
func (p *Text) tool(item *state.Item, all bool) {
	if !item.Done && !all || p.mentioned[item] || item.Type == "" {
		return
	}
	p.mentioned[item] = true
	what := "item"
	if strings.HasSuffix(item.Type, "_call") || strings.Contains(item.Type, ":") {
		what = "call"
	}
	u, known := tooluse.Of(item)
	words := []string{what + ": " + item.Type}
	name, asked, blocks := u.Name, u.InputLine, u.Blocks
	if !known || item.Type == "function_call" || item.Type == "custom_tool_call" { // the request is in the arguments
		name, asked, blocks = item.FullName(), item.Input(), nil
	}
	for _, w := range []string{name, asked, u.Result, item.Status()} {
		if w != "" {
			words = append(words, w)
		}
	}
	p.note(strings.Join(words, " "))
	if len(blocks) > 0 && blocks[0].Text.Len() == int64(len(asked)) && blocks[0].Text.String() == asked {
		blocks = blocks[1:]
	}
	p.blocks(blocks)
}

// blocks prints the content of an item line by line.
func (p *Text) blocks(blocks []tooluse.Block) {
	left, lines, named := int64(maxItemBytes), maxItemLines, ""
	for _, b := range blocks {
		if b.Kind == tooluse.Label {
			named = b.Text.String()
			continue
		}
		label := cmp.Or(named, labelOf(b.Kind))
		named = ""
		size := b.Text.Len()
		text := b.Text.Cut(0, min(size, left))
		if left -= int64(len(text)); left <= 0 {
			text = strings.ToValidUTF8(text, "")
		}
		for line := range strings.Lines(text) {
			if lines--; lines < 0 {
				break
			}
			if line = strings.TrimRight(line, "\r\n"); line != "" {
				p.note(label + ": " + line)
			}
		}
		if rest := size - int64(len(text)); rest > 0 || lines < 0 {
			more := fmt.Sprintf("… the item is longer (%s)", figures.Size(int(size)))
			if p.style.Elsewhere != "" {
				more += "; " + p.style.Elsewhere + " prints all of it"
			}
			p.note(more)
			return
		}
	}
}

func labelOf(kind tooluse.Kind) string {
	labels := map[tooluse.Kind]string{
		tooluse.Command: "command", tooluse.Stderr: "stderr", tooluse.Output: "output", tooluse.Error: "error",
		tooluse.Diff: "diff", tooluse.Code: "code", tooluse.Links: "link", tooluse.Tools: "tool",
		tooluse.Success: "ended", tooluse.Failure: "ended",
	}
	return cmp.Or(labels[kind], "text")
}
