package plugin

import (
	"context"
	_ "embed"
	"slices"
	"strings"
	"sync"

	"gatehouse/gateway/content"
	"gatehouse/gateway/request"
	"gatehouse/gateway/route"
)

//go:embed words/moderation.txt
var moderationWords string

// Moderator is the plugin moderation: it flags by a small list of words, and
// blocks nothing.
type Moderator struct{ list func() *wordList }

// NewModerator makes a moderator, which reads its words when it first needs
// them. It is safe for use by several goroutines.
func NewModerator() *Moderator {
	return &Moderator{sync.OnceValue(func() *wordList { return parseWordList(moderationWords) })}
}

// Look looks at every text of the request, until ctx ends.
func (m *Moderator) Look(ctx context.Context, req *request.Request) route.Stage {
	list := m.list()
	reasons, found := []string{}, []string{}
	flagged := ""
	content.Rewrite(req.Body(), func(text string) string {
		for category, hit := range list.find(ctx, text) {
			if hit == "" {
				continue
			}
			if flagged == "" {
				flagged = text
			}
			reasons, found = once(reasons, list.categories[category]), once(found, hit)
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
		s.Data["reasons"], s.Data["flagged_input"] = reasons, head(flagged, 100)
	}
	return s
}

func once(list []string, s string) []string {
	if slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}

// head is the first n characters of a text.
func head(text string, n int) string {
	for i := range text {
		if n--; n < 0 {
			return text[:i]
		}
	}
	return text
}
