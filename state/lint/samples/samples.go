// Package samples makes an answer for every rule of lint that has the deviation, and a good
// one beside it that says the same. They are what gatehouse replay @lint serves, so that
// everybody can try a client against them, and what the clients of the suite are measured by.
package samples

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/tidwall/sjson"

	"gatehouse/client/wire"
	"gatehouse/state/lint"
)

// Sample is a deviation, and the same answer without it.
type Sample struct {
	Rule            string
	API             lint.API
	Good, Deviating *Answer
}

// Text is what every sample says in the end, unless its answer is a call.
const Text = "Hello from the sample, in five pieces."

// Answer is one answer, with its times.
type Answer struct {
	Status int
	Header http.Header
	frames []frame
	body   string // of an answer that is no stream
	torn   bool   // nothing is behind the last frame
	mark   bool   // a byte order mark is in front
	gzip   bool   // it is compressed, each frame by itself
	waitUS int64  // before the first frame, after the head
}

// frame is a frame of a stream. One without an event line has no name.
type frame struct {
	name, data string
	gapUS      int64 // before it, beside the usual one
}

// usualGap is between two frames, in microseconds: a model at 50 tokens a second.
const usualGap = 20_000

// All returns every sample, in the order of the rules.
func All() []Sample {
	all := slices.Concat(responsesSamples(), chatSamples(), messagesSamples(), streamSamples(), documentSamples())
	names := lint.Named()
	slices.SortStableFunc(all, func(a, b Sample) int {
		return slices.Index(names, a.Rule) - slices.Index(names, b.Rule)
	})
	return all
}

// Path is where an answer is served, below the address of the replay: what a client adds to
// its base URL stands behind it.
func (s *Sample) Path(good bool) string {
	if good {
		return "/" + s.Rule + "/good" + Endpoint(s.API)
	}
	return "/" + s.Rule + Endpoint(s.API)
}

// Endpoint is what a client of an API adds to its base URL.
func Endpoint(api lint.API) string {
	switch api {
	case lint.Chat:
		return "/chat/completions"
	case lint.Messages:
		return "/v1/messages"
	case lint.Rerank:
		return "/rerank"
	}
	return "/responses"
}

// Capture returns an answer as the record of an exchange that asked for it.
func (s *Sample) Capture(good bool) *wire.Capture {
	a := s.Deviating
	if good {
		a = s.Good
	}
	c := &wire.Capture{
		ID: strings.Trim(strings.ReplaceAll(s.Path(good), "/", "-"), "-"), Start: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
		Sent: wire.Sent{
			Method: "POST", URL: "http://127.0.0.1" + s.Path(good),
			Header: http.Header{"Content-Type": {"application/json"}}, Body: []byte(request(s.API, a.body == "")),
		},
		Head: &wire.Head{Status: a.Status, Proto: "HTTP/1.1", Header: a.Header, AtUS: usualGap}, Timing: wire.NoTiming(),
	}
	at := int64(usualGap) + a.waitUS
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	for _, chunk := range a.chunks() {
		at += chunk.gapUS
		if !a.gzip {
			c.Body.Append([]byte(chunk.data), at)
			continue
		}
		w.Write([]byte(chunk.data)) // into memory, which takes all
		w.Flush()
		if c.Decoded == nil {
			c.Decoded = &wire.Body{}
		}
		c.Decoded.Append([]byte(chunk.data), at)
		c.Body.Append(bytes.Clone(packed.Bytes()), at)
		packed.Reset()
	}
	if a.gzip {
		w.Close()
		c.Body.Append(bytes.Clone(packed.Bytes()), at)
	}
	c.Timing.FirstByte, c.Timing.End = usualGap, at
	c.End = &wire.End{Cause: wire.EndClean, AtUS: at}
	return c
}

// chunks are the pieces of the body, each as it is spelled on the wire.
func (a *Answer) chunks() (all []frame) {
	if a.body != "" {
		return []frame{{data: a.body, gapUS: usualGap}}
	}
	for i, f := range a.frames {
		var b strings.Builder
		if a.mark && i == 0 {
			b.WriteString("\uFEFF")
		}
		if f.name != "" {
			b.WriteString("event: " + f.name + "\n")
		}
		b.WriteString("data: " + f.data + "\n")
		if !a.torn || i < len(a.frames)-1 {
			b.WriteString("\n")
		}
		all = append(all, frame{data: b.String(), gapUS: usualGap + f.gapUS})
	}
	return all
}

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

// streamOf returns a good stream of frames.
func streamOf(frames []frame) *Answer {
	return &Answer{Status: 200, frames: frames, Header: http.Header{"Content-Type": {"text/event-stream"}, "Cache-Control": {"no-cache"}}}
}

// documentOf returns an answer that is no stream.
func documentOf(status int, body string) *Answer {
	return &Answer{Status: status, body: body, Header: http.Header{"Content-Type": {"application/json"}}}
}

// edit is a step that makes a good stream deviate.
type edit func([]frame) []frame

// but returns the answer after some edits.
func (a *Answer) but(edits ...edit) *Answer {
	b := *a
	b.Header, b.frames = a.Header.Clone(), slices.Clone(a.frames)
	for _, e := range edits {
		b.frames = e(b.frames)
	}
	return &b
}

// without leaves out the frames of some names.
func without(names ...string) edit {
	return func(all []frame) []frame {
		return slices.DeleteFunc(all, func(f frame) bool { return slices.Contains(names, f.kind()) })
	}
}

// kind is the type of the event, or the data of a frame that holds none.
func (f *frame) kind() string {
	if f.name != "" {
		return f.name
	}
	return f.data
}

// set sets a member of every frame of a name to a JSON value; name "" stands for every frame.
func set(name, path, value string) edit {
	return each(name, setOne(path, value))
}

// setOne sets a member of one frame.
func setOne(path, value string) func(*frame) {
	return func(f *frame) { f.data = must(sjson.SetRaw(f.data, path, value)) }
}

// unset leaves a member out of every frame of a name.
func unset(name, path string) edit {
	return each(name, func(f *frame) { f.data = must(sjson.Delete(f.data, path)) })
}

// each edits the frames of a name that hold an object.
func each(name string, change func(*frame)) edit {
	return func(all []frame) []frame {
		for i := range all {
			if strings.HasPrefix(all[i].data, "{") && (name == "" || all[i].name == name) {
				change(&all[i])
			}
		}
		return all
	}
}

// at edits one frame by its number; a negative one counts from the end.
func at(n int, change func(*frame)) edit {
	return func(all []frame) []frame {
		if n < 0 {
			n += len(all)
		}
		change(&all[n])
		return all
	}
}

// cut leaves out the last frames.
func cut(n int) edit { return func(all []frame) []frame { return all[:len(all)-n] } }

// insert puts frames in front of frame n; a negative n counts from the end.
func insert(n int, more ...frame) edit {
	return func(all []frame) []frame {
		if n < 0 {
			n += len(all)
		}
		return slices.Insert(all, n, more...)
	}
}

// swap exchanges two frames.
func swap(n, m int) edit {
	return func(all []frame) []frame {
		all[n], all[m] = all[m], all[n]
		return all
	}
}

func must(text string, err error) string {
	if err != nil {
		panic(err) // a typing error in this package
	}
	return text
}
