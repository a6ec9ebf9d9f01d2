package tree

import (
	"encoding/base64"
	"testing"
)

// TestDataIsMeasuredDecoded: whatever its length, with or without padding.
func TestDataIsMeasuredDecoded(t *testing.T) {
	for n := range 80 {
		for _, coding := range []*base64.Encoding{base64.StdEncoding, base64.RawURLEncoding} {
			data := coding.EncodeToString(make([]byte, n))
			if media, size, ok := ParseDataURL("data:image/png;base64," + data); media != "image/png" || size != n || !ok {
				t.Errorf("%d bytes are %q, %d, %t", n, media, size, ok)
			}
		}
	}
	if media, size, ok := ParseDataURL("data:text/plain;charset=utf-8,a%20b"); media != "text/plain" || size != 3 || !ok {
		t.Errorf("%q, %d, %t", media, size, ok)
	}
	for _, other := range []string{"", "https://x/y.png", "data:image/png;base64"} {
		if _, _, ok := ParseDataURL(other); ok {
			t.Errorf("%s is a data URL", other)
		}
	}
	for part, want := range map[string]int{
		`{"type":"input_image","image_url":"data:image/png;base64,QUJD"}`:         3,
		`{"type":"image_url","image_url":{"url":"data:image/png;base64,QUJD"}}`:   3,
		`{"type":"input_file","filename":"x","file_data":"data:text/plain,abcd"}`: 4,
		`{"type":"input_audio","input_audio":{"data":"QUJDRA==","format":"wav"}}`: 4,
	} {
		if size, ok := FileSize([]byte(part)); size != want || !ok {
			t.Errorf("%s holds %d, %t", part, size, ok)
		}
	}
	if _, ok := FileSize([]byte(`{"type":"input_image","image_url":"https://x"}`)); ok {
		t.Error("an address holds nothing")
	}
}
