package imports

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"encoding/base64"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"

	"gatehouse/app/effect/share"
	"gatehouse/state"
)

// encodings write a body as each Content-Encoding does.
var encodings = map[string]func(io.Writer) io.WriteCloser{
	"gzip":    func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) },
	"deflate": func(w io.Writer) io.WriteCloser { return zlib.NewWriter(w) },
	"br":      func(w io.Writer) io.WriteCloser { return brotli.NewWriter(w) },
	"zstd":    func(w io.Writer) io.WriteCloser { z, _ := zstd.NewWriter(w); return z },
}

func encodedAs(t *testing.T, coding, body string) string {
	t.Helper()
	var b bytes.Buffer
	z := encodings[coding](&b)
	if _, err := io.WriteString(z, body); err != nil || z.Close() != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestEncodedRequestsAreImportedDecoded: out of HTTP Archives of other programs, without the
// keys in them. Through an archive of gatehouse they stay as they are. A curl command with such
// a body is refused with the reason.
func TestEncodedRequestsAreImportedDecoded(t *testing.T) {
	const asked = `{"model":"v/m","input":"hello canary-header-key","metadata":{"api_key":"canary-member-key"}}`
	clean := strings.NewReplacer("canary-header-key", strings.Repeat("*", 17), "canary-member-key", strings.Repeat("*", 17)).Replace(asked)
	for coding := range encodings {
		body := encodedAs(t, coding, asked)
		for name, text := range map[string]string{
			"base64":     `"encoding":"base64","text":` + quoted(base64.StdEncoding.EncodeToString([]byte(body))),
			"our base64": `"_encoding":"base64","text":` + quoted(base64.StdEncoding.EncodeToString([]byte(body))),
			"decoded":    `"text":` + quoted(asked),
			"cut":        `"encoding":"base64","text":` + quoted(base64.StdEncoding.EncodeToString([]byte(body[:len(body)-2]))),
		} {
			dir, a := t.TempDir(), newArchive(t)
			entry := fmt.Sprintf(`{"startedDateTime":"2026-03-01T10:00:00Z","request":{"method":"POST","url":"https://h.example/v1/responses","headers":[{"name":"content-encoding","value":%q},{"name":"authorization","value":"Bearer canary-header-key"}],"bodySize":%d,"postData":{"mimeType":"application/json",%s}},"response":{"status":200,"headers":[{"name":"content-type","value":"application/json"}],"content":{"size":9,"mimeType":"application/json","text":%s}}}`,
				coding, len(body), text, quoted(answerDocument))
			if r := taken(t, a, put(t, dir, "x.har", `{"log":{"entries":[`+entry+`]}}`)); r.Added != 1 || len(r.Faults) > 0 {
				t.Fatalf("%s, %s: %+v", coding, name, r)
			}
			e := listed(t, a, "")[0]
			c, err := a.Capture(t.Context(), e.Key)
			if err != nil {
				t.Fatal(err)
			}
			want, model, warnings := clean, "v/m", ""
			if name == "cut" {
				want, model, warnings = "", "", state.WarnRequestEncoding
			}
			if string(c.Sent.Body) != want || e.Asked != model || strings.Join(e.Warnings, " ") != warnings {
				t.Errorf("%s, %s: asked %s, %q, %v", coding, name, e.Asked, c.Sent.Body, e.Warnings)
			}
			of := share.Of(e.About, c)
			again := writtenAgain(t, of)
			if string(again.Sent.Body) != want || again.Sent.Undecoded() != c.Sent.Undecoded() || (again.Sent.Encoded == nil) != (c.Sent.Encoded == nil) || of.State.Known.Request == (name == "cut") {
				t.Errorf("%s, %s, again: %q %+v", coding, name, again.Sent.Body, again.Sent.Encoded)
			}
		}
		dir, a := t.TempDir(), newArchive(t)
		put(t, dir, "body.bin", body)
		script := put(t, dir, "ask.sh", "curl https://h/v1/responses -H 'content-encoding: "+coding+"' -H 'Authorization: Bearer canary-header-key' --data-binary @body.bin")
		if r := taken(t, a, script); r.Added != 0 || len(r.Faults) != 1 || !strings.HasSuffix(r.Faults[0].Error(), "line 1: its body is encoded; decode the file and leave out Content-Encoding") {
			t.Errorf("%s, curl: %+v", coding, r)
		}
	}
}
