package answer

import (
	"io"
	"strings"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/explain"
	"gatehouse/state/rope"
	"gatehouse/views/text"
)

// Text prints the text of message items, refusals too, and nothing else, as it
// arrives; the rest is said line by line.
type Text struct {
	out   io.Writer
	say   func(line string) // of any origin: it makes it safe
	style Style

	first    int // items before it are printed whole
	seen     map[textAt]brought
	shown    map[*state.Item]uint64 // the version of an item that was printed as far as it had come
	searched map[textAt]int         // how far reasoning was searched for the end of a line
	told     map[*state.Item]bool
	differs  bool     // a text was printed, and the end brought another
	notes    []string // wait until the cursor of the terminal stands at a line's begin
	midLine  bool
}

// Style is how an answer is printed.
type Style struct {
	Safe      bool   // the text goes to a terminal: it is made safe
	Newline   bool   // the text ends in a newline
	Sentences bool   // warnings are said without their codes
	Mention   bool   // reasoning is mentioned, not printed
	Whole     string // where what is not printed can be read: "--json"; empty: nowhere
}

// NewText returns a printer of one answer: its text goes to out, all else to say, a line
// a call.
func NewText(out io.Writer, say func(line string), style Style) *Text {
	return &Text{
		out: out, say: say, style: style,
		seen: map[textAt]brought{}, shown: map[*state.Item]uint64{}, searched: map[textAt]int{}, told: map[*state.Item]bool{},
	}
}

func (p *Text) Show(x *state.Exchange, _ []wire.Arrival) error {
	return p.print(x, false)
}

func (p *Text) Waits() int64 { return 0 }

func (p *Text) Finish(x *state.Exchange) error {
	p.first = 0 // an item may have been put before those that were printed
	err := p.print(x, true)
	if p.style.Newline && p.midLine && err == nil {
		err = p.write("\n")
	}
	if kind := explain.ErrorType(x); kind != "" {
		p.note(kind)
	}
	other := "the final text differs from what was streamed"
	if p.style.Whole != "" {
		other += "; " + p.style.Whole + " has the final text"
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

// print brings out what is new. Text keeps the order of the items: a message
// that is not done holds back those after it, until all has arrived.
func (p *Text) print(x *state.Exchange, all bool) error {
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
func (p *Text) fresh(at textAt, part *state.Part, to int) string {
	before, text := p.seen[at], part.TextBuffer().Rope()
	p.seen[at] = brought{text, to}
	if to < before.to || before.to > 0 && !text.Begins(before.text, int64(before.to)) {
		p.differs = true
		return ""
	}
	return text.Cut(int64(before.to), int64(to))
}

// reasoning is said by whole lines, what is left when the part is done.
func (p *Text) reasoning(item *state.Item, all bool) {
	if p.style.Mention {
		if !p.told[item] {
			p.told[item] = true
			p.note("The model is reasoning.")
		}
		return
	}
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
func (p *Text) wholeLines(at textAt, part *state.Part) int {
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
		p.flush(false) // what came before the text is said before it
	}
	p.midLine = !strings.HasSuffix(words, "\n")
	if p.style.Safe {
		words = text.Sanitize(words)
	}
	_, err := io.WriteString(p.out, words)
	return err
}

func (p *Text) note(line string) { p.notes = append(p.notes, line) }

// Interrupt says a line at once, on a line of its own.
func (p *Text) Interrupt(line string) {
	if p.style.Newline && p.midLine {
		_, _ = io.WriteString(p.out, "\n") // where this fails, the next text does too
		p.midLine = false
	}
	p.say(line)
}

// flush says the notes where they would not break a line of the
// answer apart.
func (p *Text) flush(all bool) {
	if p.style.Newline && p.midLine && !all {
		return
	}
	for _, n := range p.notes {
		p.say(n)
	}
	p.notes = nil
}
