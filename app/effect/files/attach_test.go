package files

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/state/request/validate"
)

func attach(t *testing.T, name string, data []byte) (Attachment, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return Attach(path)
}

// content is a part as a service reads it.
type content struct {
	Type, Text, Filename, Detail string
	FileData                     string `json:"file_data"`
	ImageURL                     string `json:"image_url"`
}

func TestAttachRecognizesContent(t *testing.T) {
	for _, c := range []struct{ name, data, kind, encoding, part string }{
		{"a.pdf", "%PDF-1.7\n", "PDF", "base64", "input_file"},
		{"no-extension", "\x89PNG\r\n\x1a\nxxxx", "PNG image", "base64", "input_image"},
		{"a.txt", "\xff\xd8\xff\xe0", "JPEG image", "base64", "input_image"},
		{"a.gif", "GIF89a....", "GIF image", "base64", "input_image"},
		{"a.webp", "RIFF\x00\x00\x00\x00WEBPVP8 ", "WebP image", "base64", "input_image"},
		{`it"s.pdf`, "\ufeffno PDF, grüezi\r\n", "text", "text", "input_text"},
		{"a.json", `{"a": 1}`, "text", "text", "input_text"},
	} {
		a, err := attach(t, c.name, []byte(c.data))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var p content
		if err := json.Unmarshal(a.Part, &p); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if a.Kind != c.kind || a.Encoding != c.encoding || p.Type != c.part || a.Size != len(c.data) || a.Name != c.name {
			t.Errorf("%s: %+v", c.name, a)
		}
		url := p.FileData + p.ImageURL
		switch {
		case a.Encoding == "text":
			if want := c.name + ":\n\n" + strings.TrimPrefix(c.data, "\ufeff"); p.Text != want {
				t.Errorf("%s: %q, want %q", c.name, p.Text, want)
			}
		default:
			data, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(url, "data:"+a.Media+";base64,"))
			if err != nil || string(data) != c.data {
				t.Errorf("%s: %q, %v", c.name, url, err)
			}
		}
		request := `{"input":[{"role":"user","content":[` + string(a.Part) + `]}]}`
		if report := validate.For(validate.ForResponses, []byte(request), validate.Service{}); !report.OK() {
			t.Errorf("%s: %v", c.name, report.Faults)
		}
	}
}

func TestWhatCannotBeAttached(t *testing.T) {
	for want, data := range map[string]string{
		"empty": "", "application/zip": "PK\x03\x04....", "not in UTF-8": "gr\xfcezi", "not in UTF-8\x00": "\xff\xfet\x00e\x00", "octet-stream": "\x00\x01\x02",
	} {
		a, err := attach(t, "x", []byte(data))
		if err == nil || !strings.Contains(err.Error(), strings.TrimSuffix(want, "\x00")) || a.Part != nil {
			t.Errorf("%q: %v, want %q", data, err, want)
		}
	}
	if _, err := attach(t, "large.pdf", append([]byte("%PDF-"), make([]byte, MaxAttachment)...)); err == nil || !strings.Contains(err.Error(), "20 MiB") {
		t.Errorf("a large file: %v", err)
	}
}

// TestAnyFileIsAPartOrAnError: whatever is in a file, a part is JSON that
// gives its bytes back.
func TestAnyFileIsAPartOrAnError(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(rt *rapid.T) {
		head := rapid.SampledFrom([]string{"", "%PDF-", "\x89PNG\r\n\x1a\n", "text "}).Draw(rt, "head")
		data := append([]byte(head), rapid.OneOf(rapid.SliceOf(rapid.Byte()), rapid.Map(rapid.String(), func(s string) []byte { return []byte(s) })).Draw(rt, "data")...)
		path := filepath.Join(dir, "file")
		if err := os.WriteFile(path, data, 0o600); err != nil {
			rt.Fatal(err)
		}
		a, err := Attach(path)
		if err != nil {
			return
		}
		var p content
		if err := json.Unmarshal(a.Part, &p); err != nil {
			rt.Fatalf("%s: %v", a.Part, err)
		}
		back := []byte(strings.TrimPrefix(p.Text, "file:\n\n"))
		if a.Encoding == "base64" {
			_, coded, _ := strings.Cut(p.FileData+p.ImageURL, ",")
			if back, err = base64.StdEncoding.DecodeString(coded); err != nil {
				rt.Fatal(err)
			}
		}
		if !bytes.Equal(back, bytes.TrimPrefix(data, []byte("\ufeff"))) {
			rt.Fatalf("%q came back as %q", data, back)
		}
	})
}
