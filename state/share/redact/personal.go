package redact

import (
	"bytes"
	"strings"
)

// email finds an address around the @ at i.
func (f *finder) email(i int) {
	const maxLocal = 64 // of the part before the @ (RFC 5321, section 4.5.3.1)
	local := func(c byte) bool {
		return isWord(c) || strings.IndexByte("._%+-'", c) >= 0 || c >= 0x80
	}
	from := i
	for from > 0 && i-from < maxLocal && local(f.b[from-1]) {
		from--
	}
	for from < i && strings.IndexByte(".'%", f.b[from]) >= 0 {
		from++
	}
	end := f.run(i+1, 255, func(c byte) bool { return isKey(c) && c != '_' || c == '.' || c >= 0x80 })
	for end > i+1 && (f.b[end-1] == '.' || f.b[end-1] == '-') {
		end--
	}
	if from == i || !isDomain(f.b[i+1:end]) {
		return
	}
	f.add(from, end, Email, "")
}

// isDomain reports whether b is a host name of the internet: labels, the last one of letters. A
// version (name@1.2.3-rc.beta) or the density of a picture (logo@2x.png) is none.
func isDomain(b []byte) bool {
	dot := bytes.LastIndexByte(b, '.')
	if dot < 1 || len(b)-dot-1 < 2 || bytes.Contains(b, []byte("..")) {
		return false
	}
	for _, c := range b[dot+1:] {
		if !isLetter(c) && c < 0x80 && c != '-' {
			return false
		}
	}
	first, _, _ := bytes.Cut(b, []byte("."))
	digits := bytes.TrimLeft(first, "0123456789")
	return len(digits) > 0 && !(len(digits) < len(first) && string(digits) == "x")
}

// home finds the name in a home directory whose path begins at i: /home/NAME, /Users/NAME,
// C:\Users\NAME and their mixtures. The name alone is masked.
func (f *finder) home(i int) {
	if before := f.byteAt(i - 1); isWord(before) && !f.drive(i-1) || before == '.' || before == '_' || before == '-' {
		return
	}
	for _, parent := range []string{"home", "Users", "users"} {
		rest := f.b[i+1:]
		if !bytes.HasPrefix(rest, []byte(parent)) || parent == "users" && f.byteAt(i-1) != ':' {
			continue
		}
		from := f.run(i+1+len(parent), len(f.b), func(c byte) bool { return c == '/' || c == '\\' })
		if from == i+1+len(parent) {
			return
		}
		to := f.run(from, 64, func(c byte) bool { return isKey(c) || c == '.' || c >= 0x80 })
		for to > from && f.b[to-1] == '.' {
			to--
		}
		if !everybody(string(f.b[from:to])) {
			f.add(from, to, Home, "")
		}
		return
	}
}

// drive reports whether the letter at i is that of a drive: /c/Users, /mnt/c/Users.
func (f *finder) drive(i int) bool {
	before := f.byteAt(i - 1)
	return isLetter(f.b[i]) && (before == '/' || before == '\\')
}

// everybody reports whether a home directory's name is one of examples and machines.
func everybody(name string) bool {
	switch strings.ToLower(name) {
	case "", "user", "username", "yourname", "your-name", "you", "name", "shared", "public", "default", "runner", "node":
		return true
	}
	return false
}
