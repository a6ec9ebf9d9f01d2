package report

import (
	"cmp"
	"slices"
	"strings"

	"github.com/shopspring/decimal"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/explain"
	"gatehouse/state/answer/figures"
	"gatehouse/state/cost/prices"
	"gatehouse/state/cost/receipt"
	"gatehouse/state/dialect/usage"
	"gatehouse/state/history"
)

// receiptOf returns what the receipt of the subject is computed from.
func (s Subject) receiptOf() receipt.Subject {
	of := receipt.Subject{Exchange: s.Exchange, Address: s.Guidance.BaseURL, Local: s.Local, Book: s.Prices}
	if s.Capture != nil {
		of.At, of.Batch = s.Capture.Start, s.Capture.Batch
	}
	return of
}

// SubjectOf returns an exchange of the history, without what is read from complete documents.
func SubjectOf(x *state.Exchange, c *wire.Capture, about history.About, book prices.Book) Subject {
	s := Subject{
		Exchange: x, Capture: c, Target: about.Target, Replayed: about.Origin == history.Replay, Service: about.Service,
		Alone: true, Local: about.Connection == history.Local, Prices: book,
	}
	s.Guidance.BaseURL = about.BaseURL
	if c != nil {
		s.Metadata, s.Guidance.KeySent = c.Sent.AsksMetadata(), len(wire.KeyHeaders(c.Sent.Header)) > 0
	}
	return s
}

// OtherwiseOf returns what the tokens of the subject would have cost elsewhere.
func OtherwiseOf(s Subject, r receipt.Receipt) []receipt.Other { return r.Otherwise(s.receiptOf()) }

// ReceiptOf computes the receipt of the subject.
func ReceiptOf(s Subject) receipt.Receipt { return receipt.Of(s.receiptOf()) }

// Receipt reports what an exchange costs, line by line, how that compares with the reported cost, and
// what the same tokens would have cost elsewhere.
func Receipt(s Subject) Report {
	r := Report{Title: "RECEIPT"}
	if s.Exchange == nil {
		return r
	}
	got := ReceiptOf(s)
	r.Sum = resultWords(got)
	if got.Result == receipt.None {
		return r
	}
	r.Blocks = append(r.Blocks, reportedBlock(got.Reported)...)
	r.add("computed", got.Sum(), Value)
	cost := -1.0 // not known
	if got.Reported.Cost.There {
		cost = got.Reported.Cost.USD.InexactFloat64()
	} else if got.Known {
		cost = got.Computed.InexactFloat64()
	}
	if lost, ok := lostFinding(s.Lost, cost); ok {
		lost.Topic = explain.CacheTopic
		r.Blocks = append(r.Blocks, lost)
	}
	if got.Priced && got.Counted {
		r.Blocks = append(r.Blocks, priceBlock(got.Price.Source))
		if table := billTable(got); len(table.Rows) > 0 {
			r.Blocks = append(r.Blocks, table)
		}
		if got.Bill.Above > 0 {
			r.Blocks = append(r.Blocks, quiet("A prompt of more than "+figures.Thousands(got.Bill.Above)+" tokens: all of it is charged by the prices of long prompts."))
		}
	}
	for _, f := range got.Findings {
		r.Blocks = append(r.Blocks, Finding{Level: findingLevel(f.Code), Name: strings.ReplaceAll(string(f.Code), "-", " "), Message: f.Message})
	}
	if got.Result == receipt.Unpriced {
		r.Blocks = append(r.Blocks, pricesHint)
	}
	if others := otherwise(got, OtherwiseOf(s, got)); !others.Empty() {
		r.Blocks = append(r.Blocks, others)
	}
	return r
}

// lostFinding reports the part of a cost that a cache miss caused; ok is false for none.
func lostFinding(lost, cost float64) (f Finding, ok bool) {
	words, level := lostOf(lost, cost, roughly(lost)), Warning
	if lostRole(lost) == Quiet {
		level = Note
	}
	return Finding{Level: level, Message: words + "."}, words != ""
}

// pricesHint explains how a price becomes known.
var pricesHint = quiet("The list of models of a connection has prices: the playground stores them when it uses the connection, and the proxy when a program reads the list through it. Others are given under [prices] in config.toml.")

const notReported = "The cost is not known: the tokens of the answer are not reported."

