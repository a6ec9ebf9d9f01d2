package desk

import (
	"encoding/json"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"gatehouse/client"
)

func TestHeadersGoOutAsTheyWereSet(t *testing.T) {
	h := newHeaders(true)
	for pointer, value := range map[string]string{
		"/x-session-id": `"s 1"`, "/others/x-title": `"it's mine"`, "/metadata": `"on by the deprecated name"`,
	} {
		if err := h.edit(pointer, json.RawMessage(value)); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := h.fields(), (http.Header{"X-Session-Id": {"s 1"}, "X-Title": {"it's mine"}}); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if h.Mode() != client.MetadataLegacy || h.Count() != 3 {
		t.Errorf("mode %v, %d set", h.Mode(), h.Count())
	}
	want := `--header 'X-Word-Experimental-Metadata: enabled' --header 'X-Session-Id: s 1' --header 'X-Title: it'\''s mine'`
	if got := strings.Join(h.flags("word"), " "); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	if err := h.edit("/others/x-api-key", json.RawMessage(`"canary"`)); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(h.flags("word"), " "); strings.Contains(got, "canary") || !strings.Contains(got, `--header "X-Api-Key: $X_API_KEY"`) {
		t.Errorf("of a credential is told: %s", got)
	}
	if err := h.edit("/others/x-api-key", nil); err != nil {
		t.Fatal(err)
	}
	if got := newHeaders(true).flags("word"); !reflect.DeepEqual(got, []string{"--metadata"}) {
		t.Errorf("metadata comes back with %v", got)
	}
	if err := h.edit("/x-session-id", nil); err != nil || h.Count() != 2 {
		t.Errorf("taken away: %v, %d set", err, h.Count())
	}
}

func TestHeadersThatNobodyMaySetAreRefused(t *testing.T) {
	h := newHeaders(false)
	for pointer, value := range map[string]string{
		"/others/authorization": `"Bearer x"`, "/others/X-A": `"two\nlines"`, "/others/a b": `"x"`,
		"/others/X-N": `5`, "/others": `[]`, "/x-session-id": `"a\u0000"`, "/metadata": `true`,
	} {
		if err := h.edit(pointer, json.RawMessage(value)); err == nil {
			t.Errorf("%s takes %s", pointer, value)
		}
	}
	if got := string(h.doc.Bytes()); got != "{}" {
		t.Errorf("what was refused left %s", got)
	}
}

// TestCredentialsInHeadersAreNotSaved checks several spellings of their names.
func TestCredentialsInHeadersAreNotSaved(t *testing.T) {
	h := newHeaders(false)
	if err := h.edit("/others", []byte(`{"X-API-Key":"s3cret","X_API_KEY":"s3cret","x-api-key":"s3cret","x-My-ToKen":"s3cret","X-Title":"kept"}`)); err != nil {
		t.Fatal(err)
	}
	got := string(h.withoutCredentials())
	if strings.Contains(got, "s3cret") || !strings.Contains(got, "kept") {
		t.Errorf("saved are %s", got)
	}
}
