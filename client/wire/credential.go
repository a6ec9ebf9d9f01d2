package wire

import "strings"

// Credential reports whether a header or a URL parameter of that name carries
// a credential.
func Credential(name string) bool {
	name = strings.ToLower(strings.ReplaceAll(name, "_", "-"))
	switch name {
	case "authorization", "proxy-authorization", "cookie", "set-cookie", "key", "apikey", "token", "secret", "password", "auth", "sig", "signature":
		return true
	}
	for _, end := range []string{"-key", "-token", "-secret", "-password", "-apikey"} {
		if strings.HasSuffix(name, end) && name != "idempotency-key" {
			return true
		}
	}
	return false
}