// resultWords compares the reported with the computed cost.
func resultWords(r receipt.Receipt) Span {
	switch r.Result {
	case receipt.Agrees:
		return Span{"The cost is as computed.", Good}
	case receipt.Differs:
		return Span{"The cost differs from the computed one.", Bad}
	case receipt.MayDiffer:
		return Span{"The cost differs from the computed one; the prices may not be the ones that apply.", Warn}
	case receipt.Unreported:
		return quiet("No cost is reported: computed from the tokens.")
	case receipt.Unpriced:
		return quiet("Not computed: a price is not known.")
	case receipt.NoUsage:
		if r.Unasked {
			return quiet(notReported + " In a stream they are where the request has stream_options.include_usage.")
		}
		if slices.ContainsFunc(r.Findings, func(f receipt.Finding) bool { return f.Code == receipt.UsageMissing }) {
			return Span{notReported, Warn}
		}
		return quiet(notReported)
	}
	return quiet("Nothing to compute: no answer with tokens has arrived.")
}

// ReceiptWarning returns the finding that the cost differs from the prices; ok is false if it does not,
// or if that is not known.
func ReceiptWarning(s Subject) (f Finding, ok bool) {
	for _, found := range ReceiptOf(s).Findings {
		if found.Code == receipt.CostDiffers || found.Code == receipt.CostMayDiffer {
			return Finding{Level: findingLevel(found.Code), Message: found.Message, Topic: explain.ReceiptTopic}, true
		}
	}
	return f, false
}

func findingLevel(c receipt.Code) Level {
	levels := map[receipt.Code]Level{receipt.CostDiffers: Failed, receipt.CachedAbove: Failed, receipt.NoPrice: Note}
	return cmp.Or(levels[c], Warning)
}

func reportedBlock(r receipt.Reported) (blocks []Block) {
	line := func(label string, a receipt.Amount) {
		if a.There {
			blocks = append(blocks, Field{Label: label, Value: []Span{{receipt.Money(a.USD), Value}}, About: quiet(a.Where)})
		}
	}
	if !r.BYOK {
		line("reported", r.Cost)
		return blocks
	}
	line("service's fee", r.Cost)
	line("provider", r.Upstream)
	return append(blocks, quiet("With a key of your own the provider charges the tokens. The service's fee is not computed."))
}

// sourceWords names the list of the prices and its date.
func sourceWords(s prices.Source) string {
	words := map[prices.From]string{
		prices.Reported: "the exchange itself", prices.Listed: "GET /models", prices.Table: "list price", prices.Config: "your settings",
	}[s.From]
	if s.Date != "" {
		words += ", " + s.Date
	}
	return words
}

func priceBlock(s prices.Source) Block {
	about := sourceWords(s)
	if s.From == prices.Table {
		about += ", " + s.URL
	}
	value := []Span{{s.Name, Value}}
	if s.Assumed != "" {
		value = append(value, Span{" ~ " + s.Assumed, Warn})
	}
	return Field{Label: "prices of", Value: value, About: quiet(about)}
}

func billTable(r receipt.Receipt) Table {
	t := Table{Columns: []Column{{Title: ""}, {Title: "count", Right: true}, {Title: "price", Right: true, Point: true, Spare: 1}, {Title: "USD", Right: true, Point: true}, {Title: "", MaxWidth: 40, Spare: 2}}}
	add := func(name, count, each, amount, about string) {
		t.Rows = append(t.Rows, Row{Cells: []Span{{name, Value}, {count, Value}, {each, Quiet}, {amount, Value}, quiet(about)}})
	}
	for _, l := range r.Bill.Lines {
		amount, about := receipt.Money(l.Amount), ""
		switch {
		case !l.Priced:
			amount = "–"
		case l.By != l.Kind:
			about = "by the price of " + l.By.Words()
		}
		if l.Priced && !l.Sure {
			amount, about = "~"+amount, about+", assumed"
		}
		add(l.Kind.Words(), figures.Thousands(l.Count), receipt.Each(l), amount, about)
	}
	for _, e := range r.Extras {
		tokens, amount, about := "", receipt.Money(e.Reported), "as reported"
		if e.Counted {
			tokens = figures.Thousands(e.Counts[usage.Input] + e.Counts[usage.Output])
		}
		if e.Priced {
			amount, about = receipt.Money(e.Bill.Total), ""
		}
		add(e.Name, tokens, "", amount, about)
	}
	for _, fee := range r.Unpriced {
		add(fee, "", "", "–", "not priced")
	}
	if sum := r.Sum(); sum != "" && len(t.Rows) > 1 {
		t.Rows = append(t.Rows, Row{Cells: []Span{{"total", Title}, {}, {}, {sum, Title}, {}}})
	}
	return t
}

