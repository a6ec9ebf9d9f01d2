package sim

import (
	"encoding/json"
	"regexp"
	"strings"
	"unicode/utf8"

	"gatehouse/gateway/output"
	"gatehouse/gateway/request"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/tidwall/gjson"
)

// subject is the subject of a prompt: the name of the template that answers it.
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

var (
	echoWords = output.Lazy("(?i)^(?:please\\s+)?(?:say|reply with|answer with|repeat|echo)(?:\\s+(?:exactly|only|just))?\\s*:?\\s+[\"“`']")
	codeWords = output.Lazy(`(?i)\b(?:code|program|function|script|golang|python|javascript|typescript|node|curl|shell|bash|snippet|algorithms?|fizz\s?buzz|fibonacci|primes?)\b`)
)

// subjects is the words of each subject, in the order in which they are tried.
var subjects = []struct {
	subject
	words func() *regexp.Regexp
}{
	{aboutRefusal, output.Lazy(`(?i)\bplease\s+(?:refuse|decline)\b|\brefuse to answer\b`)},
	{"demo", output.Lazy(`(?is)\btable\b.*\b(?:list|code)\b|\blist\b.*\btable\b|\bmarkdown\b`)},
	{"tour", output.Lazy(`(?i)\bwhat (?:can|do) you\b|\bwho are you\b|\bwhat are you\b|\bwhat is (?:this|gatehouse)\b|\bgetting started\b|^\s*help\b`)},
	{"path", output.Lazy(`(?i)\brequest\b.*\b(?:reach|way|path|travel|happens?|through)\b|\b(?:happens|route[ds]?|routing)\b.*\brequest\b|\bgateway\b.*\bwork`)},
	{"stream", output.Lazy(`(?i)\bserver[- ]sent\b|\bsse\b|\bstream(?:ing|s)?\b.*\b(?:work|event|wire|explain)|\b(?:event|explain)\w*\b.*\bstream`)},
	{"faults", output.Lazy(`(?i)\bfaults?\b|\bfail(?:ure|ures|s)?\b|\berrors?\b|\bgo(?:es)? wrong\b|\bbroken?\b`)},
	{"request", output.Lazy(`(?i)\bmy request\b|\bwhat did (?:i|you) (?:send|get|receive|see)\b|\b(?:settings?|parameters?|tokens?|usage|costs?)\b`)},
	{"compare", output.Lazy(`(?i)\bcompare\b|\bversus\b|\bvs\.?\b|\bdifferences?\b|\bwhich model`)},
	{aboutCode, codeWords},
	{"poem", output.Lazy(`(?i)\b(?:poem|haiku|verse|story|song|limerick)\b`)},
	{"greeting", output.Lazy(`(?i)^\W*(?:hi|hello|hey|good (?:morning|evening|day)|hallo|servus|bonjour|hola|test|ping)\b`)},
}

func (t *turn) subject() subject {
	switch {
	case len(t.Results()) > 0:
		return aboutTool
	case t.Text == "":
		return aboutNothing
	case t.echo() != "":
		return aboutEcho
	case requestedSize(t.Text) > 0 && !t.Brief:
		return aboutSize
	case len(t.Findings) > 0:
		return aboutFound
	}
	// The start of a long text has its subject.
	head := output.Prefix(t.Text, 4000)
	if t.Model.Slug == "sim/coder" && codeWords().MatchString(head) {
		return aboutCode
	}
	for _, s := range subjects {
		if s.words().MatchString(head) {
			return s.subject
		}
	}
	if t.Model.Slug == "sim/coder" {
		return aboutCode
	}
	return aboutAny
}

// echo returns the text that the prompt wants repeated, or "". The words for it are at the start
// and the last quotation mark at the end, so a long text between them is not searched.
func (t *turn) echo() string {
	const maxWords = 200 // bytes
	start := len(echoWords().FindString(t.Text[:min(len(t.Text), maxWords)]))
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

// message returns the text of the answer, and whether it is a refusal.
func (t *turn) message() (text string, refused bool) {
	if t.wantsJSON() {
		return t.json(), false
	}
	switch t.Subject {
	case aboutSize:
		return t.textOfSize(requestedSize(t.Text)), false
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

// wantsJSON reports whether the answer is JSON, because of text.format or of the model.
func (t *turn) wantsJSON() bool {
	typ, _ := t.Request.Format()
	return typ == "json_schema" || typ == "json_object" || t.Model.Slug == "sim/structured" || t.Model.Slug == "sim/broken-json"
}

// json returns the answer as JSON: a value that fits the schema, or an object about the request.
func (t *turn) json() string {
	value := jsontext.Value(t.object())
	if _, schema := t.Request.Format(); schema != "" {
		value = jsontext.Value(FitValue(schema, t.Text))
	}
	if err := value.Indent(jsontext.WithIndent("  ")); err != nil {
		return string(value) // valid, but not indented
	}
	if t.Model.Slug == "sim/broken-json" {
		return breakJSON(string(value), t.rand.IntN(4))
	}
	return string(value)
}

func (t *turn) object() []byte {
	b := output.JSON(`{"simulated":true`).Text("model", t.Model.Slug).Text("prompt", t.Quote(200))
	if t.Subject != aboutAny {
		b = b.Text("about", string(t.Subject))
	}
	b = b.Int("turn", t.Number()).Int("items", len(t.Request.Input)).Int("input_tokens", t.Request.Tokens()).
		Int("prompt_tokens", output.CountTokens(t.Text))
	if t.Text != "" {
		b = b.Value("words", t.Words(6))
	}
	return b.End()
}

// breakJSON breaks a JSON text in one of the four ways that are common for models.
func breakJSON(text string, defect int) string {
	last := len(text) - 1
	inside := strings.TrimRight(text[:last], " \n")
	defects := []string{
		inside,                     // cut off before the end
		inside + "," + text[last:], // a comma too many
		"Here is the JSON (simulated):\n\n```json\n" + text + "\n```",
		text + "\n" + text[last:], // closed twice
	}
	if s := defects[defect]; !json.Valid([]byte(s)) {
		return s
	}
	return defects[2] // a comma within a string breaks nothing
}

// members returns the members of a JSON object for a table; nil for anything else.
func members(text string) []request.Setting {
	if !json.Valid([]byte(text)) {
		return nil
	}
	var list []request.Setting
	if object := gjson.Parse(text); object.IsObject() {
		object.ForEach(func(name, value gjson.Result) bool {
			list = append(list, request.Setting{Name: oneLine(name.Str, 40), Value: oneLine(value.String(), 80)})
			return len(list) < 20
		})
	}
	return list
}
