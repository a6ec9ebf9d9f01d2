package sim

import (
	"slices"

	"gatehouse/gateway/intent"
	"gatehouse/gateway/request"
)

// choice is a tool that a prompt asks for.
type choice struct {
	request.Tool
	named bool     // in full
	words []string // of its name that the prompt has
	score int
}

// Asks reports whether a prompt asks for a tool: by its name or by an
// unmistakable word of it. One that changes something has to be ordered.
func Asks(in intent.Intent, t request.Tool) bool {
	_, ok := asks(in, t)
	return ok
}

func asks(in intent.Intent, t request.Tool) (choice, bool) {
	c := choice{Tool: t, words: meant(in, t.Name)}
	// A name that fits with all its words fits better than one that fits with some.
	c.score = 10*len(c.words) - len(intent.Split(t.Name))
	if intent.Harmful(t.Name) {
		c.named = in.Named(t.Name)
		if c.named {
			c.score += 100
		}
		return c, in.Wants(t.Name)
	}
	c.named = in.Mentioned(t.Name)
	if c.named {
		c.score += 100
	}
	return c, c.named || len(c.words) > 0
}

// meant is the words of a name that a prompt has, without those that are in
// every second prompt.
func meant(in intent.Intent, name string) []string {
	var found []string
	for _, w := range Significant(name) {
		if !vague(w) && in.Has(w) {
			found = append(found, w)
		}
	}
	return found
}

// vague reports whether a word of a name is no sign that the tool is meant.
func vague(word string) bool {
	switch word {
	case "agent", "agents", "content", "data", "document", "file", "files", "input", "item", "items", "line", "lines", "list",
		"message", "name", "names", "new", "number", "object", "question", "task", "tasks", "text", "time", "user", "value":
		return true
	}
	return false
}

// chosen is the tools that a prompt asks for: the best fit, and others that it
// names in full or with words of their own.
func chosen(in intent.Intent, offered []request.Tool) []request.Tool {
	var fits []choice
	for _, t := range offered {
		if c, ok := asks(in, t); ok {
			fits = append(fits, c)
		}
	}
	slices.SortStableFunc(fits, func(a, b choice) int { return b.score - a.score })
	var taken []string
	var best []choice
	for _, c := range fits {
		own := slices.ContainsFunc(c.words, func(w string) bool { return !slices.Contains(taken, w) })
		if len(best) == 0 || c.named || own {
			best = append(best, c)
			taken = append(taken, c.words...)
		}
	}
	// They are called in the order in which they were offered.
	return slices.DeleteFunc(slices.Clone(offered), func(t request.Tool) bool {
		return !slices.ContainsFunc(best, func(c choice) bool {
			return c.Type == t.Type && c.Name == t.Name && c.Namespace == t.Namespace
		})
	})
}

// Best is the place of the tool that fits a prompt best, for a model that has to
// call one: where none fits, the first that changes nothing. It is -1 when there
// is none.
func Best(in intent.Intent, offered []request.Tool) int {
	best, most := -1, 0
	for i, t := range offered {
		c, asked := asks(in, request.Tool{Name: t.Label()})
		score := c.score
		switch {
		case asked:
			score += 1000
		case intent.Harmful(t.Label()):
			score -= 1000
		}
		if best < 0 || score > most {
			best, most = i, score
		}
	}
	return best
}
