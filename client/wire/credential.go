package wire

import (
	"maps"
	"net/http"
	"slices"
	"strings"
)

// Credential reports whether a header or a URL parameter of that name holds a credential.
func Credential(name string) bool {
	if SecretName(name) {
		return true
	}
	name = strings.ToLower(strings.ReplaceAll(name, "_", "-"))
	switch name {
	case "key", "token", "auth", "sig", "signature":
		return true
	}
	return name != "idempotency-key" && name != "sec-websocket-key" && hasEnd(name, "-key", "-token", "-auth", "-sig", "-signature")
}

// KeyHeaders returns the names of the headers of a request that hold a key, sorted. A
// cookie is none: it may hold a setting.
func KeyHeaders(h http.Header) []string {
	names := slices.Sorted(maps.Keys(h))
	return slices.DeleteFunc(names, func(name string) bool { return !Credential(name) || name == "Cookie" })
}

// SecretName reports whether anything of that name holds a secret, also a member of JSON,
// however its words are joined: api_key, apiKey, X-Api-Key. It is stricter than Credential:
// "key" and "token" name much else in a text.
func SecretName(name string) bool {
	switch name = PlainName(name); name {
	case "cookie", "setcookie", "pwd":
		return true
	case "nexttoken", "pagetoken", "nextpagetoken", "continuationtoken", "stoptoken", "starttoken", "endtoken", "padtoken", "eostoken", "bostoken":
		return false
	}
	return hasEnd(name,
		"authorization", "password", "passwords", "passwd", "passphrase", "secret", "secrets", "token",
		"apikey", "apikeys", "accesskey", "secretkey", "privatekey", "secretaccesskey", "accesskeysecret",
		"accountkey", "authkey", "masterkey", "signingkey", "encryptionkey", "subscriptionkey", "virtualkey",
	)
}

// PlainName returns a name in lower case, its words joined without a separator.
func PlainName(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || r == ' ' || r == '.' {
			return -1
		}
		return r
	}, strings.ToLower(name))
}

func hasEnd(name string, ends ...string) bool {
	return slices.ContainsFunc(ends, func(end string) bool { return strings.HasSuffix(name, end) })
}
