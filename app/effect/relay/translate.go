package relay

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"gatehouse/client/read"
	"gatehouse/client/scan"
	"gatehouse/client/sse"
	"gatehouse/client/wire"
	"gatehouse/state/dialect"
	"gatehouse/state/dialect/answers"
	"gatehouse/state/dialect/assembly"
	"gatehouse/state/dialect/registry"
	"gatehouse/state/text/rope"
)

const (
	chatPath     = "/chat/completions"
	messagesPath = "/messages"
	countPath    = "/messages/count_tokens"
)

// TranslatedPaths lists what a handler of Translate answers in addition to its gateway, whose paths
// begin with base.
func TranslatedPaths(base string) (paths []string) {
	for _, path := range []string{chatPath, messagesPath, countPath} {
		paths = append(paths, "POST "+base+path)
	}
	return paths
}

// Translate returns a handler in front of a gateway that answers POST base/responses. It answers chat
// completions and Anthropic messages too: their requests are translated for the gateway, and its
// answers are translated back while they arrive. Of a request it reads at most maxBody bytes. Paths
// may begin with base, with /v1, with both or with neither, because programs differ in what they
// append to a base URL.
func Translate(gateway http.Handler, base string, maxBody int64) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := strings.TrimPrefix(strings.TrimPrefix(r.URL.Path, base), "/v1")
		switch name {
		case chatPath, messagesPath, countPath:
			if r.Method == http.MethodPost {
				translate(gateway, base, maxBody, name, w, r)
				return
			}
		case "/responses", "/rerank", "/models":
			r = redirected(r, base+name)
		}
		gateway.ServeHTTP(w, r)
	})
}

// redirected returns a request with another path. The key of Anthropic's clients becomes a bearer token.
func redirected(r *http.Request, path string) *http.Request {
	to, u := *r, *r.URL
	u.Path, u.RawPath = path, ""
	to.URL, to.Header = &u, r.Header.Clone()
	if key := r.Header.Get("X-Api-Key"); key != "" && r.Header.Get("Authorization") == "" {
		to.Header.Set("Authorization", "Bearer "+key)
	}
	return &to
}

func translate(gateway http.Handler, base string, maxBody int64, name string, w http.ResponseWriter, r *http.Request) {
	x := &translation{ResponseWriter: w, ReadCloser: r.Body, maxBody: maxBody, encoding: r.Header.Get("Content-Encoding"), counts: name == countPath}
	x.path = strings.TrimSuffix(name, "/count_tokens")
	x.api = registry.All()[registry.Of(wire.Sent{Method: http.MethodPost, URL: x.path})]
	to := redirected(r, base+"/responses")
	to.Body, to.ContentLength = x, -1
	to.Header.Del("Content-Encoding")
	to.Header.Del("Content-Length")
	x.begin(nil)
	gateway.ServeHTTP(x, to)
	x.finish()
}

// translation is one exchange that is translated: the body of the request to the gateway, and the
// writer of its answer.
type translation struct {
	http.ResponseWriter
	io.ReadCloser // the body that was sent

	api      dialect.API
	path     string
	counts   bool // only the tokens of the prompt are asked for
	maxBody  int64
	encoding string // of the body
	request  *bytes.Reader
	refused  error // why the request is not translated

	answer   *answers.Translation
	status   int              // of the gateway; 0 before its head
	passes   bool             // its body is passed on as it is
	hijacked bool             // the connection is the gateway's
	document []byte           // the answer, if it is no stream
	builder  assembly.Builder // puts the frames of a document together
	body     wire.Body        // of a stream
	cutter   *sse.Cutter      // nil if the answer is no stream
	frames   []byte           // to be written
	last     json.RawMessage  // the data of the last frame
}

// begin prepares the answer to a request.
func (x *translation) begin(request []byte) {
	x.answer = answers.NewTranslation(x.api.Writer(request, x.emit))
}

// Read returns the translated request. It is translated when it is first read: the gateway has then
// checked its Host and its key, and how many requests are running.
func (x *translation) Read(p []byte) (int, error) {
	if x.request == nil {
		body, err := io.ReadAll(io.LimitReader(x.ReadCloser, x.maxBody+1))
		if err != nil {
			return 0, err
		}
		if int64(len(body)) <= x.maxBody { // else the gateway refuses it
			if body, x.refused = x.translated(body); x.refused != nil {
				return 0, x.refused
			}
		}
		x.request = bytes.NewReader(body)
	}
	return x.request.Read(p)
}

// translated translates a request. The answer names in a header what of it is ignored.
func (x *translation) translated(body []byte) ([]byte, error) {
	if x.encoding != "" && !strings.EqualFold(x.encoding, "identity") {
		return nil, fmt.Errorf("Content-Encoding %q is not supported: send the body uncompressed", x.encoding)
	}
	if x.counts { // which must not write to the cache
		body = bytes.ReplaceAll(body, []byte(`"cache_control":`), []byte(`"no_cache_control":`))
	}
	to, err := registry.Translate(x.path, body)
	switch {
	case errors.Is(err, dialect.ErrForeign):
		return nil, errors.New("messages: must be a list of messages")
	case err != nil:
		return nil, fmt.Errorf("the request body is not a JSON object: %w", err)
	}
	if likeliest := scan.Get(body, "top_logprobs"); len(likeliest) > 0 && !scan.IsNull(likeliest) && string(likeliest) != "0" {
		to.Losses = append(to.Losses, dialect.Loss{Path: "logprobs", Why: "log probabilities are not translated back from /responses"})
	}
	const maxNamed = 20
	var ignored []string
	for _, l := range to.Losses {
		if l.Essential() {
			return nil, errors.New(l.String())
		}
		if len(ignored) < maxNamed {
			ignored = append(ignored, l.Path)
		}
	}
	if len(ignored) > 0 && !x.counts {
		x.Header().Add("Warning", "199 gatehouse "+strconv.QuoteToASCII("not in /responses, ignored: "+strings.Join(ignored, ", ")))
	}
	x.begin(body)
	if x.counts {
		return counting(to.Body), nil
	}
	return to.Body, nil
}

