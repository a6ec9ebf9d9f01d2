// Package page writes exchanges as one HTML page without other files: the answer, its cost, its
// route, the time of each byte, and the bytes. The page loads nothing and runs nothing, whatever the
// exchange contains.
package page

import (
	"bytes"
	_ "embed"
	"errors"
	"html/template"
	"iter"
	"strings"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/explain"
	"gatehouse/state/answer/figures"
	"gatehouse/state/cost/prices"
	"gatehouse/state/history"
	"gatehouse/state/report"
)

// Exchange is an exchange to write.
type Exchange struct {
	State   *state.Exchange
	Capture *wire.Capture
	About   history.About
	Title   string         // of what it belongs to; empty: none
	Local   bool           // it was made with the simulated gateway
	Listed  *history.Entry // as the history has it: of this, its place in its run is read; nil where it is not from there
	Prices  prices.Book    // by which its receipt is computed
}

//go:embed page.tmpl
var layout string

//go:embed page.css
var style string

// document is what the template is given.
type document struct {
	Title     string
	Style     template.CSS
	Index     []heading
	Run       template.HTML      // of all exchanges
	Exchanges iter.Seq[exchange] // each is made when it is written: a session may be large
	Simulated bool
	Redacted  string
}

// Write writes exchanges as a page, in their order. Characters that a browser would obey,
// or order others by, are made visible. each is called after each exchange with how many
// these are; its error ends the writing, and is returned.
func Write(list []Exchange, each func(done int) error) ([]byte, error) {
	page, err := template.New("page").Parse(layout)
	if err != nil {
		return nil, err
	}
	doc := document{Title: "Exchange", Style: template.CSS(style)}
	masked := 0
	for i := range list {
		doc.Index = append(doc.Index, headingOf(&list[i], i+1))
		doc.Simulated = doc.Simulated || list[i].Local
		masked += list[i].State.Redacted
		if list[i].Title != "" && doc.Title == "Exchange" {
			doc.Title = list[i].Title
		}
	}
	if masked > 0 {
		doc.Redacted = figures.Counted(masked, "byte") + " masked before this page was written"
	}
	var stopped error
	doc.Run = runOf(list)
	doc.Exchanges = func(yield func(exchange) bool) {
		for i := range list {
			if !yield(exchangeOf(&list[i], i+1)) {
				return
			}
			if stopped = each(i + 1); stopped != nil {
				return
			}
		}
	}
	var out bytes.Buffer
	if err := errors.Join(page.Execute(&out, doc), stopped); err != nil {
		return nil, err
	}
	return []byte(visible(out.String())), nil
}

// heading is an exchange in the list of all.
type heading struct {
	Anchor string
	Asked  string // the first words
	Sign   string // of the verdict
	Class  string // good, bad or warn
}

// exchange is one exchange as the template shows it.
type exchange struct {
	heading
	Models    string
	When      string
	From      string // where it was made
	Figures   report.Numbers
	Ended     template.HTML // how, why, and remarks
	Reports   template.HTML // the tokens, the caller, the events, the settings
	Turns     []turn
	Ranking   *ranking
	Route     template.HTML // the way that it took, and what guardrails did on it
	Times     *timeline
	Requests  []section // as it was sent, and what the program sent if it was changed
	Response  section
	Sent      []field
	Received  []field
	Frames    *frameTable
	Addressed string // method and address
	Status    string
}

// field is one header field.
type field struct{ Name, Value string }

func headingOf(of *Exchange, number int) heading {
	verdict := of.State.Verdict
	return heading{"exchange-" + figures.Thousands(number), history.Asked(of.State, of.Capture), explain.Sign(verdict), class(verdict)}
}

func exchangeOf(of *Exchange, number int) exchange {
	x, c := of.State, of.Capture
	e := exchange{
		heading: headingOf(of, number),
		Models:  models(x), From: origin(of), Figures: report.InLine(x, 0), Turns: turns(x), Ranking: rankingOf(x),
		Times: timelineOf(x), Addressed: c.Sent.Line(),
		Requests: []section{sectionOf(c.Sent.Body)}, Sent: fields(c.Sent.Header), Frames: framesOf(x, c),
	}
	if changed := c.ChangedRequest(); changed != nil {
		asked := sectionOf([]byte(changed.Body))
		asked.Name = "Body as received, changed by " + strings.Join(changed.By, "; ")
		e.Requests = append(e.Requests, asked)
	}
	about := report.SubjectOf(x, c, of.About, of.Prices)
	about.Local, about.Ended, about.Read = of.Local, true, report.ReadAll(x, c)
	parts := report.Exchange(about)
	e.Route = sections(report.Routing(about), report.Guards(about))
	e.Sign, e.Ended, e.Reports = parts.Verdict.Title, blocksHTML(parts.Verdict.Blocks), sections(parts.Tokens, report.Cached(of.Listed), report.Receipt(about), parts.Caller, parts.Events, parts.Settings)
	switch sum := parts.Verdict.Sum.Text; {
	case x.Running():
		e.Sign = "○ not sent"
	case sum != "":
		e.Sign += ": " + sum
	}
	switch {
	case c.Lacks.Start:
		e.When = "time not recorded"
	case !c.Start.IsZero():
		e.When = c.Start.UTC().Format("2 January 2006, 15:04:05 UTC")
	}
	if c.Head != nil {
		e.Status = strings.TrimSpace(c.Head.Proto + " " + c.Head.StatusText())
		e.Received = fields(c.Head.Header)
	}
	if !x.Stream {
		e.Response = sectionOf(c.Text().All())
	} else if doc := x.Document(); len(doc) > 0 {
		e.Response = sectionOf(doc)
		if x.Assembled() {
			e.Response.Name = "Put together from the frames"
		}
	}
	return e
}
