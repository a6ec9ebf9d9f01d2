package report

import (
	"gatehouse/state/explain"
	"gatehouse/state/report"
	"gatehouse/views"
)

// Told is what reports are told of for a pane: without what is read from whole documents, and
// without the ways from here, which the pane knows.
func Told(s views.Subject) report.Subject {
	told := report.Subject{
		Exchange: s.Exchange, Capture: s.Capture, Target: s.Target, Replayed: s.Replayed, Metadata: s.Metadata, Service: s.Service,
		Alone: s.Turn == 0, NowUS: s.NowUS, Local: s.Local,
	}
	if s.Prices != nil {
		told.Prices = *s.Prices
	}
	told.Guidance.Context = explain.Context{BaseURL: s.BaseURL, KeySent: s.KeySent, WaitOver: s.Waited}
	return told
}
