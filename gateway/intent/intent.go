// Package intent reads what a prompt asks a model to do: which of its words count
// as a request, which it forbids, and which files, texts and commands it names.
//
// Programs that talk to a simulated model run the calls that it makes. So the
// reading is cautious: where a prompt may be read in two ways, it asks for
// nothing.
package intent

import (
	"strings"

	"gatehouse/gateway/words"
)

// maxPrompt is how much of a prompt is read, in bytes.
const maxPrompt = 4000

// Intent is what a prompt asks for.
type Intent struct {
	Prompt string // as it came, shortened to what is read
	// Said is the prompt without what it forbids: "do not …", "without …".
	Said string
	// Ordered is the sentences of Said that tell the reader to do something: no
	// questions, no explanations, no conditions, and no quoted text but names.
	Ordered string

	exact         string          // Ordered with what is quoted
	said, ordered []string        // their words, in lower case
	stems         map[string]bool // of the words of Said, and of pairs of them
	asked         map[string]bool // the words of Ordered
	verbs         []string        // that are commands
}

var (
	sentence   = words.New(`(?s).+?(?:[.!?;]+["'”)]*(?:\s+|$)|\n\s*\n|$)`)
	negation   = words.New(`(?i)\b(?:\w+n['’]t|dont|cannot|not|never|without|avoid\w*|refrain\w*|skip|forbid\w*|instead of|rather than|nor|neither)\b|(?:\w+\s+)?\b(?:no|nothing|none)\b`)
	resumption = words.New(`(?i),?\s+but\b(?:\s+(?:do|please|rather|instead))?|,\s*(?:and\s+)?(?:just|only|instead|please|then|use|call)\b`)
	yesOrNo    = words.New(`(?i)\byes or no\b`)
	question   = words.New(`(?i)^\W*(?:(?:and|so|but|ok|okay|hi|hello|please|now)\W+)*(?:how|what|why|when|where|which|who|whose|whom|is|are|am|was|were|does|did|has|have|had|should|shall|may|might|must|do\s+(?:i|you|we|they|the|these)|explain|describe|define|discuss|tell\s+(?:me|us)|teach)\b`)
	polite     = words.New(`(?i)^\W*(?:(?:and|so|ok|okay|hi|hello|please|now)\W+)*(?:can|could|would|will)\s+you\b`)
	condition  = words.New(`(?i)\b(?:if|unless|in case|how to|how (?:do|does|can|would|should)|whether)\b`)
	quotation  = words.New("`[^`\n]*`" + `|"[^"\n]*"|“[^”\n]*”|(?:^|[\s(:])'[^'\n]*'`)
	plainName  = words.New(`^[\w./~@-]+$`)
)

// Of reads a prompt.
func Of(prompt string) Intent {
	prompt = strings.ToValidUTF8(prompt[:min(len(prompt), maxPrompt)], "")
	in := Intent{Prompt: prompt}
	var said, ordered strings.Builder
	for _, s := range sentence.All(prompt) {
		kept := permitted(s)
		said.WriteString(kept)
		if plain := unquoted(kept); orders(plain) {
			ordered.WriteString(plain)
			in.exact += kept
		}
	}
	in.Said, in.Ordered = said.String(), ordered.String()
	in.said, in.ordered, in.verbs = split(in.Said), split(in.Ordered), verbs(in.Ordered)
	in.stems, in.asked = map[string]bool{}, map[string]bool{}
	for i, w := range in.said {
		in.stems[Stem(w)] = true
		if i > 0 {
			in.stems[Stem(in.said[i-1]+w)] = true
		}
	}
	for _, w := range in.ordered {
		in.asked[w] = true
	}
	return in
}

// permitted is a sentence without what it forbids. A negation reaches to the end
// of the sentence, or to a word that begins a new request.
func permitted(s string) string {
	var b strings.Builder
	for {
		plain := yesOrNo.Replace(blanked(s), func(m string) string { return strings.Repeat("_", len(m)) })
		at := negation.Place(plain)
		if at == nil {
			return b.String() + s
		}
		b.WriteString(s[:at[0]])
		again := resumption.Place(plain[at[1]:])
		if again == nil {
			return b.String() + ".\n"
		}
		b.WriteString(".\n")
		s = s[at[1]+again[0]:]
		s = strings.TrimPrefix(strings.TrimLeft(s, ", \t\n"), "but ")
	}
}

// blanked is a text of the same length whose quotations hold no words.
func blanked(s string) string {
	return quotation.Replace(s, func(q string) string {
		before := strings.IndexAny(q, "`\"“'")
		return q[:before] + strings.Repeat("_", len(q)-before)
	})
}

// unquoted is a text without what is quoted in it, but for what may be a name: of
// a file or a tool.
func unquoted(s string) string {
	return quotation.Replace(s, func(q string) string {
		before, inner := "", q
		if i := strings.IndexAny(q, "`\"“'"); i > 0 {
			before, inner = q[:i], q[i:]
		}
		if bare := strings.Trim(inner, "`\"“”'"); plainName.In(bare) {
			return before + bare
		}
		return before + Quoted
	})
}

// Quoted stands in [Intent.Ordered] for a text that was quoted.
const Quoted = "`…`"

// orders reports whether a sentence tells somebody to do something.
func orders(s string) bool {
	if condition.In(s) {
		return false
	}
	if polite.In(s) {
		return true
	}
	end := strings.TrimRight(s, " \t\n\"'”)")
	return !strings.HasSuffix(end, "?") && !question.In(s)
}
