package plain

import (
	"cmp"
	"context"
	"strconv"
	"strings"

	"gatehouse/state"
	"gatehouse/state/answer/explain"
	"gatehouse/state/answer/figures"
	"gatehouse/state/report"
	"gatehouse/state/request/talk"
	reports "gatehouse/views/kit/report"
)

// endSentence describes how an exchange ended, with its figures: "Completed: tokens in 6, out 240, TTFT
// 25 ms, 1.2 s, $0.000147."
func endSentence(x *state.Exchange) string {
	words := capital(string(x.Verdict))
	if list := usageWords(x); list != "" {
		words += ": " + list
	}
	return words + "."
}

// usageWords returns the figures of an exchange, or "".
func usageWords(x *state.Exchange) string {
	var list []string
	for _, f := range report.InLine(x, 0) {
		if len(list) == 0 && (f.Label == "in" || f.Label == "out") {
			f.Label = "tokens " + f.Label // a listener does not see the column
		}
		switch value := strings.Replace(f.Value, "~", "about ", 1); {
		case f.Value == "0": // it takes time to read aloud and means nothing
		case f.Bare:
			list = append(list, value)
		default:
			list = append(list, f.Label+" "+value)
		}
	}
	return strings.Join(list, ", ")
}

// explained returns sentences about why an answer is not complete, and what to try; nil for a complete
// one.
func (c *chat) explained(x *state.Exchange) []string {
	about := c.Connection.Explain
	about.RouteKeys, about.GuardsKeys, about.ModelsKeys, about.Chat = "/route", "/route", "/model", "and press enter"
	plain, ok := explain.Explain(x, about)
	if !ok {
		return nil
	}
	lines := []string{capital(stopped(plain.Title + ". " + plain.Meaning))}
	if plain.Message != "" {
		who := "The gateway says: "
		if x.Head == nil && !x.Stream { // no answer arrived: the message is ours
			who = "The error: "
		}
		lines = append(lines, who+stopped(plain.Message))
	}
	for i, try := range plain.SuggestionTexts() {
		lines = append(lines, []string{"Try: ", "Or: "}[min(i, 1)]+stopped(try))
	}
	return lines
}

// stopped adds a full stop, at which a voice pauses.
func stopped(words string) string {
	words = strings.TrimSpace(words)
	if words == "" || strings.ContainsAny(words[len(words)-1:], ".!?") {
		return words
	}
	return words + "."
}

func capital(words string) string {
	if words == "" || words[0] < 'a' || words[0] > 'z' {
		return words
	}
	return strings.ToUpper(words[:1]) + words[1:]
}

func (c *chat) route(context.Context, string) {
	x := c.last()
	if x == nil {
		return
	}
	subject := report.Subject{Exchange: x, Metadata: c.Connection.Metadata, Service: c.Connection.Client.Service(), Alone: true}
	subject.Read.Routing, subject.Read.Guards = report.ReadRouting(x), report.ReadGuards(x)
	c.print(reports.Plain(0, report.Routing(subject), report.Guards(subject)))
}

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
