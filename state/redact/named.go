package redact

import (
	"bytes"
	"strings"
	"unicode"

	"gatehouse/client/wire"
)

// secretName reports whether a member or a field of that name holds a secret. What is
// longer than a name is none.
func secretName(name string) bool {
	const longest = 64
	return len(name) <= longest && wire.SecretName(name)
}

// secretValue reports whether the value of a member with a secret's name is one, and not
// an example, or a model's token in a list of probabilities.
func secretValue(name string, value []byte) bool {
	value = bytes.TrimLeftFunc(value, unicode.IsSpace)
	behind := bytes.TrimLeft(value, "*")
	if len(bytes.TrimLeftFunc(behind, unicode.IsSpace)) == 0 || bytes.HasPrefix(value, []byte("$")) || bytes.HasPrefix(value, []byte("<")) || bytes.HasPrefix(value, []byte("{{")) {
		return false
	}
	const longest = 64 // a value that is a single word
	if len(value) <= longest {
		switch strings.ToLower(string(bytes.TrimSpace(value))) {
		case "string", "null", "none", "true", "false", "required", "optional", "undefined":
			return false
		}
	}
	if strings.EqualFold(name, "token") {
		const least = 8
		value = bytes.TrimSpace(value)
		return len(value) >= least && hasDigit(value) && bytes.IndexFunc(value, func(r rune) bool { return r == ' ' || r == '\n' }) < 0
	}
	return true
}

// named finds a value behind the = or : at i: a parameter of an address, a setting, a
// field of a header, a member in what is not whole enough to be read as JSON.
func (f *finder) named(i int) {
	if f.b[i] == ':' && f.byteAt(i+1) == '/' && f.byteAt(i+2) == '/' {
		f.userinfo(i + 3)
		return
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
	from := end
	const longest = 64
	for from > 0 && end-from < longest && (isKey(f.b[from-1]) || f.b[from-1] == '.') {
		from--
	}
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
		return
	}
	if secretName(name) {
		f.value(name, i+1, quote == '"' && f.b[i] == ':')
	}
}

// parameter finds the value of an address's parameter.
func (f *finder) parameter(from int) {
	to := f.end(from, ofParameter)
	const least = 4
	if to-from >= least && to > f.parametered && secretValue("", f.b[from:to]) {
		f.add(from, to, Named, "")
		f.parametered = to
	}
}

// value finds the value of a name from a place on. A member's is taken as it is; another
// must look like a secret, since a text or a program may go on with anything.
func (f *finder) value(name string, from int, member bool) {
	from = f.run(from, 8, func(c byte) bool { return c == ' ' || c == '\t' })
	open := f.byteAt(from)
	if open == '"' || open == '\'' {
		to := from + 1
		for to < len(f.b) && f.b[to] != open && f.b[to] != '\n' {
			if f.b[to] == '\\' {
				to++
			}
			to++
		}
		if to = min(to, len(f.b)); member && open == '"' && secretValue(name, f.b[from+1:to]) {
			f.add(from+1, to, Named, "")
			return
		}
		from++
	}
	for _, scheme := range []string{"Basic ", "Bearer ", "Token ", "Digest "} {
		if len(f.b)-from > len(scheme) && bytes.EqualFold(f.b[from:from+len(scheme)], []byte(scheme)) {
			from += len(scheme)
		}
	}
	to := f.end(from, ofSecret)
	const least = 6
	if to-from >= least && to > f.valued && f.mixed(from, to) && secretValue(name, f.b[from:to]) {
		f.add(from, to, Named, "")
		f.valued = to
	}
}

// userinfo finds the password in an address whose authority begins at a place (RFC 3986,
// section 3.2.1), or a name that looks like a token.
func (f *finder) userinfo(from int) {
	to := f.run(from, 512, func(c byte) bool { return c > ' ' && strings.IndexByte(`/?#"'<>\`+"`", c) < 0 })
	at := bytes.LastIndexByte(f.b[from:to], '@')
	if at < 0 {
		return
	}
	const least = 8
	if _, password, is := bytes.Cut(f.b[from:from+at], []byte(":")); is {
		f.add(from+at-len(password), from+at, Named, "")
	} else if at >= least && f.mixed(from, from+at) {
		f.add(from, from+at, Named, "")
	}
}
