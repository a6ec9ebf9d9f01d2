package desk

import (
	"encoding/base64"
	"testing"
)

// TestAnAttachedPartIsAsLargeAsItsBytes, also where its file is not known any more: in
// a session that was opened.
func TestAnAttachedPartIsAsLargeAsItsBytes(t *testing.T) {
	part := `{"type":"input_image","image_url":"data:image/png;base64,` + base64.StdEncoding.EncodeToString(make([]byte, 70)) + `"}`
	if name, words := (&Chat{}).AttachedName([]byte(part)); name != "image" || words != "70 B" {
		t.Errorf("it is called %q, %q", name, words)
	}
}
