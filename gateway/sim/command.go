package sim

import (
	"strings"
	"unicode"

	"github.com/tidwall/gjson"
)

// Command returns the command line that sends the same request again; "" for a request with several
// turns, tools, other settings or a long text, and for one that a guardrail redacted, since the
// model does not know the original text.
func (t *turn) Command() string {
	const maxText = 120 // bytes
	if t.Request.Sent() != t.Request || !t.onlyText() || len(t.Text) > maxText || strings.ContainsFunc(t.Text, unicode.IsControl) {
		return ""
	}
	for _, set := range t.Request.Settings() {
		if set.Name != "model" && set.Name != "stream" {
			return ""
		}
	}
	slug := t.Model.Slug
	if asked := t.Request.Candidates(); len(asked) > 0 {
		slug = asked[0]
	}
	line := "gatehouse send --model " + slug
	if !t.Request.Stream() {
		line += " --no-stream"
	}
	if t.Metadata {
		line += " --metadata"
	}
	word := "'" + strings.ReplaceAll(t.Text, "'", `'\''`) + "'" // one word of a POSIX shell
	return line + " -p " + word
}

func (t *turn) onlyText() bool {
	if t.Request.Instructions() != "" || len(t.Request.Tools) > 0 || len(t.Request.Input) != 1 || len(t.Prompts()) != 1 {
		return false
	}
	input, _ := t.Request.Member("input")
	if input.Type == gjson.String {
		return true
	}
	content := input.Get("0.content")
	return content.Type == gjson.String || content.Get("#").Int() == 1 && content.Get("0.type").Str == "input_text"
}
