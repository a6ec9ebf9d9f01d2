package mcp

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"gatehouse/app/effect/share"
	"gatehouse/client"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state/answer/figures"
	"gatehouse/state/archive"
	"gatehouse/state/history/output"
	"gatehouse/state/share/export"
	"gatehouse/views/kit/text"
)

// part is a part of an exchange that can be read.
type part struct {
	name, about string
	read        func(masked) (language, text string, err error)
}

func parts() []part {
	return []part{
		{"answer", "what was answered, as text (the default)", func(m masked) (string, string, error) {
			return "text", output.Answer(m.State, m.Capture, true), nil
		}},
		{"request", "the body that was sent", func(m masked) (string, string, error) {
			return "json", output.Indented(m.Capture.Sent.Body), nil
		}},
		{"response", "the response as one document, put together where it was streamed", func(m masked) (string, string, error) {
			if doc := m.State.Document(); len(doc) > 0 {
				return "json", output.Indented(doc), nil
			}
			return "text", string(m.Capture.Text().All()), nil
		}},
		{"headers", "the lines of the request and of the response", func(m masked) (string, string, error) { return "http", heads(m), nil }},
		{"object", "verdict, text, response, usage, routing metadata and times as one object", func(m masked) (string, string, error) {
			var b bytes.Buffer
			err := output.Exchange(&b, m.State)
			return "json", b.String(), err
		}},
		{"transcript", "messages by role, with calls, verdict and cost", func(m masked) (string, string, error) {
			d, _ := export.DocumentAs("markdown")
			doc, err := d.Write([]export.Exchange{m.Exchange})
			return "markdown", string(doc), err
		}},
	}
}

func partWords() string {
	var words []string
	for _, p := range parts() {
		words = append(words, p.name+", "+p.about)
	}
	return strings.Join(words, "; ")
}

type getting struct {
	ID       string `json:"id" jsonschema:"id of the exchange, a unique beginning of it, or last"`
	Part     string `json:"part,omitempty" jsonschema:"answer (default), request, response, headers, object or transcript"`
	MaxBytes int    `json:"max_bytes,omitempty" jsonschema:"most bytes of the part, up to 65536; default 12288"`
	Offset   int    `json:"offset,omitempty" jsonschema:"bytes of the part to skip, as the previous answer reports"`
}

func (s *Server) get(ctx context.Context, a *archive.Archive, in getting) (answer, error) {
	all := parts()
	name := cmp.Or(in.Part, all[0].name)
	at := slices.IndexFunc(all, func(p part) bool { return p.name == name })
	if at < 0 {
		return answer{}, fmt.Errorf("there is no part %q; ask for %s", in.Part, partWords())
	}
	m, err := s.find(ctx, a, in.ID)
	if err != nil {
		return answer{}, err
	}
	language, content, err := all[at].read(m)
	if err != nil {
		return answer{}, err
	}
	out, err := windowed(language, content, in.Offset, in.MaxBytes)
	switch {
	case err != nil:
	case name == "request" && !m.State.Known.Request:
		out.note("The request was not recorded.")
	case name != "request" && !m.State.Known.Answer:
		out.note("The answer was not recorded.")
	case content == "":
		out.note("It is empty; why reports how the exchange ended.")
	}
	out.mask(m)
	return out, err
}

// windowed returns a part of a text in a code block, with notes about the rest.
func windowed(language, content string, offset, limit int) (out answer, err error) {
	limit, err = boundOf(limit)
	if err != nil {
		return out, err
	}
	if scan.Valid([]byte(content)) {
		content = string(output.Escape([]byte(content)))
	}
	content = text.Sanitize(content)
	shown, next, err := window(content, offset, limit)
	if err != nil {
		return out, err
	}
	if shown != "" {
		out.data = export.Fence(language, shown)
	}
	if offset > 0 || next < len(content) {
		out.note("Bytes %s to %s of %s.", figures.Thousands(offset), figures.Thousands(next), figures.Thousands(len(content)))
	}
	if next < len(content) {
		out.note("Ask for the rest with offset: %d.", next)
	}
	return out, nil
}

// heads returns the heads of the request and of the response.
func heads(m masked) string {
	var b strings.Builder
	sent := m.Capture.Sent
	b.WriteString(strings.TrimSpace(sent.Method+" "+sent.URL) + "\n")
	_ = sent.Header.Write(&b) // a Builder returns no error
	if head := m.Capture.Head; head != nil {
		fmt.Fprintf(&b, "\n%s %d %s\n", head.Proto, head.Status, http.StatusText(head.Status))
		_ = head.Header.Write(&b)
	} else {
		b.WriteString("\n(no response head)\n")
	}
	return b.String()
}

