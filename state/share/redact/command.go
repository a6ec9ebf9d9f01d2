package redact

import (
	"bytes"
	"strings"
)

// blanks returns the place after the spaces at i, across a line end with a backslash too.
func (f *finder) blanks(i int) int {
	return f.run(i, 40, func(c byte) bool { return c == ' ' || c == '\t' || c == '\\' || c == '\n' || c == '\r' })
}

// option finds the argument of the option of a command that begins at i: --api-key VALUE,
// -Password VALUE, and the password of curl -u NAME:PASSWORD. With a = between them it is
// found by its name.
func (f *finder) option(i int) {
	switch f.byteAt(i - 1) {
	case 0, ' ', '\t', '\n', '"', '\'', '`', '(', '[':
	default:
		return
	}
	from := f.run(i, 2, func(c byte) bool { return c == '-' })
	end := f.run(from, 64, isKey)
	if c := f.byteAt(end); end == from || c != ' ' && c != '\t' {
		return
	}
	name, at := string(f.b[from:end]), f.blanks(end)
	switch {
	case name == "u" || name == "user" || name == "proxy-user" || name == "U":
		f.user(i, at)
	case name == "pass" || name == "pw" || secretName(name):
		f.given(name, at)
	}
}

// user finds the password of NAME:PASSWORD at a place, after an option of curl at i. Of
// other commands it may be the number of a user and a group.
func (f *finder) user(i, at int) {
	const line = 512
	if !bytes.Contains(f.b[max(0, i-line):i], []byte("curl")) {
		return
	}
	end := f.run(at, 256, func(c byte) bool { return c > ' ' && c != '`' })
	if c := f.byteAt(at); c == '"' || c == '\'' {
		end = f.run(at+1, 256, func(d byte) bool { return d != c && d != '\n' })
	}
	n := bytes.IndexByte(f.b[at:end], ':')
	if n < 0 {
		return
	}
	password := bytes.TrimRight(f.b[at+n+1:end], `"'`)
	if from := at + n + 1; len(password) > 0 && secretValue("", password) {
		f.add(from, from+len(password), Named, "")
	}
}

// netrc finds the password of an entry of a netrc file after its first word: machine HOST login NAME
// password VALUE, in any order and on several lines. Without a host that has a dot the words may
// mean anything, so the value must look like a secret.
func (f *finder) netrc(i int) {
	const words, maxWord = 10, 256
	host := f.run(f.blanks(i), maxWord, func(c byte) bool { return c > ' ' })
	sure := f.b[i-1] == 'e' && bytes.IndexByte(f.b[i:host], '.') > 0
	login, from, to, before := false, 0, 0, ""
	for range words {
		start := f.blanks(i)
		if start == i {
			break
		}
		i = f.run(start, maxWord, func(c byte) bool { return c > ' ' && c != '"' && c != '`' })
		switch before {
		case "login", "account":
			login = true
		case "password":
			from, to = start, i
		}
		if before = string(f.b[start:min(i, start+maxWord)]); before == "machine" || before == "default" {
			break // of the next entry
		}
	}
	if login && from < to && (sure || looksSecret(f.b[from:to])) && secretValue("", f.b[from:to]) {
		f.add(from, to, Named, "")
	}
}

// setting finds the value of NAME VALUE after a command that sets a variable: setenv, setx, ENV, set
// -gx, config set.
func (f *finder) setting(i int) {
	from := f.run(i, 4, func(c byte) bool { return c == ' ' || c == '\t' })
	for from > i && f.byteAt(from) == '-' { // fish: set -gx
		i = f.run(from, 8, isKey)
		from = f.run(i, 4, func(c byte) bool { return c == ' ' })
	}
	end := f.run(from, 64, func(c byte) bool { return isKey(c) || c == '.' || c == ':' || c == '/' })
	name := string(f.b[from:end])
	name = name[strings.LastIndexAny(name, ":/")+1:]
	if c := f.byteAt(end); from > i && (c == ' ' || c == '\t') && (secretName(name) || capitalSecret(name)) {
		f.given(name, f.blanks(end))
	}
}

// quotedSecret finds what is quoted after the word password, as in SQL and in prose.
func (f *finder) quotedSecret(i int) {
	at := f.run(i, 2, func(c byte) bool { return c == ' ' })
	if at == i || f.byteAt(at) != '\'' || at < f.quoted {
		return
	}
	to := f.closing(at)
	f.quoted = to
	if value := f.b[at+1 : to]; f.byteAt(to) == '\'' && looksSecret(value) && secretValue("", value) {
		f.add(at+1, to, Named, "")
	}
}
