package client_test

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"

	"gatehouse/client"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/figures"
	"gatehouse/state/request/talk"
)

// saved folds a file as the program does.
func saved(t *testing.T, file string) (*state.Exchange, *wire.Capture, *talk.Conversation) {
	t.Helper()
	c, err := client.ReadSaved([]byte(file))
	if err != nil {
		t.Fatalf("%.80q is not taken for a saved answer: %v", file, err)
	}
	conv, err := talk.OpenSaved(c, client.ReplaySaved(c))
	if err != nil {
		t.Fatal(err)
	}
	return conv.Current.Exchange, c, conv
}

// TestSavedStreamEqualsTheLiveOne: whatever its line ends, its mark and its head,
// and where it was torn off.
func TestSavedStreamEqualsTheLiveOne(t *testing.T) {
	stream := created + added + hel + ": a comment\n\n" + lo +
		"data: {\"type\":\"response.completed\",\"sequence_number\":4,\"response\":{\"id\":\"r\",\"model\":\"v/m\",\"status\":\"completed\",\"instructions\":\"be brief\",\"output\":[{\"type\":\"message\",\"id\":\"m\",\"role\":\"assistant\",\"status\":\"completed\",\"content\":[{\"type\":\"output_text\",\"text\":\"Hello\"}]}]}}\n\ndata: [DONE]\n\n"
	crlf := strings.ReplaceAll(stream, "\n", "\r\n")
	head := "HTTP/2 200 \r\ncontent-type: text/event-stream; charset=utf-8\r\nX-Long: a\r\n b\r\n\r\n"
	for name, c := range map[string]struct {
		file, verdict, text string
		frames, status      int
	}{
		"stream":            {stream, "completed", "Hello", 7, 0},
		"with CRLF":         {crlf, "completed", "Hello", 7, 0},
		"after a mark":      {"\xEF\xBB\xBF" + stream, "completed", "Hello", 7, 0},
		"an empty line up":  {"\n" + stream, "completed", "Hello", 7, 0},
		"after its head":    {head + stream, "completed", "Hello", 7, 200},
		"behind two heads":  {"HTTP/1.1 100 Continue\r\n\r\n" + head + crlf, "completed", "Hello", 7, 200},
		"a head with LF":    {strings.ReplaceAll(head, "\r", "") + stream, "completed", "Hello", 7, 200},
		"torn in a frame":   {created + added + hel + lo[:40], "truncated", "Hel", 4, 0},
		"torn in its end":   {created + added + hel[:len(hel)-1], "truncated", "Hel", 3, 0},
		"torn at its start": {"data: {\"type\":\"resp", "truncated", "", 1, 0},
		"a comment alone":   {": keep-alive\n\n", "truncated", "", 1, 0},
		"a head alone":      {head, "truncated", "", 0, 200},
		"a torn head":       {"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n", "truncated", "", 0, 200},
	} {
		t.Run(name, func(t *testing.T) {
			x, capture, conv := saved(t, c.file)
			if string(x.Verdict) != c.verdict || x.Text() != c.text || x.Frames != c.frames || !x.Stream || x.Known.Request {
				t.Errorf("%s %q in %d frames, want %s %q in %d", x.Verdict, x.Text(), x.Frames, c.verdict, c.text, c.frames)
			}
			for _, w := range x.Warnings {
				if w.Code == state.WarnContentType {
					t.Errorf("warned: %s", w.Message)
				}
			}
			if got := 0; x.Head != nil {
				if got = x.Head.Status; got != c.status {
					t.Errorf("status %d", got)
				}
			}
			if _, ok := figures.TTFB(x); ok || capture.Start.Unix() > 0 {
				t.Error("it has times")
			}
			if _, ok := figures.Total(x); ok {
				t.Error("it has an end")
			}
			if _, ok := figures.TTFT(x); ok {
				t.Error("it has a first token")
			}
			if !strings.HasSuffix(c.file, string(capture.Text().All())) {
				t.Errorf("the body is %q", capture.Text().All())
			}
			sent, err := conv.Body("and now?", talk.BodyOptions{})
			if err != nil || c.text != "" && !strings.Contains(string(sent), `"text": "`+c.text+`"`) || !strings.Contains(string(sent), "and now?") {
				t.Errorf("what goes on is %s, %v", sent, err)
			}
			for frame := range x.Frames {
				then := x.At(client.ReplaySaved(capture), frame)
				if then.Frames != frame+1 || then.Known.Request || then.Stream != x.Stream {
					t.Errorf("behind frame %d there are %d", frame, then.Frames)
				}
			}
		})
	}
}

