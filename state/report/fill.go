package report

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/shopspring/decimal"

	"gatehouse/state/answer/figures"
	"gatehouse/state/cache"
	"gatehouse/state/cache/fill"
	"gatehouse/state/cost/prices"
	"gatehouse/state/dialect/usage"
)

// Filling is a request that is about to be sent and the estimate of its prompt.
type Filling struct {
	Fill    fill.Fill
	Price   prices.Price
	Priced  bool // the price is known
	Context int  // tokens; 0: not known
	Now     *cache.Use
	Outlook cache.Outlook
}

// Largest is the number of largest pieces listed.
const Largest = 3

// Fill reports the tokens and the price of each part of a prompt that is about to be sent, and how much
// of it would be read from a cache.
func Fill(f Filling) Report {
	r := Report{Title: "PROMPT", Sum: f.sum()}
	if len(f.Fill.Pieces) == 0 {
		return r
	}
	r.Blocks = append(r.Blocks, f.parts())
	if t := f.largest(); len(t.Rows) > 0 {
		r.Blocks = append(r.Blocks, Report{Title: "LARGEST", Blocks: []Block{t}})
	}
	r.Blocks = append(r.Blocks, Report{Blocks: f.cached()})
	r.Blocks = append(r.Blocks, Report{Blocks: f.counted()})
	return r
}

// FillBrief is Fill in a few lines: a bar, the largest pieces, and the cache.
func FillBrief(f Filling) Report {
	r := Report{Title: "PROMPT", Sum: f.sum()}
	var shares Shares
	for _, p := range f.Fill.Parts() {
		s := Number{Label: fillNames[p.Kind], Value: "not known", Size: p.Tokens}
		if p.Unknown < p.Pieces {
			s.Value = about(p.About) + figures.Thousands(p.Tokens)
		}
		shares = append(shares, s)
	}
	if len(shares) == 0 {
		return r
	}
	r.Blocks = append(r.Blocks, shares)
	if len(f.Fill.Pieces) > 1 {
		r.Blocks = append(r.Blocks, f.largest())
	}
	if f.Outlook.Before != nil {
		r.Blocks = append(r.Blocks, f.cached()...)
	}
	return r
}

// about returns the mark of an estimate, or "".
func about(estimated bool) string {
	if estimated {
		return "~"
	}
	return ""
}

// line returns the tokens and their price.
func (f Filling) line() string {
	method := "by bytes"
	switch w := f.Fill.Method; {
	case w.Prefix == nil && w.Vocabulary != "":
		method = "by " + w.Vocabulary
	case w.Prefix != nil || w.Like != nil:
		method = "by the exchange before"
	}
	without := f.without()
	if f.Fill.Tokens == 0 && without != "" {
		return "tokens not known:" + strings.TrimPrefix(without, " without")
	}
	least := ""
	if without != "" {
		least = "at least "
	}
	words := least + filled(f.Fill.Tokens, true) + without + " (" + method + ")"
	if usd, ok := f.cost(f.Fill.Tokens); ok {
		words += ", " + least + "~" + dollars(usd)
	}
	return words
}

// without names the parts with unknown tokens; "" for none.
func (f Filling) without() string {
	var list []string
	if n := f.Fill.Unknown; n > 0 {
		list = append(list, figures.Counted(n, "attachment"))
	}
	if f.Fill.Elsewhere {
		list = append(list, "what the service stores")
	}
	if f.Fill.Cut {
		list = append(list, "the rest")
	}
	if list == nil {
		return ""
	}
	return " without " + strings.Join(list, " and ")
}

// FillTokens returns the number of tokens of the prompt, with a + if parts are not counted.
func FillTokens(f Filling) string {
	switch {
	case f.without() == "":
		return filled(f.Fill.Tokens, true)
	case f.Fill.Tokens == 0:
		return "not known"
	}
	return "~" + figures.Thousands(f.Fill.Tokens) + "+ tokens"
}

