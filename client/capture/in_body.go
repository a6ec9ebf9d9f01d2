package capture

import (
	"regexp"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// inBody returns the credentials in a JSON body: the strings of members with the name of a
// secret, also in strings that hold JSON, such as a tool's arguments.
func inBody(body []byte) []string {
	var all []string
	document(body, 0, func(value string) { all = append(all, value) })
	return all
}

// document adds the credentials in a body or string that may be JSON.
func document(body []byte, depth int, add func(string)) {
	switch scan.KindOf(body) {
	case scan.Object, scan.Array, scan.String:
		if scan.Check(body) == nil {
			members(body, depth, add)
		}
	}
}

// maxSecretDepth limits how deep credentials are searched for: a program sets them near the
// top.
const maxSecretDepth = 12

func members(value []byte, depth int, add func(string)) {
	if depth == maxSecretDepth {
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
		// A document may also begin with an escape: a line break, a quote.
		if at := scan.SkipSpace(value, 1); at < len(value) && strings.IndexByte(`{[\`, value[at]) >= 0 {
			document([]byte(scan.Text(value)), depth+1, add)
		}
	}
}

// minBodySecret is the shortest secret of a body in bytes: a shorter text may be anywhere in
// an answer.
const minBodySecret = 8

// isSecretValue reports whether the value of a member with a secret's name can be one: not
// the name of a variable, a masked word, or a sentence.
func isSecretValue(text string) bool {
	return len(text) >= minBodySecret && !strings.HasPrefix(text, "$") && strings.Trim(text, "*") != "" && !strings.ContainsAny(text, " \t\n")
}

// keyShape matches a key in an address by the prefixes that services use.
var keyShape = regexp.MustCompile(`\b(?:sk-|pk-|rk-|sk_|gsk_|ghp_|gho_|github_pat_|xai-|hf_|AIza|AKIA|xox[abp]-)[A-Za-z0-9_-]{12,}`)
