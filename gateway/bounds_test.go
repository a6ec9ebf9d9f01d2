package gateway_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"gatehouse/gateway"
	"gatehouse/gateway/output"

	"bufio"
	"io"
	"testing/synctest"
	"time"

	"github.com/tidwall/gjson"
)

// goneWhile sends a request whose client goes away while its body is read, so that whatever is done
// after that is done for nobody.
func goneWhile(t *testing.T, path, body string) *httptest.ResponseRecorder {
	t.Helper()
	ctx, cancel := context.WithCancelCause(t.Context())
	req := httptest.NewRequestWithContext(ctx, http.MethodPost, gateway.Prefix+path, &lastRead{strings.NewReader(body), func() { cancel(errors.New("the client is gone")) }})
	req.Header.Set("Authorization", "Bearer x")
	w := httptest.NewRecorder()
	gateway.New(gateway.WithPace(0)).ServeHTTP(w, req)
	return w
}

// lastRead calls done before the end of what it reads.
type lastRead struct {
	*strings.Reader
	done func()
}

func (l *lastRead) Read(b []byte) (int, error) {
	n, err := l.Reader.Read(b)
	if l.Len() == 0 {
		l.done()
	}
	return n, err
}

// Each of these took from seconds to minutes, whoever was still there.
func TestWorkStopsWithItsClient(t *testing.T) {
	for name, body := range map[string]string{
		"moderation":  `{"plugins":[{"id":"moderation"}],"input":"` + strings.Repeat("a word ", 1<<20) + `"}`,
		"compression": `{"plugins":[{"id":"context-compression"}],"input":"` + strings.Repeat("a word ", 1<<20) + `"}`,
		"guardrails":  `{"input":"` + strings.Repeat("12345 a@b ", 1<<20) + `"}`,
		"grammar":     grammarRequest("regex", strings.Repeat("((a?){500}){2}", 40)),
		"size":        `{"stream":true,"input":"write 2 MB"}`,
		"document":    `{"input":"write 2 MB"}`,
	} {
		if w := goneWhile(t, "/responses", body); w.Code != 408 && w.Body.Len() > 64<<10 {
			t.Errorf("%s: %d, %d bytes", name, w.Code, w.Body.Len())
		}
	}
}

func grammarRequest(syntax, definition string) string {
	return `{"input":"use the tool query: ` + strings.Repeat("a", 3000) + `","tools":[{"type":"custom","name":"query","format":{"type":"grammar","syntax":"` +
		syntax + `","definition":"` + definition + `"}}],"tool_choice":"required"}`
}

// A long text is the same in every place.
func TestLongText(t *testing.T) {
	base := serve(t)
	const size = 300 << 10
	_, plain := post(t, base, `{"input":"write 300 KB"}`)
	full := plain.Get("output.0.content.0.text").Str
	if len(full) != size || !strings.HasSuffix(full, "END-OF-ANSWER") {
		t.Fatalf("%d bytes, …%q", len(full), full[max(0, len(full)-40):])
	}
	if n := plain.Get("usage.output_tokens").Int(); n != int64(output.CountTokens(full)) {
		t.Errorf("%d tokens", n)
	}
	frames, err := stream(t, base, `{"input":"write 300 KB","stream":true,"top_logprobs":2}`)
	if err != nil || text(frames) != full {
		t.Fatalf("%v, the deltas differ", err)
	}
	for _, f := range frames {
		path := map[string]string{
			"response.output_text.done": "text", "response.content_part.done": "part.text",
			"response.output_item.done": "item.content.0.text", "response.completed": "response.output.0.content.0.text",
		}[f.event]
		if path != "" && gjson.Get(f.data, path).Str != full {
			t.Errorf("%s: %.100q", f.event, gjson.Get(f.data, path).Str)
		}
	}
	_, cut := post(t, base, `{"input":"write 300 KB","max_output_tokens":30000}`)
	head, _ := output.CutTokens(full, 30000)
	if got := cut.Get("output.0.content.0.text").Str; got != head || cut.Get("status").Str != "incomplete" {
		t.Errorf("%s, %d bytes, want %d", cut.Get("status"), len(got), len(head))
	}
	_, cited := post(t, base, `{"input":"write 300 KB on the latency of a gateway","plugins":[{"id":"web"}]}`)
	runes := []rune(cited.Get("output.0.content.0.text").Str)
	for _, c := range cited.Get("output.0.content.0.annotations").Array() {
		if at := string(runes[c.Get("start_index").Int():c.Get("end_index").Int()]); !strings.Contains(at, c.Get("url").Str) {
			t.Errorf("the citation of %s is of %q", c.Get("url"), at)
		}
	}
	if len(runes) < size/2 || !cited.Get("output.0.content.0.annotations.0").Exists() {
		t.Errorf("%d characters, %s", len(runes), cited.Get("output.0.content.0.annotations"))
	}
}

// A time limit that strikes in the middle of a long frame still ends the stream as a stream ends:
// the client reads response.failed, not a frame that breaks off.
func TestALimitInALongFrameEndsTheStream(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const limit = 5 * time.Second
		p, stop := running(gateway.WithPace(0), gateway.WithTimeLimit(limit))
		conn := dialed(t, p, `{"input":"write 1 MB","stream":true}`)
		resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatal(err)
		}
		body := bufio.NewReader(resp.Body)
		for line := ""; !strings.Contains(line, "response.output_text.done"); {
			if line, err = body.ReadString('\n'); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := io.CopyN(io.Discard, body, 100<<10); err != nil {
			t.Fatal(err)
		}
		time.Sleep(limit)
		rest, err := io.ReadAll(body)
		if err != nil || !strings.Contains(string(rest), "\n\nevent: response.failed\n") || !strings.HasSuffix(string(rest), "data: [DONE]\n\n") {
			t.Errorf("%v, %d bytes end in %q", err, len(rest), rest[max(0, len(rest)-300):])
		}
		conn.Close()
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}
