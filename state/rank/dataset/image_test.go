package dataset

import "testing"

func TestDocumentImage(t *testing.T) {
	for doc, want := range map[string]struct {
		what string
		size int
	}{
		`"a text"`:          {"", 0},
		`{"text":"a text"}`: {"", 0},
		`{"image":"data:image/png;base64,aGVsbG8="}`: {"image/png", 5},
		`{"image":"data:image/svg+xml,abc"}`:         {"image/svg+xml", 3},
		`{"image":"https:\/\/example.com\/a.png"}`:   {"https://example.com/a.png", 0},
		`{"image":{"url":"https://example.com/a"}}`:  {`{"url":"https://example.com/a"}`, 0},
		`{"image":null}`: {"null", 0},
		`{"image":""}`:   {"", 0},
		`{"image":"data:no comma, in \u0064ata: yes"}`: {"no comma", 18},
	} {
		d, err := RawDocument([]byte(doc))
		if err != nil {
			t.Fatal(err)
		}
		if what, size := d.Image(); what != want.what || size != want.size {
			t.Errorf("%s: %q, %d bytes, want %q, %d", doc, what, size, want.what, want.size)
		}
	}
}
