package redact

import (
	"strings"
	"testing"

	"gatehouse/client/wire"
)

// TestWhatAProgramSentIsMaskedToo, also where a rule took it out.
func TestWhatAProgramSentIsMaskedToo(t *testing.T) {
	const key = "sk-proj-0123456789abcdefghijABCDEFGHIJ0123456789abcd"
	c := &wire.Capture{Sent: wire.Sent{Method: "POST", URL: "https://h/v1/responses", Body: []byte(`{}`)}}
	c.Changed = &wire.Changed{By: []string{`=> .key = "` + key + `"`}, Body: `{"input":"my key is ` + key + `"}`}
	clean, hits, err := BuiltIn().Capture(c)
	if err != nil || len(hits) == 0 || strings.Contains(clean.Changed.Body+clean.Changed.By[0], key) || !strings.Contains(clean.Changed.Body, "my key is") {
		t.Errorf("%+v, %v, %v", clean.Changed, hits, err)
	}
}
