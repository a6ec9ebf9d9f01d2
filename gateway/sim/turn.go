package sim

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"gatehouse/gateway/output"
	"gatehouse/gateway/request"

	"github.com/tidwall/gjson"
)

// turn is one answer while it is made. Its exported members are for the templates.
type turn struct {
	Prompt
	Text    string // the newest user message
	Subject subject
	Seed    uint64
	rand    *rand.Rand // seeded, so that the same turn makes the same choices
}

func newTurn(p Prompt) *turn {
	s := seed(p)
	t := &turn{Prompt: p, Text: strings.TrimSpace(p.Request.Prompt()), Seed: s, rand: newRand(s)}
	t.Subject = t.subject()
	return t
}

func newRand(s uint64) *rand.Rand { return rand.New(rand.NewPCG(s, 0x6761746568)) }

// Number returns the number of the turn in the conversation, from 1.
func (t *turn) Number() int { return max(1, len(t.Request.Prompts())) }

// Kinds counts the items of input by kind, in the order in which the kinds first appear.
func (t *turn) Kinds() []Count {
	const maxKinds = 50 // any name can be a kind
	var counts []Count
	for _, it := range t.Request.Input {
		name := it.Type
		if it.Type == "message" {
			name = strings.TrimSpace(it.Role + " message")
		}
		if i := slices.IndexFunc(counts, func(c Count) bool { return c.Name == name }); i >= 0 {
			counts[i].N++
		} else if len(counts) < maxKinds {
			counts = append(counts, Count{name, 1})
		}
	}
	return counts
}

// Count is a number of things with a name.
type Count struct {
	Name string
	N    int
}

// Quote returns the prompt on one line of at most n characters, without markdown.
func (t *turn) Quote(n int) string { return oneLine(t.Text, n) }

// Header returns the name of the header that requests routing metadata.
func (t *turn) Header() string {
	return "X-" + strings.ToUpper(t.Word[:1]) + t.Word[1:] + "-Metadata"
}

// Settings returns the settings, each for a code span.
func (t *turn) Settings() []request.Setting {
	var settings []request.Setting
	for _, s := range t.Request.Settings() {
		settings = append(settings, request.Setting{Name: codeLine(s.Name, 40), Value: codeLine(s.Value, 40)})
	}
	return settings[:min(len(settings), 12)]
}

func (t *turn) Instructions() string { return oneLine(t.Request.Instructions(), 80) }

// Tools returns the names of the offered tools, each for a code span.
func (t *turn) Tools() []string {
	var names []string
	for _, tool := range t.Request.Tools {
		names = append(names, codeLine(cmp.Or(tool.Name, tool.Type), 40))
	}
	return names[:min(len(names), 8)]
}

// Found returns the findings of server tools that an answer lists.
func (t *turn) Found() []Finding { return t.Findings[:min(len(t.Findings), maxListed)] }

// More returns the number of further findings.
func (t *turn) More() int { return len(t.Findings) - len(t.Found()) }

// Words returns the n longest key words of the prompt, in their order.
func (t *turn) Words(n int) []string {
	words := Significant(t.Text)
	words = words[:min(len(words), 400)]
	byLength := slices.Clone(words)
	slices.SortStableFunc(byLength, func(a, b string) int { return len(b) - len(a) })
	longest := byLength[:min(n, len(byLength))]
	return slices.DeleteFunc(words, func(w string) bool { return !slices.Contains(longest, w) })
}

// Signed counts the reasoning items in input.
func (t *turn) Signed() (n Returned) {
	for _, it := range t.Request.Input {
		if it.Type == "reasoning" {
			n.All++
			if isIntact(it) {
				n.Intact++
			}
		}
	}
	return n
}

// Returned counts reasoning items, and those that the client did not change.
type Returned struct{ All, Intact int }

// Command returns the command line that sends the same request again; "" for a request with several
// turns, tools, other settings or a long text, and for one that a guardrail redacted, since the
// model does not know the original text.
func (t *turn) Command() string {
	const maxText = 120 // bytes
	if t.Request.Sent() != t.Request || !t.onlyText() || len(t.Text) > maxText || strings.ContainsFunc(t.Text, unicode.IsControl) {
		return ""
	}
	for _, set := range t.Request.Settings() {
		if set.Name != "model" && set.Name != "stream" {
			return ""
		}
	}
	slug := t.Model.Slug
	if asked := t.Request.Candidates(); len(asked) > 0 {
		slug = asked[0]
	}
	line := "gatehouse send --model " + slug
	if !t.Request.Stream() {
		line += " --no-stream"
	}
	if t.Metadata {
		line += " --metadata"
	}
	word := "'" + strings.ReplaceAll(t.Text, "'", `'\''`) + "'" // one word of a POSIX shell
	return line + " -p " + word
}

func (t *turn) onlyText() bool {
	if t.Request.Instructions() != "" || len(t.Request.Tools) > 0 || len(t.Request.Input) != 1 || len(t.Request.Prompts()) != 1 {
		return false
	}
	input, _ := t.Request.Member("input")
	if input.Type == gjson.String {
		return true
	}
	content := input.Get("0.content")
	return content.Type == gjson.String || content.Get("#").Int() == 1 && content.Get("0.type").Str == "input_text"
}

const maxListed = 5

// notes returns what an answer reports in addition to its subject: item references without an item,
// and the tools that were not called.
func (t *turn) notes() []string {
	notes := t.Notes
	if dangling := t.Request.Dangling; len(dangling) > 0 {
		var ids []string
		for _, id := range dangling[:min(len(dangling), maxListed)] {
			ids = append(ids, "`"+codeLine(id, 40)+"`")
		}
		notes = append([]string{fmt.Sprintf("Skipped %s to no item of input: %s. The service stores no items.",
			output.Plural(len(dangling), "item_reference"), strings.Join(ids, ", "))}, notes...)
	}
	return notes
}

// link returns a source as the answer cites it.
func link(s output.Source) string {
	address := strings.Map(func(r rune) rune {
		if r <= ' ' || r == '(' || r == ')' {
			return -1 // it would end the link early
		}
		return r
	}, s.URL)
	return "[" + oneLine(s.Title, 120) + "](" + address + ")"
}

// citations returns the links to sources in a text.
func (t *turn) citations(text string) []output.Citation {
	var list []output.Citation
	at, runes := 0, 0
	for _, f := range t.Findings {
		for _, s := range f.Sources {
			cited := link(s)
			i := strings.Index(text[at:], cited)
			if i < 0 {
				continue
			}
			runes += utf8.RuneCountInString(text[at : at+i])
			start := runes
			runes += utf8.RuneCountInString(cited)
			at += i + len(cited)
			list = append(list, output.Citation{URL: s.URL, Title: s.Title, Start: start, End: runes})
		}
	}
	return list
}
