package plain

import (
	"cmp"
	"context"
	"strconv"

	"gatehouse/client"
	"gatehouse/state/figures"
	"gatehouse/state/report"
	"gatehouse/state/talk"
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

// conversationCost counts the requests of a conversation and adds up the costs that were reported.
func conversationCost(conv *talk.Conversation) (sent int, cost string) {
	sum, known := 0.0, 0
	for t := range conv.Turns() {
		x := t.SentExchange()
		if x == nil {
			continue
		}
		sent++
		if spelled, ok := figures.CostOf(x); ok {
			if v, err := strconv.ParseFloat(spelled, 64); err == nil {
				sum, known = sum+v, known+1
			}
		}
	}
	switch known {
	case 0:
		return sent, "no cost reported"
	case sent:
		return sent, figures.PriceOf(sum)
	}
	return sent, figures.PriceOf(sum) + ", of " + figures.Counted(known, "request") + " that reported it"
}

// metadata is how routing metadata is asked for.
func (c *chat) metadata() client.MetadataMode {
	if c.Connection.Metadata {
		return client.MetadataOn
	}
	return client.MetadataOff
}
