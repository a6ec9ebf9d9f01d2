package proxy_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/coder/websocket"
	"github.com/klauspost/compress/zstd"

	"gatehouse/client/proxy"
)

func zstdOf(t *testing.T, text string) []byte {
	t.Helper()
	z, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	return z.EncodeAll([]byte(text), nil)
}

func gzipOf(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := io.WriteString(z, text); err != nil || z.Close() != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

const withKeys = `{"input":"canary-bearer-key","metadata":{"api_key":"canary-member-key"}}`

// form is a multipart body with a file that has zero bytes.
const form = "--b\r\nContent-Disposition: form-data; name=\"key\"\r\n\r\ncanary-bearer-key\r\n--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.bin\"\r\n\r\n\x00\x01\xff\r\n--b--\r\n"

// TestEncodedRequestPasses: the server receives the bytes of the program; the record has the
// decoded body without its keys, or the reason why it has none.
func TestEncodedRequestPasses(t *testing.T) {
	var got []byte
	var header http.Header
	p := pass(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header = r.Header
		got, _ = io.ReadAll(r.Body)
	}))
	clean := strings.NewReplacer("canary-bearer-key", strings.Repeat("*", 17), "canary-member-key", strings.Repeat("*", 17))
	complete := zstdOf(t, withKeys)
	for name, c := range map[string]struct {
		coding  string
		body    []byte
		want    string
		fault   string
		chunked bool
	}{
		"zstd":            {coding: "zstd", body: complete, want: clean.Replace(withKeys)},
		"a list, chunked": {coding: "gzip, zstd", body: zstdOf(t, string(gzipOf(t, withKeys))), want: clean.Replace(withKeys), chunked: true},
		"multipart":       {coding: "gzip", body: gzipOf(t, form), want: clean.Replace(form)},
		"plain text":      {coding: "gzip", body: []byte(withKeys), want: clean.Replace(withKeys)},
		"cut":             {coding: "zstd", body: complete[:len(complete)-9], fault: "its end is missing"},
		"unknown":         {coding: "canary-bearer-key", body: []byte("\x00canary-bearer-key"), fault: "not supported"},
		"bomb":            {coding: "gzip", body: gzipOf(t, strings.Repeat("0", 65<<20)), fault: "larger than 64 MiB"},
	} {
		var from io.Reader = bytes.NewReader(c.body)
		if c.chunked {
			from = io.MultiReader(from)
		}
		req, _ := http.NewRequest("POST", p.URL+"/x", from)
		req.Header.Set("Content-Encoding", c.coding)
		req.Header.Set("Authorization", "Bearer canary-bearer-key")
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if !bytes.Equal(got, c.body) || header.Get("Content-Encoding") != c.coding {
			t.Errorf("%s: the server received %d of %d bytes as %q", name, len(got), len(c.body), header.Get("Content-Encoding"))
		}
		x := p.capture(t)
		if string(x.Sent.Body) != c.want || !strings.Contains(x.Sent.Undecoded(), c.fault) || (c.fault == "") != (x.Sent.Undecoded() == "") {
			t.Errorf("%s: recorded %.200q, %+v", name, x.Sent.Body, x.Sent.Encoded)
		}
		if e := x.Sent.Encoded; name != "plain text" && (e == nil || e.Size != int64(len(c.body))) {
			t.Errorf("%s: %+v", name, e)
		}
		if all := fmt.Sprintf("%+v %s %+v", x.Sent.Header, x.Sent.Body, x.Sent.Encoded); strings.Contains(all, "canary") {
			t.Errorf("%s: a key is recorded: %s", name, all)
		}
	}
}

// TestDecodedRequestsShareTheMemory: what is decoded counts as what is received, and is given
// back once the record has ended.
func TestDecodedRequestsShareTheMemory(t *testing.T) {
	const bound = 10_000
	p := pass(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.Copy(io.Discard, r.Body) }), func(o *proxy.Options) { o.MaxRequests = bound })
	for _, c := range []struct {
		size  int
		fault string
	}{{bound - 200, ""}, {bound + 1, "memory"}, {bound - 200, ""}} {
		req, _ := http.NewRequest("POST", p.URL, bytes.NewReader(zstdOf(t, strings.Repeat("x", c.size))))
		req.Header.Set("Content-Encoding", "zstd")
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		x := p.capture(t)
		p.proxy.Wait()
		if (len(x.Sent.Body) == c.size) != (c.fault == "") || !strings.Contains(x.Sent.Undecoded(), c.fault) {
			t.Errorf("%d bytes: %d recorded, %+v", c.size, len(x.Sent.Body), x.Sent.Encoded)
		}
	}
}

// TestCompressedMessagesAreRecordedWithoutKeys: on a WebSocket with permessage-deflate, on the
// path of responses and on any other.
func TestCompressedMessagesAreRecordedWithoutKeys(t *testing.T) {
	for _, path := range []string{"/v1/responses", "/v1/realtime"} {
		p := pass(t, speaking(t, websocket.CompressionContextTakeover, answering(t)))
		c := dial(t, p.URL+path, websocket.CompressionContextTakeover)
		ask(t, c, `{"type":"response.create","model":"m","input":"canary-bearer-2 canary-bearer-2 canary-bearer-2"}`, 1)
		if err := c.Close(websocket.StatusNormalClosure, ""); err != nil {
			t.Fatal(err)
		}
		n := 1
		if path == "/v1/responses" {
			n = 2 // the handshake is another exchange
		}
		var text string
		for _, x := range p.all(t, n) {
			text += fmt.Sprintf("%s %s %s", x.Sent.Body, x.Text().All(), x.Body.All())
			if masked := strings.Contains(string(x.Text().All()), "***"); masked && strings.Trim(string(x.Body.All()), "*") != "" {
				t.Errorf("%s: the compressed bytes of a masked text are recorded", path)
			}
		}
		if strings.Contains(text, "canary") || !strings.Contains(text, "*************** ***************") {
			t.Errorf("%s: %.300q", path, text)
		}
	}
}