// TestSavedAnswerAsADocument: with its head it is known for an answer, of
// whatever status.
func TestSavedAnswerAsADocument(t *testing.T) {
	const head = "HTTP/1.1 %s\r\nContent-Type: application/json\r\nRetry-After: 2\r\n\r\n"
	x, _, conv := saved(t, fmt.Sprintf(head, "200 OK")+`{"object":"response","status":"completed","model":"v/m","output":[{"type":"message","role":"assistant","content":"hi"}]}`)
	if x.Verdict != state.Completed || x.Text() != "hi" || x.Stream || len(conv.Current.Answer(talk.BodyOptions{})) != 1 {
		t.Errorf("%s %q", x.Verdict, x.Text())
	}
	x, _, _ = saved(t, fmt.Sprintf(head, "429 Too Many Requests")+`{"error":{"code":429,"message":"slow down"}}`)
	if x.Verdict != state.Failed || x.Failure.Message != "slow down" || x.Failure.Retry == nil {
		t.Errorf("%s %+v", x.Verdict, x.Failure)
	}
}

func TestSavedHeadIsRedacted(t *testing.T) {
	x, _, _ := saved(t, "HTTP/1.1 200 OK\r\nLocation: https://h/?api_key=canary\r\nSet-Cookie: session=canary\r\nX-Api-Key: canary\r\nAuthorization: Bearer canary\r\nX-Request-Id: r1\r\nContent-Type: text/event-stream\r\n\r\n"+created)
	if all := fmt.Sprint(x.Head.Header); strings.Contains(all, "canary") || !strings.Contains(all, "r1") {
		t.Errorf("the head says %s", all)
	}
}

func TestFilesThatAreNotSavedAnswers(t *testing.T) {
	for _, file := range []string{
		"", " ", "\xEF\xBB\xBF", "hello", "{}", `{"input":"x"}`, "[1]", "5", "<html>", "data", "id: 5\nname: x\n", "data: words\n\n", "event: x\n\n",
		"HTTP", "HTTP/1.1 200", "HTTP/1.1 20 OK\r\n\r\n", "HTTP/1.1 200 OK\r\nno field\r\n\r\n" + created, "HTTP/1.1 200 OK then words of a letter",
	} {
		if _, err := client.ReadSaved([]byte(file)); !errors.Is(err, client.ErrNoAnswer) {
			t.Errorf("%q is taken for an answer: %v", file, err)
		}
	}
}

// TestLongHeadIsRefused: of a line that is folded over and over too, and of many
// heads; one that is within the bound is read, however it is folded.
func TestLongHeadIsRefused(t *testing.T) {
	const first = "HTTP/1.1 200 OK\nx: y\n"
	for name, file := range map[string]string{
		"folded": first + strings.Repeat(" a\n", 1<<20),
		"fields": first + strings.Repeat("a: b\n", 1<<20),
		"heads":  strings.Repeat("HTTP/1.1 200 OK\n\n", 1<<17),
		"a line": first + "z: " + strings.Repeat("a", 1<<21) + "\n\n" + created,
	} {
		if _, err := client.ReadSaved([]byte(file)); !errors.Is(err, client.ErrLongHead) {
			t.Errorf("%s: %v", name, err)
		}
	}
	fills := first + "z: " + strings.Repeat("a", 1<<20-len(first)-len("z: ")-2) + "\n\n"
	for next, want := range map[string]error{
		"HTTP/1.1 200 OK\n\n": client.ErrLongHead, // there is no room for any of it
		created:               nil,
		"{}":                  nil,
		"":                    nil,
	} {
		for _, mark := range []string{"", "\xEF\xBB\xBF"} {
			c, err := client.ReadSaved([]byte(mark + fills + next))
			if !errors.Is(err, want) || err == nil && string(c.Body.All()) != next {
				t.Errorf("behind a mark of %d bytes and a head of 1 MiB %q: %v", len(mark), next, err)
			}
		}
	}
	for cut := range len("HTTP/1.1 200 OK\n\n") { // so much of the next head is within the bound
		file := strings.Replace(fills, "z: "+strings.Repeat("a", cut), "z: ", 1) + "HTTP/1.1 200 OK\n\n" + created
		if _, err := client.ReadSaved([]byte(file)); !errors.Is(err, client.ErrLongHead) {
			t.Errorf("with %d bytes of the next head within the bound: %v", cut, err)
		}
	}
	x, c, _ := saved(t, first+strings.Repeat(" a\n", 340_000)+"\n"+created)
	if got := x.Head.Header.Get("X"); len(got) != 680_001 || !strings.HasPrefix(got, "y a a ") || x.Frames != 1 || c.Body.Len() != int64(len(created)) {
		t.Errorf("%d bytes of the field, %d frames", len(got), x.Frames)
	}
}

