package transcript

import (
	"encoding/base64"
	"testing"

	"github.com/tidwall/gjson"
)

// TestAnImageIsAsLargeAsItsBytes: what is counted is what was attached, not its
// base64.
func TestAnImageIsAsLargeAsItsBytes(t *testing.T) {
	part := `{"type":"input_image","image_url":"data:image/png;base64,` + base64.StdEncoding.EncodeToString(make([]byte, 70)) + `"}`
	if got := attachment(gjson.Parse(part), "input_image"); got != "input_image image/png 70 B" {
		t.Errorf("it reads %q", got)
	}
}
