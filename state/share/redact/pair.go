package redact

import (
	"bytes"
	"strings"

	"gatehouse/client/scan"
)

// holdsName reports whether a member, an attribute or an element of that name holds the name
// of something whose value is in another: {"name":"x-api-key","value":…}.
func holdsName(word string) bool {
	switch strings.ToLower(word) {
	case "name", "key", "header", "header_name", "headername", "field", "param", "parameter", "variable", "var":
		return true
	}
	return false
}

// holdsValue reports whether a member of that name holds the value of what another names.
func holdsValue(word string) bool {
	switch strings.ToLower(word) {
	case "value", "values", "val", "default", "default_value", "defaultvalue", "currentvalue", "initialvalue":
		return true
	}
	return false
}

// namesSecret reports whether a name in a list of pairs is that of a secret. Every cookie is one,
// and headers and parameters are also held against the names of credentials.
func namesSecret(name, list string) bool {
	list = strings.ToLower(list)
	switch {
	case list == "cookies":
		return name != ""
	case strings.Contains(list, "header"), list == "query", list == "querystring", list == "params", list == "parameters", list == "urlencoded", list == "formdata":
		return credential(name)
	}
	return secretName(name) || capitalSecret(name)
}

// short returns a text that may be a name, "" for a longer one.
func short(text []byte) string {
	if len(text) > maxName {
		return ""
	}
	return string(text)
}

// pair returns the name of the secret whose value is in the member that is read, or "".
func (l *level) pair() string {
	if l.object && l.named != "" && holdsValue(l.name) && namesSecret(l.named, l.list) {
		return l.named
	}
	return ""
}

// paired records a member that holds a name, and masks the value that preceded it.
func (w *walker) paired(l *level, t text) {
	switch {
	case holdsValue(l.name):
		l.values = append(l.values, pending{l.name, t})
	case holdsName(l.name) && (l.named == "" || namesSecret(string(t.b), l.list)):
		l.named = short(t.b)
		if !namesSecret(l.named, l.list) {
			return
		}
		here := l.name
		for _, v := range l.values {
			if l.name = v.member; secretValue(l.named, v.b) {
				w.search.mask(v.text, found{0, len(v.b), Named, ""})
			}
		}
		l.name, l.values = here, nil
	}
}

// argument returns the name of the secret that an element of an array is, or "": an element after an
// option of a command, or after the name of a header.
func (w *walker) argument(l *level, t text, end int) string {
	if l.last == "" {
		return ""
	}
	const minLength = 4
	name := strings.TrimLeft(l.last, "-")
	header := strings.Contains(strings.ToLower(l.name), "header")
	switch next := scan.SkipSpace(w.doc.b, end); {
	case name != l.last:
		if len(t.b) >= minLength && t.b[0] != '-' && secretName(name) {
			return name
		}
	case header && l.index%2 == 1 && credential(name):
		return name
	case l.index == 1 && next < len(w.doc.b) && w.doc.b[next] == ']' && l.name != "required" && l.name != "enum" && secretName(name) && looksSecret(t.b):
		return name
	}
	return ""
}

// nearby is the maximum distance of a value from its name in a text, in bytes.
const nearby = 300

// pair finds the value of a pair in a text whose name is at a place, after the word that begins at
// word: name: x-api-key, value: … The value may also precede it.
func (f *finder) pair(word, at int) {
	at = f.run(at, 4, func(c byte) bool { return c == ' ' || c == '\t' })
	if c := f.byteAt(at); c == '"' || c == '\'' {
		at++
	}
	end := f.run(at, 64, func(c byte) bool { return isKey(c) || c == '.' || c == ':' })
	name := string(f.b[at:end])
	if at == end || !secretName(name) && !capitalSecret(name) {
		return
	}
	after := f.b[end:min(end+nearby, len(f.b))]
	if n := bytes.IndexAny(after, "{}<>"); n >= 0 {
		after = after[:n]
	}
	if f.sibling(name, end, end+len(after)) {
		return
	}
	from := max(0, word-nearby)
	from += bytes.LastIndexAny(f.b[from:word], "{}<>") + 1
	f.sibling(name, from, word)
}

// sibling finds the value that is named so in a part of a text.
func (f *finder) sibling(name string, from, to int) bool {
	for at := from; ; {
		n := bytes.Index(f.b[at:to], []byte("value"))
		if n < 0 {
			return false
		}
		at += n + len("value")
		if isWord(f.byteAt(at - len("value") - 1)) {
			continue
		}
		place := at
		if c := f.byteAt(place); c == '"' || c == '\'' {
			place++
		}
		place = f.run(place, 4, func(c byte) bool { return c == ' ' })
		if c := f.byteAt(place); c != ':' && c != '=' {
			continue
		}
		f.given(name, f.operator(place+1))
		return true
	}
}

// given finds the value of a secret whose place is certain: all that is quoted there, or a word that
// looks like a secret.
func (f *finder) given(name string, from int) {
	if c := f.byteAt(from); c == '"' || c == '\'' {
		if from < f.quoted {
			return
		}
		to := f.closing(from)
		f.quoted = to
		if secretValue(name, f.b[from+1:to]) {
			f.add(from+1, to, Named, "")
		}
		return
	}
	to := f.end(from, ofSecret)
	const minLength = 6
	if to-from >= minLength && f.b[from] != '-' && f.mixed(from, to) && secretValue(name, f.b[from:to]) && !isTerm(f.b[from:to]) && !isCode(f.b[from:to], f.byteAt(to)) {
		f.add(from, to, Named, "")
	}
}

// listed finds the value after the comma at i whose quoted name precedes it, both alone in brackets:
// ("x-api-key", "…"), ["--token", "…"].
func (f *finder) listed(i int) {
	quote := f.byteAt(i - 1)
	if quote != '"' && quote != '\'' {
		return
	}
	from := f.nameBefore(i - 1)
	name := string(f.b[from : i-1])
	if f.byteAt(from-1) != quote || !secretName(name) {
		return
	}
	at := f.run(i+1, nearby, func(c byte) bool { return c == ' ' || c == '\n' || c == '\t' })
	if f.byteAt(at) != quote || at < f.quoted {
		return
	}
	to := f.closing(at)
	f.quoted = to
	before, after := f.byteAt(from-2), f.byteAt(to+1)
	alone := (before == '(' || before == '[') && (after == ')' || after == ']')
	if value := f.b[at+1 : to]; (alone || name[0] == '-') && looksSecret(value) && secretValue(name, value) {
		f.add(at+1, to, Named, "")
	}
}

// looksSecret reports whether a text that may be a value or the next name is a value: it has
// letters and digits, or a scheme before them, and is no name itself.
func looksSecret(value []byte) bool {
	const minLength = 6
	word, rest, more := bytes.Cut(value, []byte(" "))
	if more && isScheme(string(word)) {
		value = rest
	}
	return len(value) >= minLength && value[0] != '-' && hasDigit(value) && bytes.ContainsFunc(value, func(r rune) bool { return r < 0x80 && isLetter(byte(r)) }) &&
		bytes.IndexByte(value, ' ') < 0 && !isTerm(value) && !isName(value) && !secretName(strings.TrimRight(string(value), "0123456789_-"))
}

// isName reports whether a text consists of small letters and _ with at most two digits:
// oauth2_scope.
func isName(text []byte) bool {
	digits := 0
	for _, c := range text {
		switch {
		case isDigit(c):
			digits++
		case c != '_' && (c < 'a' || c > 'z'):
			return false
		}
	}
	return digits <= 2 && bytes.IndexByte(text, '_') > 0
}
