package plain

import (
	"context"
	"strconv"

	"gatehouse/app/screen"
	"gatehouse/state/figures"
	"gatehouse/state/talk"
)

// undo takes the last message and its answer back. They stay in the history.
func (c *chat) undo(context.Context, string) {
	t := c.conv.Current
	if t == nil {
		c.wrong("There is no message to take back.")
		return
	}
	c.conv.Select(t.Parent)
	words := "the last step"
	if said := screen.FirstLine(screen.Said(t)); said != "" {
		words = "“" + said + "”"
	}
	c.tell("Took back %s. The next message goes in its place.", words)
}

// conversationCost counts the requests of a conversation and adds up their costs.
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
	return sent, figures.PriceOf(sum) + ", as far as it is reported"
}
