package sim

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strings"
	"text/template"

	"gatehouse/gateway/request"
)

// turn is one answer in the making: the prompt, and what the templates of the
// answers may say about it.
type turn struct {
	Prompt
	Text    string // the newest user message
	Subject subject
	seed    uint64
	rand    *rand.Rand // seeded: the same turn makes the same choices

	templates func() *template.Template
}

func newTurn(p Prompt) *turn {
	s := seed(p)
	t := &turn{Prompt: p, Text: strings.TrimSpace(p.Request.Prompt()), seed: s, rand: seeded(s)}
	t.Subject = t.subject()
	return t
}

func seeded(s uint64) *rand.Rand { return rand.New(rand.NewPCG(s, 0x6761746568)) }

// Number is which turn of the conversation this is, from 1.
func (t *turn) Number() int { return max(1, len(t.Request.Prompts())) }

// Prompts are the texts of the user messages, in order.
func (t *turn) Prompts() []string { return t.Request.Prompts() }

// Items is the number of items of input.
func (t *turn) Items() int { return len(t.Request.Input) }

// Kinds says how many items of which kind came in, in the order in which the
// kinds first appear.
func (t *turn) Kinds() []Count {
	const most = 50 // kinds: nobody reads more, and any name can be one
	var counts []Count
	for _, it := range t.Request.Input {
		name := it.Type
		if it.Type == "message" {
			name = strings.TrimSpace(it.Role + " message")
		}
		i := slices.IndexFunc(counts, func(c Count) bool { return c.Name == name })
		if i < 0 && len(counts) == most {
			continue
		}
		if i < 0 {
			counts, i = append(counts, Count{Name: name}), len(counts)
		}
		counts[i].N++
	}
	return counts
}

// Count is how many there are of something.
type Count struct {
	Name string
	N    int
}

// Quote is the prompt on one line, shortened to n characters and without what
// would be markdown.
func (t *turn) Quote(n int) string { return oneLine(t.Text, n) }

// Header is the name of the header that asks for routing metadata.
func (t *turn) Header() string {
	return "X-" + strings.ToUpper(t.Word[:1]) + t.Word[1:] + "-Metadata"
}

// Settings is what was set beside the conversation, for a code span each.
func (t *turn) Settings() []request.Setting {
	var settings []request.Setting
	for _, s := range t.Request.Settings() {
		settings = append(settings, request.Setting{Name: codeLine(s.Name, 40), Value: codeLine(s.Value, 40)})
	}
	return settings[:min(len(settings), 12)]
}

// Instructions is the system text on one line.
func (t *turn) Instructions() string { return oneLine(t.Request.Instructions(), 80) }

// Tools is the names of the tools that were offered, for a code span each.
func (t *turn) Tools() []string {
	var names []string
	for _, tool := range t.Request.Tools {
		names = append(names, codeLine(cmp.Or(tool.Name, tool.Type), 40))
	}
	return names[:min(len(names), 8)]
}

// Found is the findings of server tools that an answer shows.
func (t *turn) Found() []Finding { return t.Findings[:min(len(t.Findings), maxListed)] }

// More is how many further findings there are.
func (t *turn) More() int { return len(t.Findings) - len(t.Found()) }

// Words is the key words of the prompt: the longest, in their order.
func (t *turn) Words(most int) []string {
	words := Significant(t.Text)
	if len(words) > 400 {
		words = words[:400]
	}
	byLength := slices.Clone(words)
	slices.SortStableFunc(byLength, func(a, b string) int { return len(b) - len(a) })
	keep := byLength[:min(most, len(byLength))]
	return slices.DeleteFunc(words, func(w string) bool { return !slices.Contains(keep, w) })
}

// Tokens is the length of the input in tokens.
func (t *turn) Tokens() int { return t.Request.Tokens() }

// Signed counts the reasoning items that came back, and those of them whose
// signature is the one that they were sent with.
func (t *turn) Signed() (n Returned) {
	for _, it := range t.Request.Input {
		if it.Type == "reasoning" {
			n.All++
			if intact(it) {
				n.Intact++
			}
		}
	}
	return n
}

// Returned is how many reasoning items came back, and how many unchanged.
type Returned struct{ All, Intact int }
