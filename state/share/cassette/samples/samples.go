// Package samples has an answer for every rule of lint that breaks it, and a good one with the
// same content. gatehouse replay @lint serves them, so that everybody can try a client against
// them, and the clients of the suite are measured by them.
//
// A sample is a file, named by its rule, in the folder of its API: the answer as it is on the
// wire, but for these: a first line "# good NAME" names the good answer, a file in the folder
// good, if that is not named by the API; in a stream, "# wait 31s" delays the next frame,
// "# every 0s" sets the time between the frames that follow, and FILL is replaced by 80,000
// bytes. Content-Encoding: gzip compresses each frame. A torn stream has no blank line at its end.
package samples

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"embed"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"gatehouse/client/wire"
	"gatehouse/state/dialect/lint"
)

//go:embed good responses chat messages rerank
var files embed.FS

// apis are the APIs in the order in which they are listed, with what a client adds to its base
// URL.
var apis = []struct {
	api      lint.API
	endpoint string
}{
	{lint.Responses, "/responses"},
	{lint.Chat, "/chat/completions"},
	{lint.Messages, "/v1/messages"},
	{lint.Rerank, "/rerank"},
}

// endpoint returns what a client of an API adds to its base URL.
func endpoint(api lint.API) string {
	for _, a := range apis {
		if a.api == api {
			return a.endpoint
		}
	}
	return apis[0].endpoint
}

// Sample is an answer that breaks a rule, and the same answer without the fault.
type Sample struct {
	Rule            string
	API             lint.API
	good, deviating answer
}

// answer is the content of a file.
type answer struct {
	status int
	header http.Header
	chunks []chunk
	good   string // the name of the good answer
}

// chunk is a piece of a body: a frame, or the complete body of an answer that is no stream.
type chunk struct {
	text string
	gap  time.Duration // since the one before it
}

// usualGap is the time between two frames: a model at 50 tokens a second.
const usualGap = 20 * time.Millisecond

// All returns every sample, in the order of the rules.
func All() (all []Sample) {
	for _, a := range apis {
		folder := a.api.String()
		entries, err := files.ReadDir(folder)
		if err != nil {
			panic(err) // the folder is embedded
		}
		for _, e := range entries {
			s := Sample{Rule: strings.TrimSuffix(e.Name(), ".http"), API: a.api, deviating: parse(folder, e.Name())}
			s.good = parse("good", s.deviating.good+".http")
			all = append(all, s)
		}
	}
	names := lint.Named()
	slices.SortStableFunc(all, func(a, b Sample) int {
		return slices.Index(names, a.Rule) - slices.Index(names, b.Rule)
	})
	return all
}

// parse reads a file.
func parse(folder, name string) answer {
	data, err := files.ReadFile(folder + "/" + name)
	a, text := answer{good: folder}, string(data)
	if rest, ok := strings.CutPrefix(text, "# good "); ok {
		a.good, text, _ = strings.Cut(rest, "\n")
	}
	r, err2 := http.ReadResponse(bufio.NewReader(strings.NewReader(text)), nil)
	if err != nil || err2 != nil {
		panic(fmt.Sprint(folder, "/", name, ": ", err, err2)) // the file is embedded
	}
	body, _ := io.ReadAll(r.Body) // from memory
	a.status, a.header = r.StatusCode, r.Header
	if !a.isStream() {
		a.chunks = []chunk{{strings.TrimSuffix(string(body), "\n"), usualGap}}
		return a
	}
	every, wait := usualGap, time.Duration(0)
	for _, text := range strings.SplitAfter(string(body), "\n\n") {
		for strings.HasPrefix(text, "# ") {
			var line string
			line, text, _ = strings.Cut(text, "\n")
			if value, ok := strings.CutPrefix(line, "# every "); ok {
				every, _ = time.ParseDuration(value)
			} else {
				wait, _ = time.ParseDuration(strings.TrimPrefix(line, "# wait "))
			}
		}
		if text != "" {
			text = strings.Replace(text, "FILL", strings.Repeat("0123456789abcdef", 5000), 1)
			a.chunks = append(a.chunks, chunk{text, every + wait})
			wait = 0
		}
	}
	return a
}

func (a *answer) isStream() bool { return a.header.Get("Content-Type") != "application/json" }

// Path returns the path of an answer below the address of the replay, with what a client adds to
// its base URL.
func (s *Sample) Path(good bool) string {
	if good {
		return "/" + s.Rule + "/good" + endpoint(s.API)
	}
	return "/" + s.Rule + endpoint(s.API)
}

// Capture returns an answer as the record of an exchange that asked for it.
func (s *Sample) Capture(good bool) *wire.Capture {
	a := s.deviating
	if good {
		a = s.good
	}
	c := &wire.Capture{
		ID: strings.Trim(strings.ReplaceAll(s.Path(good), "/", "-"), "-"), Start: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
		Sent: wire.Sent{
			Method: "POST", URL: "http://127.0.0.1" + s.Path(good),
			Header: http.Header{"Content-Type": {"application/json"}}, Body: []byte(request(s.API, a.isStream())),
		},
		Head: &wire.Head{Status: a.status, Proto: "HTTP/1.1", Header: a.header, AtUS: usualGap.Microseconds()}, Timing: wire.NoTiming(),
	}
	at := usualGap.Microseconds()
	compressed := a.header.Get("Content-Encoding") == "gzip"
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	for _, chunk := range a.chunks {
		at += chunk.gap.Microseconds()
		if !compressed {
			c.Body.Append([]byte(chunk.text), at)
			continue
		}
		w.Write([]byte(chunk.text)) // to memory
		w.Flush()
		if c.Decoded == nil {
			c.Decoded = &wire.Body{}
		}
		c.Decoded.Append([]byte(chunk.text), at)
		c.Body.Append(bytes.Clone(packed.Bytes()), at)
		packed.Reset()
	}
	if compressed {
		w.Close()
		c.Body.Append(bytes.Clone(packed.Bytes()), at)
	}
	c.Timing.FirstByte, c.Timing.End = usualGap.Microseconds(), at
	c.End = &wire.End{Cause: wire.EndClean, AtUS: at}
	return c
}

// request returns the body of a request for an answer.
func request(api lint.API, streamed bool) string {
	switch api {
	case lint.Chat:
		return fmt.Sprintf(`{"model":"sim/writer","messages":[{"role":"user","content":"Hello"}],"stream":%t,"stream_options":{"include_usage":true}}`, streamed)
	case lint.Messages:
		return fmt.Sprintf(`{"model":"sim/writer","max_tokens":100,"messages":[{"role":"user","content":"Hello"}],"stream":%t}`, streamed)
	case lint.Rerank:
		return `{"model":"sim/bm25","query":"hello","documents":["good morning","hello there","good night"]}`
	}
	return fmt.Sprintf(`{"model":"sim/writer","input":"Hello","stream":%t}`, streamed)
}
