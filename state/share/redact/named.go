package redact

import (
	"bytes"
	"strings"
	"unicode"

	"gatehouse/client/wire"
)

// maxName is the length of the longest name of a secret in bytes.
const maxName = 64

// secretName reports whether a member or a field of that name holds a secret.
func secretName(name string) bool { return len(name) <= maxName && wire.SecretName(name) }

// secretValue reports whether the value of a member with a secret's name is a secret, and not an
// example, or a model's token in a list of probabilities.
func secretValue(name string, value []byte) bool {
	value = bytes.TrimLeftFunc(value, unicode.IsSpace)
	rest := bytes.TrimLeft(value, "*")
	if len(bytes.TrimLeftFunc(rest, unicode.IsSpace)) == 0 || hasPrefix(value, "$", "<", "{{") || hasPrefix(value, "%") && bytes.HasSuffix(value, []byte("%")) {
		return false
	}
	const maxWord = 64
	if len(value) <= maxWord {
		switch strings.ToLower(string(bytes.TrimSpace(value))) {
		case "string", "null", "none", "true", "false", "required", "optional", "undefined":
			return false
		}
	}
	if strings.EqualFold(name, "pwd") && (value[0] == '/' || value[0] == '~') {
		return false // a directory
	}
	if strings.EqualFold(name, "token") {
		const minToken = 8
		value = bytes.TrimSpace(value)
		return len(value) >= minToken && hasDigit(value) && bytes.IndexFunc(value, func(r rune) bool { return r == ' ' || r == '\n' }) < 0
	}
	return true
}

// named finds a value after the = or : at i: a parameter of an address, a setting, a header field, a
// member in incomplete JSON.
func (f *finder) named(i int) {
	if f.b[i] == ':' {
		if f.byteAt(i+1) == '/' && f.byteAt(i+2) == '/' {
			f.userinfo(i + 3)
			return
		}
		f.telegram(i)
	}
	end := i
	for end > 0 && (f.b[end-1] == ' ' || f.b[end-1] == '\t') && i-end < 4 {
		end--
	}
	quote := byte(0)
	if c := f.byteAt(end - 1); c == '"' || c == '\'' {
		quote = c
		end--
	}
	from := f.nameBefore(end)
	if from == end {
		return
	}
	name := string(f.b[from:end])
	if quote == 0 && f.b[i] == '=' && strings.IndexByte("?&;#", f.byteAt(from-1)) >= 0 && f.byteAt(from-1) != 0 {
		if credential(name) {
			f.parameter(i + 1)
		}
		return
	}
	if quote == 0 && f.b[i] == '=' && from == 0 && f.form(name, i+1) {
		return
	}
	if name == "name" && f.b[i] == '=' {
		f.field(i + 1)
	}
	if strings.EqualFold(name, "key") && f.byteAt(from-1) == ' ' { // API key: …
		if words := string(f.b[f.nameBefore(from-1):end]); secretName(words) {
			name = words
		}
	}
	if holdsName(name) {
		f.pair(from, i+1)
		return
	}
	if secretName(name) || capitalSecret(name) {
		f.value(name, i+1, quote == '"' && f.b[i] == ':')
	}
}

// nameBefore returns where the name begins that ends at a place, or the place if there is none.
func (f *finder) nameBefore(end int) int {
	from := end
	for from > 0 && end-from < maxName && (isKey(f.b[from-1]) || f.b[from-1] == '.') {
		from--
	}
	return from
}

// capitalSecret reports whether a variable of the environment holds a secret by an abbreviation:
// DB_PASS. In other names, a pass may be that of a test.
func capitalSecret(name string) bool {
	return strings.HasSuffix(name, "_PASS") || strings.HasSuffix(name, "_PW") || strings.HasSuffix(name, "_PWD")
}

// parameter finds the value of an address's parameter.
func (f *finder) parameter(from int) {
	to := f.end(from, ofParameter)
	const minLength = 4
	if to-from >= minLength && to > f.parametered && secretValue("", f.b[from:to]) {
		f.add(from, to, Named, "")
		f.parametered = to
	}
}