func (f Filling) sum() Span {
	if len(f.Fill.Pieces) == 0 {
		return quiet("nothing to read")
	}
	words, role := f.line(), Value
	if f.Context > 0 {
		words += "; the model reads " + figures.Thousands(f.Context)
	}
	if f.Context > 0 && f.Fill.Tokens > f.Context {
		role = Bad
	}
	return Span{words, role}
}

func filled(n int, estimated bool) string { return about(estimated) + figures.Counted(n, "token") }

// cost returns the price of tokens that are not read from a cache; ok is false if it is not known. A
// long prompt may have another price for all of its tokens.
func (f Filling) cost(tokens int) (usd decimal.Decimal, ok bool) {
	rates, _ := f.Price.At(f.Fill.Tokens)
	each, ok := rates[usage.Input]
	return each.Mul(decimal.NewFromInt(int64(tokens))), ok && f.Priced
}

func dollars(usd decimal.Decimal) string { return figures.Price(usd.String()) }

var fillNames = [fill.Kinds]string{
	fill.Tools: "tools", fill.Instructions: "instructions", fill.User: "user", fill.Assistant: "assistant", fill.System: "system", fill.Reasoning: "reasoning",
	fill.Calls: "tool calls", fill.Outputs: "tool outputs", fill.Attachments: "attachments", fill.Other: "other items",
}

