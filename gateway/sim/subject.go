package sim

import (
	"slices"
	"strings"
	"unicode/utf8"

	"gatehouse/gateway/words"
)

// subject is the detected subject of a prompt: the name of the template that answers it.
type subject string

const (
	aboutNothing subject = "empty"
	aboutRefusal subject = "refusal"
	aboutSize    subject = "size"
	aboutEcho    subject = "echo"
	aboutTool    subject = "tool"
	aboutFound   subject = "found"
	aboutCode    subject = "code"
	aboutAny     subject = "any"
)

// subjects is tried in order; the first that matches counts.
func subjects() []struct {
	subject
	words *words.Words
} {
	return []struct {
		subject
		words *words.Words
	}{
		{aboutRefusal, refusalWords},
		{"demo", demoWords},
		{"tour", tourWords},
		{"path", pathWords},
		{"stream", streamWords},
		{"faults", faultWords},
		{"request", requestWords},
		{"compare", compareWords},
		{aboutCode, codeWords},
		{"poem", poemWords},
		{"greeting", greetingWords},
	}
}

var (
	refusalWords  = words.New(`(?i)\bplease\s+(?:refuse|decline)\b|\brefuse to answer\b`)
	echoWords     = words.New("(?i)^(?:please\\s+)?(?:say|reply with|answer with|repeat|echo)(?:\\s+(?:exactly|only|just))?\\s*:?\\s+[\"“`']")
	demoWords     = words.New(`(?is)\btable\b.*\b(?:list|code)\b|\blist\b.*\btable\b|\bmarkdown\b`)
	tourWords     = words.New(`(?i)\bwhat (?:can|do) you\b|\bwho are you\b|\bwhat are you\b|\bwhat is (?:this|gatehouse)\b|\bgetting started\b|^\s*help\b`)
	pathWords     = words.New(`(?i)\brequest\b.*\b(?:reach|way|path|travel|happens?|through)\b|\b(?:happens|route[ds]?|routing)\b.*\brequest\b|\bgateway\b.*\bwork`)
	streamWords   = words.New(`(?i)\bserver[- ]sent\b|\bsse\b|\bstream(?:ing|s)?\b.*\b(?:work|event|wire|explain)|\b(?:event|explain)\w*\b.*\bstream`)
	faultWords    = words.New(`(?i)\bfaults?\b|\bfail(?:ure|ures|s)?\b|\berrors?\b|\bgo(?:es)? wrong\b|\bbroken?\b`)
	requestWords  = words.New(`(?i)\bmy request\b|\bwhat did (?:i|you) (?:send|get|receive|see)\b|\b(?:settings?|parameters?|tokens?|usage|costs?)\b`)
	compareWords  = words.New(`(?i)\bcompare\b|\bversus\b|\bvs\.?\b|\bdifferences?\b|\bwhich model`)
	codeWords     = words.New(`(?i)\b(?:code|program|function|script|golang|python|javascript|typescript|node|curl|shell|bash|snippet|algorithms?|fizz\s?buzz|fibonacci|primes?)\b`)
	poemWords     = words.New(`(?i)\b(?:poem|haiku|verse|story|song|limerick)\b`)
	greetingWords = words.New(`(?i)^\W*(?:hi|hello|hey|good (?:morning|evening|day)|hallo|servus|bonjour|hola|test|ping)\b`)
)

func (t *turn) subject() subject {
	switch {
	case len(t.Results()) > 0:
		return aboutTool
	case t.Text == "":
		return aboutNothing
	case t.echo() != "":
		return aboutEcho
	case sizeAsked(t.Text) > 0 && !t.Brief:
		return aboutSize
	case len(t.Findings) > 0:
		return aboutFound
	}
	// The subject of a long text is in its beginning.
	head := strings.ToValidUTF8(t.Text[:min(len(t.Text), 4000)], "")
	if t.Model.Slug == "sim/coder" && codeWords.In(head) {
		return aboutCode
	}
	for _, s := range subjects() {
		if s.words.In(head) {
			return s.subject
		}
	}
	if t.Model.Slug == "sim/coder" {
		return aboutCode
	}
	return aboutAny
}

// echo is the text that the prompt wants to be repeated; empty where it wants
// none. The words for it stand at the beginning, and the last quotation mark at
// the end, so that no more is searched: the text between can be long.
func (t *turn) echo() string {
	const most = 200 // bytes of the words
	start := len(echoWords.First(t.Text[:min(len(t.Text), most)]))
	if start == 0 {
		return ""
	}
	text := strings.TrimRight(t.Text[start:], " \t\r\n\f")
	if n := len(text); n > 0 && (text[n-1] == '.' || text[n-1] == '!') {
		text = strings.TrimRight(text[:n-1], " \t\r\n\f")
	}
	last, size := utf8.DecodeLastRuneInString(text)
	if !strings.ContainsRune("\"”`'", last) {
		return ""
	}
	return text[:len(text)-size]
}

// message is the text of the answer. refused says that it is a refusal.
func (t *turn) message() (text string, refused bool) {
	if t.structured() {
		return t.json(), false
	}
	switch t.Subject {
	case aboutSize:
		if t.isLong() {
			return "", false // it is made while it is sent
		}
		return strings.Join(slices.Collect(t.blocks(sizeAsked(t.Text))), ""), false
	case aboutEcho:
		return t.echo(), false
	case aboutRefusal:
		return t.render("refusal"), true
	}
	text = t.render(string(t.Subject))
	for _, note := range t.notes() {
		text += "\n\n> " + note
	}
	return text, false
}
