package plain

import (
	"cmp"
	"fmt"

	"gatehouse/state"
	"gatehouse/state/guard"
)

// mostListed bounds the sentences on one list: the inspector has all of it.
const mostListed = 12

// guardSentences quote what in the request the guardrails found, as far as what they
// report tells.
func guardSentences(x *state.Exchange) []string {
	stages := guard.Stages(x)
	if len(stages) == 0 {
		return nil
	}
	texts := guard.Texts(x.Request)
	var lines []string
	for i, found := range guard.Find(texts, stages...) {
		name := cmp.Or(stages[i].Name, "without a name")
		for n, m := range found.Matches {
			if n == mostListed {
				lines = append(lines, "It found more.")
				break
			}
			words := fmt.Sprintf("The guardrail %s found “%s” in %s", name, texts[m.Text].Text[m.From:m.To], texts[m.Text].Path)
			if m.Kind == guard.Category {
				words = fmt.Sprintf("The guardrail %s reports %s; “%s” in %s looks like it", name, m.Pattern, texts[m.Text].Text[m.From:m.To], texts[m.Text].Path)
			}
			lines = append(lines, stopped(words))
		}
	}
	return lines
}