func (f Filling) parts() Table {
	t := Table{Columns: []Column{{Title: ""}, {Title: "tokens", Right: true}, {Title: "", MaxWidth: fillBar}, {Title: "", Right: true, Spare: 2}}}
	if f.Priced {
		t.Columns = append(t.Columns, Column{Title: "USD", Right: true, Point: true, Spare: 1})
	}
	for _, p := range f.Fill.Parts() {
		tokens, price, bar, share := Span{"not known", Quiet}, "", "", ""
		if p.Tokens > 0 || p.Unknown == 0 {
			tokens = Span{about(p.About) + figures.Thousands(p.Tokens), Value}
			bar, share = f.bar(p.Tokens), f.share(p.Tokens)
			if usd, ok := f.cost(p.Tokens); ok {
				price = "~" + dollars(usd)
			}
		}
		row := Row{Cells: []Span{{fillNames[p.Kind], Value}, tokens, {bar, Mark}, quiet(share)}}
		if f.Priced {
			row.Cells = append(row.Cells, Span{price, Value})
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// fillBar is the width of the bar for all tokens, in cells.
const fillBar = 12

// bar draws tokens as a share of all, in eighths of a cell.
func (f Filling) bar(tokens int) string {
	return figures.Bar(max(tokens*fillBar*8/max(f.Fill.Tokens, 1), min(tokens, 1)))
}

func (f Filling) share(tokens int) string {
	return figures.Share(float64(tokens) / float64(max(f.Fill.Tokens, 1)))
}

// largest lists the largest pieces; each row has the path of its piece.
func (f Filling) largest() (t Table) {
	t.Columns = []Column{{Title: ""}, {Title: ""}, {Title: ""}, {Title: "", Right: true}, {Title: "", Right: true, Spare: 2}}
	for i, x := range f.Fill.Largest(Largest) {
		what := fillNames[x.Kind]
		if x.Name != "" {
			what = x.Name
		}
		t.Rows = append(t.Rows, Row{ID: PieceRow + x.Path, Cells: []Span{quiet(strconv.Itoa(i + 1)), {item(x.Path), Mark}, {what, Quiet}, {filled(x.Tokens, x.About), Value}, quiet(f.share(x.Tokens))}})
	}
	return t
}

// method describes how the tokens were counted.
func (f Filling) method() string {
	w := f.Fill.Method
	if w.Prefix == nil {
		return f.others()
	}
	words := "~ The request begins with the exchange before: its " + figures.Counted(w.Prefix.In, "token") + " as reported"
	known := w.Prefix.Prompt + w.Prefix.Answer
	if w.Prefix.Answer > 0 {
		words += ", and the " + figures.Thousands(w.Prefix.Out) + " of its answer"
		if w.Prefix.Less > 0 {
			words += " without the " + figures.Thousands(w.Prefix.Less) + " of its reasoning"
		}
	}
	words += ". How many of them each piece is, is an estimate."
	if known < len(f.Fill.Pieces) {
		words += " What is new: " + f.others()
	}
	return words
}

// others describes how the tokens that no earlier exchange reports were counted.
func (f Filling) others() string {
	switch w := f.Fill.Method; {
	case w.Vocabulary != "":
		return "Counted with " + w.Vocabulary + ", which OpenAI publishes. What a service adds around each message, and how it writes tools and calls, is not published."
	case w.Like == nil:
		return "~ by bytes: no vocabulary of the model's vendor is kept here, and no exchange before it with this model says how many tokens its texts were."
	case w.Like.Answer:
		return "~ by bytes, as in the answer before: " + figures.Counted(w.Like.Tokens, "token") + " reported for " + figures.Size(w.Like.Bytes) + " of text."
	default:
		return "~ by bytes, as in the exchange before: " + figures.Counted(w.Like.Tokens, "token") + " reported for " + figures.Size(w.Like.Bytes) + "."
	}
}

// counted describes how the tokens were counted, and which were not.
func (f Filling) counted() (blocks []Block) {
	say := func(words string) { blocks = append(blocks, quiet(words)) }
	say(f.method())
	if n := f.Fill.Unknown; n > 0 {
		say("Not counted: " + figures.Counted(n, "attachment") + ", whose tokens are not known.")
	}
	if f.Fill.Elsewhere {
		say("Not counted: the part of the prompt that the service stores, which is not in the request.")
	}
	if f.Fill.Cut {
		say("Not counted: what follows the first parts of the request, which has more than are read.")
	}
	if f.Priced {
		words := "Prices of " + f.Price.Source.Name + " (" + sourceWords(f.Price.Source) + "), for the prompt alone."
		if f.Price.Source.Assumed != "" {
			words += " Who serves the request may charge others."
		}
		if _, above := f.Price.At(f.Fill.Tokens); above > 0 {
			words += " They are those of a prompt of more than " + figures.Thousands(above) + " tokens."
		}
		say(words)
	}
	return blocks
}

// cached reports how much could be read from a cache, or what prevents that.
func (f Filling) cached() (blocks []Block) {
	o := f.Outlook
	if o.Before == nil {
		return []Block{quiet("From the cache: not known; no exchange before it with this model begins in the same way.")}
	}
	c := Caching{Now: f.Now, Found: cache.Analysis{Diff: o.Diff, Rule: o.Rule, Before: o.Before}}
	if len(o.Causes) == 0 {
		blocks = append(blocks, f.couldRead(c))
	} else {
		why := Words{Spans: []Span{{"From the cache: nothing would be read.", Warn}}}
		for _, cause := range o.Causes {
			why.Spans = append(why.Spans, Span{" " + c.sentence(cause), Value})
		}
		blocks = append(blocks, why)
	}
	if o.Diff.Change != cache.Same && !slices.ContainsFunc(o.Causes, cache.Cause.Differs) {
		blocks = append(blocks, Span{c.changed(), Value})
	}
	return blocks
}

// couldRead reports how much of the prompt could be read at most.
func (f Filling) couldRead(c Caching) Block {
	o := f.Outlook
	if o.Could <= 0 {
		return Span{"From the cache: not known.", Value}
	}
	words := "From the cache: up to " + filled(o.Could, o.About) + " could be read"
	if o.Routed {
		words += ", if " + cmp.Or(o.Before.Provider, "the same provider") + " serves it again"
	}
	rule := f.saves(o.Could)
	if o.Rule.Vendor == "" {
		rule = " Whether who serves it has a cache is not known."
	}
	return Words{Spans: []Span{{words + ".", Good}, quiet(" They were sent " + c.ago(o.Before) + "." + rule)}}
}

// saves returns how much less cached tokens would cost; "" if that is not known.
func (f Filling) saves(tokens int) string {
	rates, _ := f.Price.At(f.Fill.Tokens)
	read, ok := rates[usage.CacheRead]
	full, priced := rates[usage.Input]
	if !ok || !priced || !f.Priced {
		return ""
	}
	return " That would cost ~" + dollars(full.Sub(read).Mul(decimal.NewFromInt(int64(tokens)))) + " less."
}
