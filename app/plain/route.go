package plain

import (
	"cmp"
	"context"
	"strconv"

	"gatehouse/state/answer/figures"
	"gatehouse/state/report"
	"gatehouse/state/request/talk"
	reports "gatehouse/views/kit/report"
)

// route prints how the last answer was routed.
func (c *chat) route(context.Context, string) {
	x := c.last()
	if x == nil {
		return
	}
	subject := report.Subject{Exchange: x, Metadata: c.Connection.Metadata, Service: c.Connection.Client.Service(), Alone: true}
	subject.Read.Routing, subject.Read.Guards = report.ReadRouting(x), report.ReadGuards(x)
	c.print(reports.Plain(0, report.Routing(subject), report.Guards(subject)))
}

// usage prints the usage of the last answer and of the conversation.
func (c *chat) usage(context.Context, string) {
	x := c.last()
	if x == nil {
		return
	}
	c.reply("The last answer: %s.", cmp.Or(usageWords(x), "no usage reported"))
	if sent, cost := conversationCost(c.conv); sent > 1 {
		c.reply("The conversation, %s: %s.", figures.Counted(sent, "request"), cost)
	}
}

// conversationCost returns the number of requests of a conversation and the sum of the reported costs.
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
