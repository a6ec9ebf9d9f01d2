package plugin

import (
	"context"
	_ "embed"
	"slices"
	"strings"

	"gatehouse/gateway/output"
	"gatehouse/gateway/request"
	"gatehouse/gateway/route"
)

//go:embed words/moderation.txt
var moderationWords string

// Moderate is the plugin moderation: it flags a request by a small list of words and blocks
// nothing. It reads the texts until ctx ends.
func Moderate(ctx context.Context, req *request.Request) route.Stage {
	list := parseWordList(moderationWords)
	reasons, found := []string{}, []string{}
	flagged := ""
	request.RewriteTexts(req.Body(), func(text string) string {
		for category, hit := range list.find(ctx, text) {
			if hit == "" {
				continue
			}
			if flagged == "" {
				flagged = text
			}
			reasons, found = appendUnique(reasons, list.categories[category]), appendUnique(found, hit)
		}
		return text
	})
	s := route.Stage{
		Type: "guardrail", Name: "moderation", GuardrailID: "gr_moderation", GuardrailScope: "request",
		Summary: "Moderation (a small word list) found nothing",
		Data: map[string]any{
			"action": "passed", "detected": false, "flagged": false, "engines": []string{"words"}, "patterns": found,
		},
	}
	if len(reasons) > 0 {
		s.Summary = "Moderation (a small word list) flagged the request: " + strings.Join(reasons, ", ")
		s.Data["action"], s.Data["detected"], s.Data["flagged"] = "flagged", true, true
		s.Data["reasons"], s.Data["flagged_input"] = reasons, output.Shorten(flagged, 99) // with … at most 100 (wire-notes §7)
	}
	return s
}

func appendUnique(list []string, s string) []string {
	if slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}

type wordList struct {
	categories []string
	phrases    map[string]phrase // by the words of the phrase, with one space between two
	longest    int               // words of the longest phrase
}

type phrase struct {
	category int
	text     string
}

// parseWordList reads lines of "category: phrase, phrase".
func parseWordList(lines string) *wordList {
	l := &wordList{phrases: map[string]phrase{}}
	for line := range strings.Lines(lines) {
		name, list, _ := strings.Cut(strings.TrimSpace(line), ": ")
		for text := range strings.SplitSeq(list, ", ") {
			words := slices.Collect(output.Words(text))
			l.phrases[strings.Join(words, " ")] = phrase{len(l.categories), text}
			l.longest = max(l.longest, len(words))
		}
		l.categories = append(l.categories, name)
	}
	return l
}

// find returns for each category its first phrase in a text, or "". It stops when ctx ends.
func (l *wordList) find(ctx context.Context, text string) []string {
	const ctxInterval = 1 << 12 // words between two checks of ctx
	hits := make([]string, len(l.categories))
	var last []string // words
	n := 0
	for word := range output.Words(text) {
		if n++; n%ctxInterval == 0 && ctx.Err() != nil {
			return hits
		}
		last = append(last[max(0, len(last)-l.longest+1):], word)
		for i := range last {
			if p, ok := l.phrases[strings.Join(last[i:], " ")]; ok && hits[p.category] == "" {
				hits[p.category] = p.text
			}
		}
	}
	return hits
}
