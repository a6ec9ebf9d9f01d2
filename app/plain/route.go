package plain

import (
	"cmp"
	"context"

	"gatehouse/client"
	"gatehouse/state/figures"
	"gatehouse/state/report"
	reports "gatehouse/views/report"
)

// route says how the last answer was routed.
func (c *chat) route(context.Context, string) {
	_, x := c.last()
	if x == nil {
		c.wrong("Nothing was sent yet.")
		return
	}
	told := report.Subject{Exchange: x, Metadata: c.Connection.Metadata, Service: c.Connection.Client.Service(), Alone: true}
	told.Read.Routing, told.Read.Guards = report.ReadRouting(x), report.ReadGuards(x)
	c.print(reports.Plain(0, report.Routing(told), report.Guards(told)))
}

// usage says what the last answer and the conversation used.
func (c *chat) usage(context.Context, string) {
	_, x := c.last()
	if x == nil {
		c.wrong("Nothing was sent yet.")
		return
	}
	c.tell("The last answer: %s.", cmp.Or(usageWords(x), "no usage reported"))
	if sent, cost := conversationCost(c.conv); sent > 1 {
		c.tell("The conversation, %s: %s.", figures.Counted(sent, "request"), cost)
	}
}

// metadata is how routing metadata is asked for.
func (c *chat) metadata() client.MetadataMode {
	if c.Connection.Metadata {
		return client.MetadataOn
	}
	return client.MetadataOff
}
