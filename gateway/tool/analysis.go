package tool

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gatehouse/gateway/output"
	"gatehouse/gateway/sim"
)

const (
	maxPoints      = 5    // of each kind in an analysis
	maxPointLength = 200  // characters of a point
	maxCompared    = 8000 // bytes of an answer
	longerRatio    = 2    // an answer that many times as long counts as a contradiction
)

// point is a sentence of an answer. key has its words in lower case, for comparisons.
type point struct{ text, key string }

// points returns the sentences of an answer, without tables, code and headings.
func points(answer string) []point {
	var list []point
	code, marks := false, strings.NewReplacer("*", "", "`", "") // a sentence may contain one mark of a pair
	for line := range strings.SplitSeq(output.Prefix(answer, maxCompared), "\n") {
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
				list = append(list, point{output.Shorten(sentence, maxPointLength), key})
			}
		}
	}
	return list
}

// analyse compares answers sentence by sentence. It compares words, not meanings, which the result
// states.
func analyse(prompt string, panel []output.Panelist) output.Analysis {
	var a output.Analysis
	models := map[string][]string{} // by key
	var all []point
	for _, p := range panel {
		for _, point := range points(p.Content) {
			if !slices.Contains(models[point.key], p.Model) {
				if models[point.key] == nil {
					all = append(all, point)
				}
				models[point.key] = append(models[point.key], p.Model)
			}
		}
	}
	for _, point := range all {
		models := models[point.key]
		switch {
		case len(models) == len(panel) && len(panel) > 1:
			a.Consensus = appendPoint(a.Consensus, point.text)
		case len(models) > 1:
			a.Partial = appendPoint(a.Partial, output.Partial{Models: models, Point: point.text})
		default:
			a.Unique = appendPoint(a.Unique, output.Insight{Model: models[0], Insight: point.text})
		}
	}
	a.Contradictions = lengths(panel)
	a.BlindSpots = append(unmentioned(prompt, panel), "Simulated: the analyst of the local gateway compares words, not meanings.")
	return a
}

func appendPoint[T any](list []T, more T) []T {
	if len(list) == maxPoints {
		return list
	}
	return append(list, more)
}

// lengths returns a contradiction if one answer is much longer than another.
func lengths(panel []output.Panelist) []output.Contradiction {
	var stances []output.Stance
	shortest, longest := math.MaxInt, 0
	for _, p := range panel {
		n := len(strings.Fields(p.Content))
		shortest, longest = min(shortest, n), max(longest, n)
		stances = append(stances, output.Stance{Model: p.Model, Stance: fmt.Sprintf("%d words", n)})
	}
	if longest < longerRatio*max(1, shortest) {
		return nil
	}
	return []output.Contradiction{{Topic: "Length of the answer", Stances: stances}}
}

// unmentioned lists the words of the prompt that no answer has.
func unmentioned(prompt string, panel []output.Panelist) []string {
	var list []string
	for _, word := range sim.Significant(output.Prefix(prompt, maxPrompt)) {
		if !slices.ContainsFunc(panel, func(p output.Panelist) bool {
			return strings.Contains(strings.ToLower(p.Content), word)
		}) {
			list = appendPoint(list, "No model mentions "+word+".")
		}
	}
	return list
}

// summary returns the result of a panel as the model reads it.
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