// otherwise reports what the same tokens would have cost; it is empty if that is not known.
func otherwise(r receipt.Receipt, all []receipt.Other) Report {
	t := Table{Columns: []Column{{Title: "model"}, {Title: "provider"}, {Title: "USD", Right: true, Point: true}, {Title: "", Right: true, Spare: 1}, {Title: "", MaxWidth: 48, Spare: 2}}}
	for _, o := range all {
		cost, more := "–", ""
		if o.Known {
			cost = receipt.Money(o.Cost)
			if r.Known && !o.Served {
				more = shareOff(o.Cost, r.Computed)
			}
			if o.Assumed != "" {
				cost = "~" + cost
			}
		}
		about := Span{o.Assumed, Quiet}
		if o.Served {
			about = Span{"served", Good}
		}
		t.Rows = append(t.Rows, Row{Cells: []Span{{o.Model, Name}, {o.Provider, Value}, {cost, Value}, {more, Quiet}, about}})
	}
	known := slices.ContainsFunc(all, func(o receipt.Other) bool { return o.Known })
	if !known || len(t.Rows) == 1 && all[0].Served {
		return Report{}
	}
	return Report{Title: "OTHERWISE", Sum: quiet("the same tokens, at other prices"), Blocks: []Block{t}}
}

// shareOff writes the difference of a sum from another in percent, or as a multiple from ten times on;
// "" if the other is 0.
func shareOff(sum, of decimal.Decimal) string {
	const many = 10
	off := sum.Sub(of)
	switch {
	case of.IsZero():
		return ""
	case off.IsZero():
		return "same"
	case sum.GreaterThanOrEqual(of.Mul(decimal.NewFromInt(many))):
		return "×" + sum.DivRound(of, 0).String()
	case off.IsNegative():
		return "−" + off.Abs().Shift(2).DivRound(of, 0).String() + " %"
	}
	return "+" + off.Shift(2).DivRound(of, 0).String() + " %"
}

// Receipts reports what several exchanges cost together, and how much of that cache misses caused.
func Receipts(sum receipt.Sum, lost float64) Report {
	r := Report{Title: "RECEIPTS", Sum: quiet(figures.Counted(sum.Exchanges, "exchange"))}
	if sum.Exchanges == 0 {
		return r
	}
	of := func(n int) Span {
		if n == sum.Exchanges {
			return Span{}
		}
		return quiet("of " + figures.Counted(n, "exchange"))
	}
	computed := field("computed", "not known", Quiet)
	if sum.Known > 0 {
		computed = Field{Label: "computed", Value: []Span{{about(sum.Assumed) + receipt.Money(sum.Computed), Value}}, About: of(sum.Known)}
	}
	reported := field("reported", "–", Quiet)
	if sum.Reporting > 0 {
		reported = Field{Label: "reported", Value: []Span{{receipt.Money(sum.Reported), Value}}, About: of(sum.Reporting)}
	}
	r.Blocks = append(r.Blocks, reported, computed)
	if !sum.Off.IsZero() {
		r.Blocks = append(r.Blocks, Field{Label: "difference", Value: []Span{{receipt.Money(sum.Off), Value}}, About: quiet(strings.TrimSpace(shareOff(sum.Both.Add(sum.Off), sum.Both) + " of what both report"))})
	}
	if f, ok := lostFinding(lost, max(sum.Reported.InexactFloat64(), sum.Computed.InexactFloat64())); ok {
		r.Blocks = append(r.Blocks, f)
	}
	t := Table{Columns: []Column{{Title: ""}, {Title: "count", Right: true}, {Title: "USD", Right: true, Point: true}}}
	for _, k := range usage.Paid() {
		if l, ok := sum.Kinds[k]; ok {
			t.Rows = append(t.Rows, Row{Cells: []Span{{k.Words(), Value}, {figures.Thousands(l.Count), Value}, {receipt.Money(l.Amount), Value}}})
		}
	}
	if len(t.Rows) > 0 {
		r.Blocks = append(r.Blocks, t)
	}
	var n Numbers
	for _, name := range receipt.Results() {
		if count := sum.Results[receipt.Result(name)]; count > 0 {
			n = append(n, Number{Label: strings.ReplaceAll(name, "-", " "), Value: figures.Thousands(count)})
		}
	}
	r.Blocks = append(r.Blocks, n)
	if sum.Results[receipt.Unpriced] > 0 {
		r.Blocks = append(r.Blocks, pricesHint)
	}
	return r
}