// counting returns a request for the shortest answer, whose usage has the tokens of the prompt.
func counting(request []byte) []byte {
	members := []any{"stream", []byte("false"), "max_output_tokens", []byte("1")}
	for m := range scan.Members(request) {
		if !slices.Contains([]string{"stream", "max_output_tokens"}, m.Key) {
			members = append(members, m.Key, []byte(m.Value))
		}
	}
	return scan.MakeObject(members...)
}

// FlushError flushes a stream. The head of a document depends on its end.
func (x *translation) FlushError() error {
	if x.builder != nil {
		return nil
	}
	return http.NewResponseController(x.ResponseWriter).Flush()
}

// Unwrap returns the writer for package http, which sets deadlines.
func (x *translation) Unwrap() http.ResponseWriter { return x.ResponseWriter }

// Hijack lets the gateway reset the connection.
func (x *translation) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	x.hijacked = true
	return http.NewResponseController(x.ResponseWriter).Hijack()
}

// WriteHeader begins the answer: that of a stream at once, that of a document at its end. Anything
// else, such as a page of HTML, is passed on as it is.
func (x *translation) WriteHeader(status int) {
	if x.status != 0 {
		return
	}
	x.status = status
	h := x.Header()
	if id := h.Get("X-Request-Id"); id != "" {
		x.answer.RequestID = id
		h.Set("Request-Id", id) // as Anthropic's clients read it
	}
	kind, _, _ := strings.Cut(h.Get("Content-Type"), ";")
	switch {
	case kind == "application/json":
		x.builder = x.api.Assembler()
		return
	case kind == "text/event-stream":
		x.cutter = sse.New(&x.body, sse.DefaultMaxLine)
	default:
		x.passes = true
	}
	h.Del("Content-Length")
	x.ResponseWriter.WriteHeader(status)
}

// maxDocument limits the answer that is translated at its end.
const maxDocument = 64 << 20

// Write translates a piece of the answer.
func (x *translation) Write(p []byte) (int, error) {
	x.WriteHeader(http.StatusOK)
	switch {
	case x.passes:
		return x.ResponseWriter.Write(p)
	case x.cutter == nil && len(x.document)+len(p) > maxDocument:
		return 0, fmt.Errorf("the answer is longer than %d bytes", maxDocument)
	case x.cutter == nil:
		x.document = append(x.document, p...)
		return len(p), nil
	}
	x.body.Append(p, 0)
	x.cutter.Feed(x.body.Len(), 0)
	x.frames = x.frames[:0]
	for frame, ok := x.cutter.Next(); ok; frame, ok = x.cutter.Next() {
		x.frame(frame)
	}
	x.body.Discard(x.cutter.UnreadFrom())
	if len(x.frames) > 0 {
		if _, err := x.ResponseWriter.Write(x.frames); err != nil {
			return 0, err
		}
	}
	return len(p), x.cutter.Err()
}

// frame translates a frame of a stream. Comments and what is no JSON are passed on.
func (x *translation) frame(f wire.Frame) {
	switch {
	case f.Kind == wire.FrameComment:
		x.frames = fmt.Appendf(x.frames, ": %s\n\n", bytes.TrimSpace(f.Data))
	case f.Kind != wire.FrameEvent:
	case string(f.Data) == "[DONE]":
		if x.api.Done {
			x.write("", f.Data)
		}
	case scan.Check(f.Data) != nil || scan.KindOf(f.Data) != scan.Object:
		x.write("", f.Data)
	case read.Heartbeat(scan.Text(scan.Get(f.Data, "type"))):
		x.frames = append(x.frames, ": keepalive\n\n"...)
	default:
		x.answer.Event(f.Data)
	}
}

// emit receives the frames of the API that was called.
func (x *translation) emit(event string, data json.RawMessage) {
	if x.last = data; x.builder != nil {
		x.builder.Frame(data, event)
		return
	}
	x.write(event, data)
}

func (x *translation) write(event string, data []byte) {
	if event != "" {
		x.frames = fmt.Appendf(x.frames, "event: %s\n", event)
	}
	for line := range bytes.SplitSeq(data, []byte{'\n'}) {
		x.frames = fmt.Appendf(x.frames, "data: %s\n", line)
	}
	x.frames = append(x.frames, '\n')
}

// finish writes an answer that is no stream.
func (x *translation) finish() {
	if x.status == 0 || x.builder == nil || x.hijacked {
		return
	}
	status, body := x.status, x.document
	switch {
	case x.refused != nil:
		x.answer.Fail(answers.Failure{Status: status, Kind: "invalid_request", Message: x.refused.Error()})
	case scan.Check(body) != nil:
		x.answer.Fail(answers.Failure{Status: http.StatusBadGateway, Message: "The gateway's answer is not complete."})
	case status >= http.StatusBadRequest:
		x.answer.Fail(answers.ReadFailure(status, body))
	default:
		x.answer.Document(body)
	}
	switch f := x.answer.Failed(); {
	case f != nil:
		status, body = f.Status, x.last
	case x.counts:
		body = scan.MakeObject("input_tokens", scan.At(body, "usage", "input_tokens"))
	default:
		body = scan.MakeObject(x.builder.Document().Members(rope.Limit{Max: math.MaxInt})...)
	}
	x.Header().Set("Content-Length", strconv.Itoa(len(body)))
	x.ResponseWriter.WriteHeader(status)
	_, _ = x.ResponseWriter.Write(body)
}
