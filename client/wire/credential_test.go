package wire

import (
	"net/http"
	"slices"
	"testing"
)

// TestCredentialsAreKnownByName: in the spellings of headers and of parameters.
func TestCredentialsAreKnownByName(t *testing.T) {
	for _, name := range []string{
		"Authorization", "X-Authorization", "x_forwarded_authorization", "X-Auth", "X-Api-Key", "apiKey", "accessKey", "accessToken",
		"X-Amz-Signature", "sig", "client_secret", "Set-Cookie", "next_token", "key", "x-key", "pwd",
	} {
		if !Credential(name) {
			t.Errorf("%s is no credential", name)
		}
	}
	for _, name := range []string{"Idempotency-Key", "Content-Type", "Author", "max_tokens", "X-Auth-Type", "design", "Signature-Input", ""} {
		if Credential(name) {
			t.Errorf("%s is a credential", name)
		}
	}
	for _, name := range []string{"key", "token_type", "auth", "next_token", "x-signature"} {
		if SecretName(name) {
			t.Errorf("a member %s holds a secret", name)
		}
	}
}

// TestACookieIsNoKey: what a 401 says of the key does not follow from it.
func TestACookieIsNoKey(t *testing.T) {
	h := http.Header{"Cookie": {"theme=dark"}, "X-Api-Key": {"k"}, "Authorization": {"Bearer k"}, "Accept": {"a"}}
	if got := KeyHeaders(h); !slices.Equal(got, []string{"Authorization", "X-Api-Key"}) {
		t.Errorf("%q", got)
	}
}
