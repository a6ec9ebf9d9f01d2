package redact

import "bytes"

// word finds the key that begins with the word at i, or the secret after that word.
func (f *finder) word(i int) {
	for n := range f.rules.starts.by[f.b[i]] {
		s := &f.rules.starts.by[f.b[i]][n]
		switch {
		case !bytes.HasPrefix(f.b[i:], []byte(s.text)):
		case s.find != nil:
			s.find(f, i+len(s.text))
		case f.key(i, &s.shape):
			return
		}
	}
}

// key finds a key of a shape that begins at i.
func (f *finder) key(i int, s *shape) bool {
	start := i + len(s.prefix)
	end := f.end(start, s.class)
	switch {
	case end-start < s.min || s.max > 0 && end-start > s.max:
		return false
	case s.max > 0 && isWord(f.byteAt(end)):
		return false
	case !s.plain && (!f.mixed(i, end) || !f.hasDigit(start, end)):
		return false
	case s.kind == Token && f.next(&f.dot, start, func(c byte) bool { return c == '.' }) >= end:
		return false // base64 of JSON that is no token
	case s.kind == Token:
		f.add(i, end, Token, "")
	default:
		f.add(i, end, s.kind, s.prefix+"…")
	}
	if s.prefix == "AKIA" || s.prefix == "ASIA" {
		f.awsSecret(end)
	}
	return true
}

// awsSecret finds the secret that follows the ID of an AWS key closely: forty characters without a
// prefix.
func (f *finder) awsSecret(from int) {
	const near, length = 240, 40
	for i := from; i < min(from+near, len(f.b)); i++ {
		end := f.end(i, ofAWS)
		if end-i == length && f.mixed(i, end) {
			f.add(i, end, Key, "of AWS")
			return
		}
		i = max(i, end)
	}
}

// azure finds a client secret of Microsoft Entra around the ~ at i: three characters, a digit and
// Q~.
func (f *finder) azure(i int) {
	const before, minLength = len("abc8Q"), 31
	from := i - before
	if from < 0 || f.b[i-1] != 'Q' || !isDigit(f.b[i-2]) || isWord(f.byteAt(from-1)) {
		return
	}
	if end := f.end(from, ofToken); end-i > minLength {
		f.add(from, end, Key, "of Azure")
	}
}

// telegram finds the token of a Telegram bot around the : at i: a number, then AA and 33 characters.
func (f *finder) telegram(i int) {
	const length, minDigits, maxDigits = 35, 8, 12
	if f.byteAt(i+1) != 'A' || f.byteAt(i+2) != 'A' {
		return
	}
	from := i
	for from > 0 && i-from < maxDigits && isDigit(f.b[from-1]) {
		from--
	}
	if end := f.end(i+1, ofKey); i-from >= minDigits && end-i-1 == length {
		f.add(from, end, Key, "of Telegram")
	}
}

// bearer finds the value of a Bearer authorization (RFC 6750, section 2.1), whose scheme
// ends at i.
func (f *finder) bearer(i int) {
	start := f.run(i, len(f.b), func(c byte) bool { return c == ' ' || c == '+' })
	end := f.end(start, ofToken)
	const minLength = 8
	if start > i && end-start >= minLength && f.hasDigit(start, end) {
		f.add(start, end, Token, "")
	}
}

// pem finds the text between the first and the last line of a private key (RFC 7468). A truncated
// key extends to the end of the text.
func (f *finder) pem(i int) {
	const begin, end = "-----BEGIN", "-----END"
	if i < f.sealed || !bytes.HasPrefix(f.b[i:], []byte(begin)) {
		return
	}
	const maxLine = 64
	line := f.b[i+len(begin) : min(i+len(begin)+maxLine, len(f.b))]
	n := bytes.Index(line, []byte("-----"))
	if n < 0 || !bytes.Contains(line[:n], []byte("PRIVATE")) {
		return
	}
	from := i + len(begin) + n + len("-----")
	to := len(f.b)
	if n := bytes.Index(f.b[from:], []byte(end)); n >= 0 {
		to = from + n
	}
	f.add(from, to, PrivateKey, "")
	f.sealed = to
}

// hook finds what is secret in the address of a webhook whose path begins at i: whoever has
// the address may post there.
func (f *finder) hook(i int) {
	for _, of := range [...]struct{ host, path string }{
		{"hooks.slack.com", "/services/"}, {"hooks.slack.com", "/workflows/"}, {"hooks.slack.com", "/triggers/"},
		{"discord.com", "/api/webhooks/"}, {"discordapp.com", "/api/webhooks/"}, {"office.com", "/webhookb2/"}, {"office.com", "/webhook/"},
		{"hooks.zapier.com", "/hooks/catch/"}, {"", "/with/key/"}, // of IFTTT
	} {
		if !bytes.HasPrefix(f.b[i:], []byte(of.path)) || !bytes.HasSuffix(f.b[:i], []byte(of.host)) {
			continue
		}
		from := i + len(of.path)
		const minSecretPath = 8
		if to := f.end(from, ofPath); to-from >= minSecretPath && f.hasDigit(from, to) {
			f.add(from, to, Hook, "")
		}
		return
	}
}
