package capture

import (
	"regexp"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// inBody are the credentials in a JSON body: the strings of members whose names say that
// they are secrets, also in strings that hold JSON, such as a tool's arguments. A body that
// is no JSON has none that could be told from its text.
func inBody(body []byte) []string {
	var all []string
	document(body, 0, func(value string) { all = append(all, value) })
	return all
}

// document looks into what may be a document of its own.
func document(body []byte, depth int, add func(string)) {
	switch scan.KindOf(body) {
	case scan.Object, scan.Array, scan.String:
		if scan.Check(body) == nil {
			members(body, depth, add)
		}
	}
}

// deepest is how far credentials are looked for in a body: what a program sets there itself
// is near the top.
const deepest = 12

func members(value []byte, depth int, add func(string)) {
	if depth == deepest {
		return
	}
	switch scan.KindOf(value) {
	case scan.Object:
		for m := range scan.Members(value) {
			if wire.SecretName(m.Key) && scan.KindOf(m.Value) == scan.String {
				if text := scan.Text(m.Value); isSecretValue(text) {
					add(text)
				}
			}
			members(m.Value, depth+1, add)
		}
	case scan.Array:
		for _, element := range scan.Elements(value) {
			members(element, depth+1, add)
		}
	case scan.String:
		// What begins with an escape may be a document, too: a line break, a quote.
		if at := scan.SkipSpace(value, 1); at < len(value) && strings.IndexByte(`{[\`, value[at]) >= 0 {
			document([]byte(scan.Text(value)), depth+1, add)
		}
	}
}

// isSecretValue reports whether the value of a secret's name can be one: not the name of a
// variable, a word that is masked already, or a sentence.
func isSecretValue(text string) bool {
	const least = 8 // a shorter text may be anywhere in an answer
	return len(text) >= least && !strings.HasPrefix(text, "$") && strings.Trim(text, "*") != "" && !strings.ContainsAny(text, " \t\n")
}

// keyShape matches what is a key by its form, wherever it stands in an address: services
// give theirs a prefix of their own.
var keyShape = regexp.MustCompile(`\b(?:sk-|pk-|rk-|sk_|gsk_|ghp_|gho_|github_pat_|xai-|hf_|AIza|AKIA|xox[abp]-)[A-Za-z0-9_-]{12,}`)
