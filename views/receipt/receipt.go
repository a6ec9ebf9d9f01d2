// Package receipt is the inspector's page of what an exchange costs, line by line, and what it
// would have cost otherwise.
package receipt

import (
	"gatehouse/state"
	"gatehouse/state/prices"
	"gatehouse/state/report"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/page"
	reports "gatehouse/views/report"
)

// Model is the page of one exchange.
type Model struct {
	*page.Tab
	lost lost
}

// lost is what an exchange cost because a cache was not read.
type lost struct {
	of  string // its id
	usd float64
}

// made is what the rows were made for.
type made struct {
	verdict state.Verdict
	version uint64 // once it has ended: what is reported may still come
	prices  *prices.Book
	lost    lost
}

var (
	_ views.Inspector = (*Model)(nil)
	_ views.Scroller  = (*Model)(nil)
)

// New makes the page without an exchange.
func New(styles *themes.Styles, keys *views.Keys) *Model {
	m := &Model{}
	m.Tab = page.NewTab(styles, keys, page.Own{Scope: views.Figures, Name: "receipt", Rows: m.settle, Idle: []views.Action{
		views.ActReadLoosen, views.ActReadMetadata, views.ActReadEdit, views.ActReadFirst, views.ActReadFrame, views.ActOpenRow,
	}})
	return m
}

// SetLost says how many USD the exchange of an id cost because a cache was not read.
func (m *Model) SetLost(id string, usd float64) { m.lost = lost{id, usd} }

// settle makes the rows again when the exchange has ended, or more is known of its cost.
func (m *Model) settle() {
	x := m.Subject.Exchange
	now := made{prices: m.Subject.Prices, lost: m.lost}
	if x != nil {
		if now.verdict = x.Verdict; !x.Running() {
			now.version = x.Version
		}
	}
	m.Renew(x, now, func(rows page.Rows) []page.Row {
		told := reports.Told(m.Subject)
		if c := m.Subject.Capture; c != nil && c.ID == m.lost.of {
			told.Lost = m.lost.usd
		}
		return reports.Rows(rows, m.Keys, report.Receipt(told))
	})
}
