package export

import (
	"gatehouse/client/wire"
	"gatehouse/state/answer/explain"
	"gatehouse/state/history"
	"gatehouse/state/report"
)

// Subject returns the exchange for reports to a reader outside of the playground.
func (of *Exchange) Subject() report.Subject {
	x, c, about := of.State, of.Capture, of.About
	return report.Subject{
		Exchange: x, Capture: c, Target: about.Target, Replayed: about.Origin == history.Replay, Alone: true, Metadata: c.Sent.AsksMetadata(),
		Service: about.Service, Read: report.ReadAll(x, c), Local: of.Local, Prices: of.Prices, Lost: of.Lost(),
		Guidance: report.Guidance{Context: explain.Context{BaseURL: about.BaseURL, KeySent: len(wire.KeyHeaders(c.Sent.Header)) > 0}},
	}
}
