package main

import (
	"io"
	"strings"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/rope"
	"gatehouse/views"
	"gatehouse/views/text"
)

// plainText prints the text of message items, refusals too, and nothing else,
// as it arrives; the rest goes to stderr line by line (CONTRACT "send").
type plainText struct {
	host     host
	terminal bool // stdout is one: text is made safe and ends in a newline

	first    int // items before it are printed whole
	seen     map[textAt]brought
	shown    map[*state.Item]uint64 // the version of an item that was printed as far as it had come
	searched map[textAt]int         // how far reasoning was searched for the end of a line
	told     map[*state.Item]bool
	differs  bool     // a text was printed, and the end brought another
	notes    []string // wait until the cursor of the terminal stands at a line's begin
	midLine  bool
}

func newPlainText(h host) *plainText {
	return &plainText{
		host: h, terminal: isTerminal(h.stdout),
		seen: map[textAt]brought{}, shown: map[*state.Item]uint64{}, searched: map[textAt]int{}, told: map[*state.Item]bool{},
	}
}

func (p *plainText) show(x *state.Exchange, _ []wire.Arrival) error {
	return p.print(x, false)
}

func (p *plainText) waits() int64 { return 0 }

func (p *plainText) finish(x *state.Exchange) error {
	p.first = 0 // an item may have been put before those that were printed
	err := p.print(x, true)
	if p.terminal && p.midLine && err == nil {
		err = p.write("\n")
	}
	if kind := views.ErrorType(x); kind != "" {
		p.note(kind)
	}
	const other = "the final text differs from what was streamed; --json has the final text"
	for _, w := range x.Warnings {
		if w.Code == state.WarnReplaced && p.differs {
			w.Message, p.differs = other, false
		}
		p.note("warning: " + w.Code + ": " + w.Message)
	}
	if p.differs {
		p.note("warning: " + other)
	}
	p.flush(true)
	return err
}

// print brings out what is new. Text keeps the order of the items: a message
// that is not done holds back those after it, until all has arrived.
func (p *plainText) print(x *state.Exchange, all bool) error {
	held := false
	for i := p.first; i < len(x.Items); i++ {
		item := x.Items[i]
		message := item.Type == "message"
		switch waits := message && held; {
		case waits:
		case !all && p.shown[item] == item.Version: // a long text is not decoded again
		default:
			p.shown[item] = item.Version
			if err := p.item(item, all); err != nil {
				return err
			}
		}
		held = held || message && !item.Done && !all
		if i == p.first && item.Done {
			p.first++
		}
	}
	p.flush(false)
	return nil
}

// item prints what is new of one item.
func (p *plainText) item(item *state.Item, all bool) error {
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

func (p *plainText) message(item *state.Item, all bool) error {
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

// textAt names the text of a part, at any time in its exchange.
type textAt struct {
	item int // by its serial number
	part int // its place among the item's
}

// brought is how much of which text was brought out.
type brought struct {
	text *rope.Rope
	to   int // in bytes
}

// fresh returns what of a part's text, up to a place in it, has not been printed.
// Where a service corrects at the end what it streamed, what was printed cannot be
// taken back, and a line says so.
func (p *plainText) fresh(at textAt, part *state.Part, to int) string {
	before, text := p.seen[at], part.TextBuffer().Rope()
	p.seen[at] = brought{text, to}
	if to < before.to || before.to > 0 && !text.Begins(before.text, int64(before.to)) {
		p.differs = true
		return ""
	}
	return text.Cut(int64(before.to), int64(to))
}

// reasoning goes to stderr by whole lines, what is left when the part is done.
func (p *plainText) reasoning(item *state.Item, all bool) {
	for n, part := range item.Parts() {
		at, to := textAt{item.Serial, n}, part.TextBuffer().Len()
		if !part.Done && !item.Done && !all {
			to = p.wholeLines(at, part)
		}
		for line := range strings.Lines(p.fresh(at, part, to)) {
			if strings.TrimSpace(line) != "" {
				p.note("reasoning: " + line)
			}
		}
	}
}

// wholeLines returns where the last whole line of a part's text ends. Only what came
// since the last call is searched: a line may be as long as the answer, and come in a
// million pieces.
func (p *plainText) wholeLines(at textAt, part *state.Part) int {
	size := part.TextBuffer().Len()
	from := min(p.searched[at], size)
	p.searched[at] = size
	if end := strings.LastIndexByte(part.TextBuffer().Rope().Cut(int64(from), int64(size)), '\n'); end >= 0 {
		return from + end + 1
	}
	return min(p.seen[at].to, size)
}

func (p *plainText) write(words string) error {
	if words == "" {
		return nil
	}
	p.midLine = !strings.HasSuffix(words, "\n")
	if p.terminal {
		words = text.Sanitize(words)
	}
	_, err := io.WriteString(p.host.stdout, words)
	return err
}

func (p *plainText) note(line string) { p.notes = append(p.notes, line) }

// flush brings the notes to stderr, where they would not break a line of the
// answer apart.
func (p *plainText) flush(all bool) {
	if p.terminal && p.midLine && !all {
		return
	}
	for _, n := range p.notes {
		p.host.say("%s", n)
	}
	p.notes = nil
}