// requestDocuments returns the exports that contain only the request of an exchange.
func requestDocuments() (list []export.Document) {
	for _, as := range []string{"json", "curl", "responses", "go", "python", "typescript", "check"} {
		if d, ok := export.DocumentAs(as); ok {
			list = append(list, d)
		}
	}
	return list
}

func documentWords() string {
	var words []string
	for _, d := range requestDocuments() {
		words = append(words, d.As+", "+d.About)
	}
	return strings.Join(words, "; ")
}

type requesting struct {
	ID       string `json:"id" jsonschema:"id of the exchange, a unique beginning of it, or last"`
	As       string `json:"as,omitempty" jsonschema:"json (default), curl, responses, go, python, typescript or check"`
	MaxBytes int    `json:"max_bytes,omitempty" jsonschema:"most bytes of it, up to 65536; default 12288"`
	Offset   int    `json:"offset,omitempty" jsonschema:"bytes of it to skip, as the previous answer reports"`
}

func (s *Server) request(ctx context.Context, a *archive.Archive, in requesting) (answer, error) {
	all := requestDocuments()
	as := cmp.Or(in.As, all[0].As)
	at := slices.IndexFunc(all, func(d export.Document) bool { return d.As == as })
	if at < 0 {
		return answer{}, fmt.Errorf("as %q: ask for %s", in.As, documentWords())
	}
	m, err := s.find(ctx, a, in.ID)
	if err != nil {
		return answer{}, err
	}
	doc, err := share.Write(nil, all[at], []export.Exchange{m.Exchange})
	if errors.Is(err, export.ErrNoRequest) {
		return answer{}, fmt.Errorf("%w; get reads the answer", err)
	}
	if err != nil {
		return answer{}, err
	}
	language := map[string]string{"curl": "sh", "responses": "json", "check": "toml"}[as]
	out, err := windowed(cmp.Or(language, as), string(doc), in.Offset, in.MaxBytes)
	for _, lost := range all[at].Lost([]export.Exchange{m.Exchange}) {
		out.note("Not translated: %s.", lost)
	}
	if m.places > 0 {
		out.note("What is masked in it would be sent as *.")
	}
	out.mask(m)
	return out, err
}

const maxFrames = 1000 // of an answer

type framing struct {
	ID       string `json:"id" jsonschema:"id of the exchange, a unique beginning of it, or last"`
	From     int    `json:"from,omitempty" jsonschema:"number of the first frame, counted from 1; default 1"`
	To       int    `json:"to,omitempty" jsonschema:"number of the last frame; default: as many as there is room for"`
	MaxBytes int    `json:"max_bytes,omitempty" jsonschema:"most bytes of the frames, up to 65536; default 12288"`
}

func (s *Server) frames(ctx context.Context, a *archive.Archive, in framing) (out answer, err error) {
	limit, err := boundOf(in.MaxBytes)
	if err != nil {
		return out, err
	}
	from := max(in.From, 1)
	if in.From < 0 || in.To < 0 || in.To != 0 && in.To < from {
		return out, fmt.Errorf("from %d to %d: frames are counted from 1, and to is not before from", in.From, in.To)
	}
	m, err := s.find(ctx, a, in.ID)
	if err != nil {
		return out, err
	}
	to := from + maxFrames - 1
	if in.To != 0 {
		to = min(in.To, to)
	}
	var b strings.Builder
	count, last := 0, from-1
	for arrived := range client.Replay(m.Capture) {
		if arrived.Kind != wire.ArrivedFrame {
			continue
		}
		if count++; count != last+1 || count > to {
			continue
		}
		line := numbered(count, &arrived.Frame, limit)
		if b.Len() > 0 && b.Len()+len(line) > limit {
			to = last
			continue
		}
		b.WriteString(line)
		last = count
	}
	out.data = b.String()
	switch {
	case count == 0:
		out.note("The answer has no frames: it was not streamed. get with part: \"response\" reads it.")
	case last < from:
		out.note("There is no frame %d; it has %s.", from, figures.Counted(count, "frame"))
	default:
		out.note("Frames %d to %d of %d.", from, last, count)
	}
	if count > last && last >= from && (in.To == 0 || last < in.To) {
		out.note("Ask for the next with from: %d.", last+1)
	}
	out.mask(m)
	return out, nil
}

// numbered returns the line of a frame, without the data of one larger than limit bytes.
func numbered(n int, f *wire.Frame, limit int) string {
	line := output.Escape(output.Frame(f))
	if len(line) <= limit {
		return fmt.Sprintf(`{"n":%d,`, n) + string(line[1:]) + "\n"
	}
	var o output.Object
	o.Int("n", int64(n))
	o.Int("at_us", f.AtUS)
	o.Text("event", f.Event)
	o.Int("left_out_bytes", int64(len(f.Data)))
	return string(output.Escape(o.End())) + "\n"
}
