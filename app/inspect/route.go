package inspect

import (
	"charm.land/bubbles/v2/key"

	"gatehouse/state"
	"gatehouse/state/answer/explain"
	"gatehouse/state/report"
	"gatehouse/state/request/preview"
	"gatehouse/views"
	reports "gatehouse/views/kit/report"
)

type route struct {
	keys     *views.Keys
	models   preview.Catalogue // that the service lists: to find what a mistyped one meant, and the prices of each provider
	listings int               // how often the list arrived
	changes  []explain.Relaxation
}

// routeOf is what the page of a route is made of.
type routeOf struct {
	routing  int // bytes: the metadata arrives once
	verdict  state.Verdict
	head     bool
	version  uint64 // once it has ended: more may come after an error
	asked    bool
	waited   bool
	listings int
}

func (r *route) setModels(c preview.Catalogue) { r.models, r.listings = c, r.listings+1 }

// tab returns the tab of what was asked for, by which strategy, through which stages and to which
// endpoints, and when it was served by none, why.
func (r *route) tab() reports.Source {
	return reports.Source{
		Name: "route", Acting: true, Idle: []views.Action{views.ActReadFrame, views.ActReadFirst},
		Make: func(s views.Subject) []report.Report {
			subject := r.subject(s)
			r.changes = report.Relaxations(subject)
			return []report.Report{report.Routing(subject), report.RoutingRaw(subject)}
		},
		Depends: func(s views.Subject) any {
			of := routeOf{asked: s.Metadata, waited: s.Waited, listings: r.listings}
			if x := s.Exchange; x != nil {
				of.routing, of.verdict, of.head = len(x.Routing), x.Verdict, x.Head != nil
				if !x.Running() {
					of.version = x.Version
				}
			}
			return of
		},
		Unfold: func(s views.Subject) string {
			const maxUnfolded = 2 << 10 // bytes
			if x := s.Exchange; x != nil && x.Failure != nil && x.Failure.Document && x.Failure.BodySize <= maxUnfolded {
				return "error/body"
			}
			return ""
		},
		Do: r.do, Help: r.help, Number: r.word,
	}
}

func (r *route) subject(s views.Subject) report.Subject {
	subject := reports.SubjectOf(s)
	subject.Models = r.models
	keys := &subject.Guidance
	keys.ModelsKeys, keys.ConnectKeys, keys.SendKeys = r.keys.Name(views.ActModel), r.keys.Name(views.ActConnections), r.keys.Name(views.ActSendNow)
	subject.Read.Routing = report.ReadRouting(s.Exchange)
	return subject
}

func (r *route) do(t *reports.Tab, action views.Action, number int) (views.Intent, bool) {
	s := t.Subject
	switch action {
	case views.ActReadLoosen:
		return r.change(s, number), true
	case views.ActReadMetadata:
		if s.CanRequestMetadata() {
			return views.AskMetadata{}, true
		}
	case views.ActResendSame:
		if s.Turn > 0 { // of a saved response too: the answer is why not
			return views.Resend{Turn: s.Turn}, true
		}
	case views.ActReadEdit:
		if s.Blocked() || s.Exchange != nil && !s.Exchange.Known.Request { // for which the answer is why not
			return views.EditResend{Turn: s.Turn}, true
		}
	}
	return nil, false
}

// change asks for one of the changes: the request in the builder, or the same one sent again.
func (r *route) change(s views.Subject, i int) views.Intent {
	if i < 0 || i >= len(r.changes) {
		return nil
	}
	c := r.changes[i]
	if len(c.Edits) == 0 && s.Turn > 0 {
		again := views.Resend{Turn: s.Turn}
		if r.subject(s).Waits(c) {
			again.AfterMS = c.WaitMS
		}
		return again
	}
	return views.RelaxBy(c.Edits)
}

// help names the numbers of the changes by what they do: those that send the same request
// again come first.
func (r *route) help(t *reports.Tab) []key.Binding {
	c, _ := t.Keys.Command(views.ActReadLoosen)
	count := min(len(r.changes), len(c.Keys))
	var all []key.Binding
	for from, to := 0, 0; from < count; from = to {
		word := r.word(t.Subject, from)
		for to = from + 1; to < count && r.word(t.Subject, to) == word; to++ {
		}
		numbers := c.Keys[from]
		if to > from+1 {
			numbers += "-" + c.Keys[to-1]
		}
		b := t.Keys.Binding(views.ActReadLoosen)
		b.SetHelp(numbers, word)
		all = append(all, b)
	}
	if t.Subject.Blocked() {
		all = append(all, t.Keys.Binding(views.ActReadEdit))
	}
	if t.Subject.CanRequestMetadata() {
		all = append(all, t.Keys.Binding(views.ActReadMetadata))
	}
	return all
}

// word returns what the number of a change does, in a word or two.
func (r *route) word(s views.Subject, i int) string {
	switch {
	case i >= len(r.changes):
		return ""
	case len(r.changes[i].Edits) == 0:
		return "send again"
	case s.Turn == 0:
		return "change in Rerank"
	}
	return "change in builder"
}
