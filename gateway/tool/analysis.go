package tool

import (
	"fmt"
	"slices"
	"strings"

	"gatehouse/gateway/output"
	"gatehouse/gateway/sim"
)

const (
	maxPoints = 5    // of each kind in an analysis
	maxPoint  = 200  // characters of a point
	maxRead   = 8000 // bytes of an answer that are compared
	longer    = 2    // times as long is a different opinion about the length
)

// point is something that an answer says: a sentence, with its words in lower
// case to compare it by.
type point struct{ text, key string }

// points is the sentences of an answer. Tables, code and headings say nothing
// that could be compared by sentences.
func points(answer string) []point {
	var list []point
	code, marks := false, strings.NewReplacer("*", "", "`", "") // of emphasis: a sentence may have half of a pair
	for line := range strings.SplitSeq(answer[:min(len(answer), maxRead)], "\n") {
		if strings.HasPrefix(line, "```") {
			code = !code
		}
		line = strings.TrimSpace(strings.TrimLeft(line, "-*>0123456789. "))
		if code || line == "" || strings.HasPrefix(line, "#") || strings.HasPrefix(line, "|") || strings.HasPrefix(line, "```") {
			continue
		}
		for sentence := range strings.SplitSeq(marks.Replace(line), ". ") {
			key := strings.Join(slices.Collect(output.Words(strings.ToLower(sentence))), " ")
			if strings.Count(key, " ") >= 2 {
				list = append(list, point{shorten(strings.ToValidUTF8(sentence, "")), key})
			}
		}
	}
	return list
}

func shorten(s string) string {
	if runes := []rune(s); len(runes) > maxPoint {
		return string(runes[:maxPoint]) + "…"
	}
	return s
}

// analyse compares answers sentence by sentence. It knows words, not meanings,
// and says so.
func analyse(prompt string, panel []output.Panelist) output.Analysis {
	var a output.Analysis
	said := map[string][]string{} // by key, the models
	var all []point
	for _, p := range panel {
		for _, point := range points(p.Content) {
			if !slices.Contains(said[point.key], p.Model) {
				if said[point.key] == nil {
					all = append(all, point)
				}
				said[point.key] = append(said[point.key], p.Model)
			}
		}
	}
	for _, point := range all {
		models := said[point.key]
		switch {
		case len(models) == len(panel) && len(panel) > 1:
			a.Consensus = upTo(a.Consensus, point.text)
		case len(models) > 1:
			a.Partial = upTo(a.Partial, output.Partial{Models: models, Point: point.text})
		default:
			a.Unique = upTo(a.Unique, output.Insight{Model: models[0], Insight: point.text})
		}
	}
	a.Contradictions = lengths(panel)
	a.BlindSpots = append(missed(prompt, panel), "Simulated: the analyst of the local gateway compares words, not meanings.")
	return a
}

func upTo[T any](list []T, more T) []T {
	if len(list) == maxPoints {
		return list
	}
	return append(list, more)
}

// lengths tells where the models disagree about how much there is to say.
func lengths(panel []output.Panelist) []output.Contradiction {
	var stances []output.Stance
	shortest, longest := -1, 0
	for _, p := range panel {
		n := len(strings.Fields(p.Content))
		if shortest < 0 || n < shortest {
			shortest = n
		}
		longest = max(longest, n)
		stances = append(stances, output.Stance{Model: p.Model, Stance: fmt.Sprintf("%d words", n)})
	}
	if longest < longer*max(1, shortest) {
		return nil
	}
	return []output.Contradiction{{Topic: "Length of the answer", Stances: stances}}
}

// missed is the words of the prompt that no answer has.
func missed(prompt string, panel []output.Panelist) []string {
	var list []string
	for _, word := range sim.Significant(clip(prompt)) {
		if !slices.ContainsFunc(panel, func(p output.Panelist) bool {
			return strings.Contains(strings.ToLower(p.Content), word)
		}) {
			list = upTo(list, "No model mentions "+word+".")
		}
	}
	return list
}

// summary is what the model gets to read of the panel.
func summary(f *output.Fusion) string {
	var b strings.Builder
	for _, p := range f.Panel {
		if p.Error != "" {
			fmt.Fprintf(&b, "%s failed with %d: %s\n", p.Model, p.Status, p.Error)
			continue
		}
		fmt.Fprintf(&b, "%s answered in %d words.\n", p.Model, len(strings.Fields(p.Content)))
	}
	a := f.Analysis
	fmt.Fprintf(&b, "%s compared them.\n", f.Analyst)
	for _, point := range a.Consensus {
		fmt.Fprintf(&b, "All agree: %s\n", point)
	}
	for _, p := range a.Partial {
		fmt.Fprintf(&b, "%s agree: %s\n", strings.Join(p.Models, " and "), p.Point)
	}
	for _, u := range a.Unique {
		fmt.Fprintf(&b, "%s alone: %s\n", u.Model, u.Insight)
	}
	return strings.TrimSpace(b.String())
}