// TestIdentityOfASavedAnswer: a saved answer looked at as it was is the same one, and
// no other file, though both call themselves alike.
func TestIdentityOfASavedAnswer(t *testing.T) {
	x, capture, _ := saved(t, created+added+hel)
	other, _, _ := saved(t, created+added+hel)
	if then := x.At(client.ReplaySaved(capture), 1); then.Identity() != x.Identity() || other.ID != x.ID || other.Identity() == x.Identity() {
		t.Errorf("%s and %s: the same once %v, another the same %v", x.ID, other.ID, then.Identity() == x.Identity(), other.Identity() == x.Identity())
	}
}

// TestReplayReadsAtMostMaxFrames, and reports that there are more.
func TestReplayReadsAtMostMaxFrames(t *testing.T) {
	if testing.Short() {
		t.Skip("it reads eight million frames")
	}
	const most = 4_000_000
	for head, frames := range map[string]int{"": most + 2, "HTTP/1.1 200 OK\nContent-Type: text/event-stream\n\n": most} {
		x, c, _ := saved(t, head+strings.Repeat(":\n", frames))
		more := frames - most
		if x.Frames != most || len(c.Frames.All()) != most || x.Verdict != state.Truncated {
			t.Errorf("%d frames are %s, %d read", frames, x.Verdict, x.Frames)
		}
		if said := slices.ContainsFunc(x.Warnings, func(w state.Warning) bool {
			return w.Code == state.WarnUnread && strings.Contains(w.Message, fmt.Sprintf("4 million frames: its last %d bytes", 2*more))
		}); said != (more > 0) {
			t.Errorf("%d frames: warned %v", frames, x.Warnings)
		}
	}
}

// packed compresses a text as a service does.
func packed(text string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write([]byte(text))
	z.Close()
	return b.String()
}

func brotlied(text string) string {
	var b bytes.Buffer
	z := brotli.NewWriter(&b)
	z.Write([]byte(text))
	z.Close()
	return b.String()
}

func zstded(text string) string {
	z, _ := zstd.NewWriter(nil)
	return string(z.EncodeAll([]byte(text), nil))
}

// deflated is raw, as many send it, without zlib's header.
func deflated(text string) string {
	var b bytes.Buffer
	z, _ := flate.NewWriter(&b, flate.DefaultCompression)
	z.Write([]byte(text))
	z.Close()
	return b.String()
}

// changed returns a text with another byte at a place counted from its end.
func changed(text string, at int) string {
	b := []byte(text)
	b[len(b)+at] ^= 1
	return string(b)
}

// TestFileThatOnlyBeginsLikeGzip: as it arrived, for there is nothing else of it.
func TestFileThatOnlyBeginsLikeGzip(t *testing.T) {
	const body = "\x1F\x8Bwords that are none"
	if _, c, _ := saved(t, "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n"+body); string(c.Text().All()) != body || c.End.Cause != wire.EndClean {
		t.Errorf("%q is shown, %+v", c.Text().All(), c.End)
	}
}

