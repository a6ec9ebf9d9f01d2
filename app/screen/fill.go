package screen

import (
	"time"

	"gatehouse/client/scan"
	"gatehouse/state/cache"
	"gatehouse/state/fill"
	"gatehouse/state/history"
	"gatehouse/state/prices"
	"gatehouse/state/report"
	"gatehouse/state/run"
	"gatehouse/state/tokenizer"
)

// Filler works out what fills a prompt. It is made by Update, and used beside the screen: the
// counter keeps what was counted for the next time, and is for one at a time.
type Filler struct {
	link   *Link
	book   prices.Book
	before *report.Subject // the exchange that the request follows; nil for none
	about  history.About   // of before
	at     time.Time
}

// Filler makes one for a request over a connection that follows an exchange, nil for none.
func (h *Host) Filler(link *Link, before Exchange) Filler {
	f := Filler{link: link, at: time.Now()}
	if known := h.Prices(); known != nil {
		f.book = *known
	}
	if before == nil || before.State() == nil || before.State().Running() || before.Capture() == nil {
		return f
	}
	of := report.SubjectOf(before.State(), before.Capture(), before.About(), f.book)
	f.before, f.about = &of, before.About()
	return f
}

// Of is what fills the prompt of a request; ok is false for a request without one.
func (f Filler) Of(body []byte, counter *tokenizer.Counter) (told report.Filling, ok bool) {
	p, err := run.PromptOf(body)
	if err != nil {
		return told, false
	}
	var before *cache.Use
	if f.before != nil {
		if record := cache.RecordOf(f.before.Exchange, f.before.Capture, report.ReceiptOf(*f.before)); record != nil {
			entry := history.Of(f.about, f.before.Exchange, f.before.Capture)
			use := cache.Of(&entry, *record)
			before = &use
		}
	}
	model := scan.Text(scan.Get(body, "model"))
	if fill.Routed(body) { // another model may read it
		model = ""
	}
	var like *fill.Measure
	if before != nil && before.Asked == model {
		like = fill.MeasureOf(&before.Prompt, before.ID, before.In)
	}
	told.Fill = fill.Of(&p, model, like, counter)
	asked := prices.Query{Address: f.link.BaseURL, Local: f.link.Local, Model: model, At: f.at}
	if f.link.Local {
		asked.Address = ""
	}
	if model != "" {
		told.Price, told.Priced = f.book.Price(asked)
		told.Context = f.book.Context(asked)
	}
	told.Now = cache.Next(p, scan.Text(scan.Get(body, "model")), told.Fill.Tokens, f.at.UnixMicro(), before)
	if before != nil {
		told.Outlook = cache.Foresee(told.Now, []*cache.Use{before})
	} else {
		told.Outlook = cache.Foresee(told.Now, nil)
	}
	return told, true
}
