package redact

import "bytes"

// shape is the form of a service's keys: a fixed beginning and so many characters of a
// kind.
type shape struct {
	prefix string
	least  int // characters behind it
	class  class
	plain  bool // it may have no digit: the beginning is sure enough
	kind   Kind
}

// knownShapes are the forms that services publish of their keys, so that leaks are found.
func knownShapes() []shape {
	return []shape{
		{"sk-", 16, ofKey, false, Key},                                             // OpenAI, Anthropic, OpenRouter, …
		{"sk_live_", 10, ofWord, false, Key}, {"sk_test_", 10, ofWord, false, Key}, // Stripe
		{"rk_live_", 10, ofWord, false, Key}, {"rk_test_", 10, ofWord, false, Key},
		{"whsec_", 16, ofWord, false, Key},
		{"AKIA", 16, ofUpper, false, Key}, {"ASIA", 16, ofUpper, false, Key}, // AWS
		{"ghp_", 20, ofWord, true, Key}, {"gho_", 20, ofWord, true, Key}, {"ghu_", 20, ofWord, true, Key},
		{"ghs_", 20, ofWord, true, Key}, {"ghr_", 20, ofWord, true, Key}, {"github_pat_", 20, ofUnder, true, Key},
		{"glpat-", 16, ofKey, true, Key},
		{"xoxa-", 10, ofKey, true, Key}, {"xoxb-", 10, ofKey, true, Key}, {"xoxp-", 10, ofKey, true, Key}, // Slack
		{"xoxe-", 10, ofKey, true, Key}, {"xoxr-", 10, ofKey, true, Key}, {"xoxs-", 10, ofKey, true, Key},
		{"xapp-", 10, ofKey, true, Key},
		{"AIza", 30, ofKey, true, Key}, {"ya29.", 20, ofKey, true, Key}, // Google
		{"npm_", 30, ofWord, true, Key}, {"hf_", 30, ofWord, true, Key},
		{"gsk_", 20, ofWord, false, Key}, {"xai-", 20, ofWord, false, Key}, {"pplx-", 20, ofWord, false, Key},
		{"dop_v1_", 32, ofWord, false, Key}, {"SG.", 30, ofJWT, false, Key},
		{"eyJ", 20, ofJWT, false, Token}, // JSON Web Tokens (RFC 7519): base64url of {"
	}
}

// shapes lists the known forms by their first byte.
func shapes() (by [256][]shape) {
	for _, s := range knownShapes() {
		by[s.prefix[0]] = append(by[s.prefix[0]], s)
	}
	return by
}

// key finds a key that begins at i.
func (f *finder) key(i int) {
	if before := f.byteAt(i - 1); isWord(before) {
		return
	}
	for _, s := range f.rules.shapes[f.b[i]] {
		if !bytes.HasPrefix(f.b[i:], []byte(s.prefix)) {
			continue
		}
		start := i + len(s.prefix)
		end := f.end(start, s.class)
		switch {
		case end-start < s.least || !s.plain && (!f.mixed(i, end) || !f.hasDigit(start, end)):
			continue
		case s.kind == Token && f.next(&f.dot, start, isDot) >= end:
			continue // base64 of JSON that is no token
		case s.kind == Token:
			f.add(i, end, Token, "")
			return
		}
		f.add(i, end, s.kind, s.prefix+"…")
		if s.prefix == "AKIA" || s.prefix == "ASIA" {
			f.awsSecret(end)
		}
		return
	}
}

// awsSecret finds the secret that stands close behind the id of an AWS key: forty
// characters, which have no form of their own.
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

// bearer finds the value of a Bearer authorization (RFC 6750, section 2.1).
func (f *finder) bearer(i int) {
	const word = "bearer"
	if isWord(f.byteAt(i-1)) || len(f.b)-i <= len(word) || !bytes.EqualFold(f.b[i:i+len(word)], []byte(word)) {
		return
	}
	start := f.run(i+len(word), len(f.b), func(c byte) bool { return c == ' ' || c == '+' })
	end := f.end(start, ofToken)
	const least = 8
	if start > i+len(word) && end-start >= least && f.hasDigit(start, end) {
		f.add(start, end, Token, "")
	}
}

// pem finds what stands between the first and the last line of a private key (RFC 7468).
// One that is cut goes to the end of the text.
func (f *finder) pem(i int) {
	const begin, end = "-----BEGIN", "-----END"
	if i < f.sealed || !bytes.HasPrefix(f.b[i:], []byte(begin)) {
		return
	}
	const longest = 64
	line := f.b[i+len(begin) : min(i+len(begin)+longest, len(f.b))]
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