// TestCompressedBodyIsRead: curl -i saves it as it arrived, with --compressed as what it holds,
// and the head is the same for both.
func TestCompressedBodyIsRead(t *testing.T) {
	const head = "HTTP/1.1 200 OK\r\nContent-Type: %s\r\nContent-Encoding: %s\r\n\r\n"
	stream := created + added + hel + lo + "data: {\"type\":\"response.completed\",\"response\":{\"status\":\"completed\",\"output\":[]}}\n\ndata: [DONE]\n\n"
	long := created + added + strings.Repeat(hel, 20_000)
	document := `{"object":"response","status":"completed","output":[{"type":"message","role":"assistant","content":"Hello"}]}`
	for name, c := range map[string]struct{ media, coding, body, verdict, text, warned string }{
		"gzip":                  {"text/event-stream", "gzip", packed(stream), "completed", "Hello", ""},
		"a document":            {"application/json", "gzip", packed(document), "completed", "Hello", ""},
		"br":                    {"text/event-stream", "br", brotlied(stream), "completed", "Hello", ""},
		"zstd, twice":           {"application/json", "gzip, zstd", zstded(packed(document)), "completed", "Hello", ""},
		"deflate":               {"text/event-stream", "deflate", deflated(stream), "completed", "Hello", ""},
		"br, cut":               {"text/event-stream", "br", brotlied(long)[:30], "truncated", "", "before its end"},
		"cut":                   {"text/event-stream", "gzip", packed(long)[:2000], "truncated", "Hel", "before its end"},
		"broken":                {"text/event-stream", "gzip", packed(stream)[:40] + strings.Repeat("x", 200), "truncated", "", "the rest was not read"},
		"a head of it":          {"text/event-stream", "gzip", "\x1F\x8B", "truncated", "", "before its end"},
		"no gzip at all":        {"text/event-stream", "gzip", "\x1F\x8Bwords that are none", "truncated", "", "no final event arrived"},
		"another checksum":      {"text/event-stream", "gzip", changed(packed(stream), -8), "completed", "Hello", "does not match its checksum"},
		"another length":        {"text/event-stream", "gzip", changed(packed(stream), -1), "completed", "Hello", "does not match its checksum"},
		"of a document":         {"application/json", "gzip", changed(packed(document), -8), "completed", "Hello", "does not match its checksum"},
		"of the first of two":   {"text/event-stream", "gzip", changed(packed(created+added+hel), -8) + packed(lo), "truncated", "Hel", "the rest was not read"},
		"a stream decoded":      {"text/event-stream", "br", stream, "completed", "Hello", ""},
		"comments decoded":      {"text/event-stream", "br", ": hello\n\n" + stream, "completed", "Hello", ""},
		"a document decoded":    {"application/json", "zstd", document, "completed", "Hello", ""},
		"a stream encoded":      {"text/event-stream", "lzma", "\x1b\xff\x00\xa0\n\n\x80", "truncated", "", "not read"},
		"a document encoded":    {"application/json", "lzma", "\x1b\xff\x00\xa0\n\n\x80", "failed", "", "not read"},
		"an error page in gzip": {"text/html", "gzip", packed("<html>no"), "failed", "", ""},
	} {
		x, capture, _ := saved(t, fmt.Sprintf(head, c.media, c.coding)+c.body)
		var warned []string
		for _, w := range x.Warnings {
			if w.Code != state.WarnUnterminated && !strings.Contains(w.Message, "Content-Type") {
				warned = append(warned, w.Message)
			}
		}
		all := strings.Join(warned, "; ")
		if string(x.Verdict) != c.verdict || !strings.HasPrefix(x.Text(), c.text) || !strings.Contains(all, c.warned) || c.warned == "" && all != "" || strings.Contains(c.warned, "checksum") && strings.Contains(all, "not read") || string(capture.Body.All()) != c.body {
			t.Errorf("%s: %s %.20q, warned %q", name, x.Verdict, x.Text(), all)
		}
	}
}

// TestABombIsNotUnzipped: a body is read up to the maximum length of a file.
func TestDecompressionIsBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("it unzips 256 MiB")
	}
	x, capture, _ := saved(t, "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n"+packed(created+"data: "+strings.Repeat("a", 257<<20)))
	if capture.Text().Len() != 256<<20 || x.Verdict != state.Truncated || !slices.ContainsFunc(x.Warnings, func(w state.Warning) bool { return strings.Contains(w.Message, "more than 256 MiB") }) {
		t.Errorf("%d bytes are %s, warned %v", capture.Text().Len(), x.Verdict, x.Warnings)
	}
}