// value finds the value of a name from a place on. A member's value is always one; another must look
// like a secret, since any text or program may follow.
func (f *finder) value(name string, from int, member bool) {
	from = f.operator(from)
	open := f.byteAt(from)
	if member && open == '"' {
		if to := f.closing(from); secretValue(name, f.b[from+1:to]) {
			f.add(from+1, to, Named, "")
			return
		}
	}
	if open == '"' || open == '\'' || open == '`' {
		from++
	}
	if header := wire.PlainName(name); header == "cookie" || header == "setcookie" {
		f.cookies(from)
		return
	}
	if word := f.run(from, 20, isKey); f.byteAt(word) == ' ' && isScheme(string(f.b[from:word])) {
		from = word + 1
	}
	to := f.end(from, ofSecret)
	const minLength = 6
	if to-from < minLength || to <= f.valued || !f.mixed(from, to) || !secretValue(name, f.b[from:to]) {
		return
	}
	if open == f.byteAt(to) && open != 0 || !isTerm(f.b[from:to]) && !isCode(f.b[from:to], f.byteAt(to)) {
		f.add(from, to, Named, "")
		f.valued = to
	}
}

// operator returns the place after what may separate a name and its value in addition to = or :
// itself: spaces, the rest of := and =>, the end of bold text in Markdown, the mark of a block of
// text in YAML and the end of its line.
func (f *finder) operator(from int) int {
	spaces := func() { from = f.run(from, 8, func(c byte) bool { return c == ' ' || c == '\t' }) }
	if f.b[from-1] == ':' && f.byteAt(from) == '=' || f.b[from-1] == '=' && f.byteAt(from) == '>' {
		from++
	}
	if f.b[from-1] == ':' && bytes.HasPrefix(f.b[from:], []byte("** ")) {
		from += len("** ")
	}
	spaces()
	if c := f.byteAt(from); c == '|' || c == '>' {
		line := f.run(from+1, 3, func(c byte) bool { return c == '-' || c == '+' || isDigit(c) })
		if indent := f.run(line, 64, func(c byte) bool { return c == '\r' || c == '\n' || c == ' ' }); f.byteAt(line) == '\n' || f.byteAt(line) == '\r' {
			return indent
		}
	}
	return from
}

// closing returns where the text ends that is quoted at a place: at the same quote, or with the
// line.
func (f *finder) closing(open int) int {
	to := open + 1
	for to < len(f.b) && f.b[to] != f.b[open] && f.b[to] != '\n' {
		if f.b[to] == '\\' {
			to++
		}
		to++
	}
	f.steps += to - open
	return min(to, len(f.b))
}

// cookies finds the cookies of a header from a place on: to the end of the line, or the
// quote.
func (f *finder) cookies(from int) {
	const maxLength = 4096
	to := min(f.end(from, ofCookies), from+maxLength)
	if cookies := f.b[from:to]; to > f.valued && bytes.IndexByte(cookies, '=') > 0 && hasDigit(cookies) && secretValue("", cookies) {
		f.add(from, to, Named, "")
		f.valued = to
	}
}

// isTerm reports whether a value is a type or an encoding, alone or with words: uint64,
// base64-encoded.
func isTerm(value []byte) bool {
	word, rest, _ := bytes.Cut(value, []byte("-"))
	if hasDigit(rest) {
		return false
	}
	name := strings.TrimRight(string(word), "0123456789")
	switch digits := string(word[len(name):]); strings.ToLower(name) {
	case "int", "uint", "float", "bytes", "string", "varchar", "char", "sha", "base", "hs", "rs", "es", "oauth", "utf", "md":
		return len(digits) <= 3
	}
	return strings.EqualFold(string(word), "base64url")
}

// isCode reports whether a value without quotes is an expression: what is called or indexed,
// or a member of something: config.s3Key.
func isCode(value []byte, next byte) bool {
	if next == '(' || next == '[' {
		return true
	}
	const maxLength = 24 // of a name
	names := bytes.Split(value, []byte("."))
	for _, name := range names {
		if len(name) == 0 || len(name) > maxLength || !isLetter(name[0]) || bytes.ContainsFunc(name, func(r rune) bool { return r != '_' && (r > 'z' || !isWord(byte(r))) }) {
			return false
		}
	}
	return len(names) > 1 && !hasDigit(names[0])
}

// userinfo finds the password in an address whose authority begins at a place (RFC 3986,
// section 3.2.1), or a name that looks like a token.
func (f *finder) userinfo(from int) {
	to := f.run(from, 512, func(c byte) bool { return c > ' ' && strings.IndexByte(`/?#"'<>\`+"`", c) < 0 })
	at := bytes.LastIndexByte(f.b[from:to], '@')
	if at < 0 {
		return
	}
	const minLength = 8
	if _, password, is := bytes.Cut(f.b[from:from+at], []byte(":")); is {
		f.add(from+at-len(password), from+at, Named, "")
	} else if at >= minLength && f.mixed(from, from+at) {
		f.add(from, from+at, Named, "")
	}
}
