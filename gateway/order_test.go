package gateway_test

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"gatehouse/gateway"

	"github.com/tidwall/gjson"
)

// order is the events of a stream, one after the other, with the deltas of one run as one.
func order(t *testing.T, frames []frame) (types []string) {
	t.Helper()
	for _, f := range frames {
		if len(types) == 0 || types[len(types)-1] != f.event || !strings.HasSuffix(f.event, ".delta") {
			types = append(types, f.event)
		}
	}
	return types
}

// The order of wire-notes §5.3, for every kind of item.
func TestOrder(t *testing.T) {
	base := serve(t)
	const weather = `"tools":[{"type":"function","name":"get_weather","parameters":{"type":"object","properties":{"city":{"type":"string"}}}}]`
	const message = `output_item.added content_part.added output_text.delta output_text.done content_part.done output_item.done`
	const thought = `output_item.added content_part.added reasoning_text.delta reasoning_text.done content_part.done output_item.done`
	for _, c := range []struct{ name, body, want string }{
		{"text", `{"input":"hello","stream":true}`, message},
		{"reasoning", `{"model":"sim/reasoner","input":"hello","stream":true}`, thought + " " + message},
		{"summary", `{"model":"sim/reasoner","input":"hello","stream":true,"reasoning":{"summary":"auto"}}`,
			strings.Replace(thought, "content_part.added", `reasoning_summary_part.added reasoning_summary_text.delta
				reasoning_summary_text.done reasoning_summary_part.done content_part.added`, 1) + " " + message},
		{"refusal", `{"input":"please refuse","stream":true}`, strings.ReplaceAll(message, "output_text", "refusal")},
		{"call", `{"input":"weather in Rome","stream":true,` + weather + `}`,
			`output_item.added function_call_arguments.delta function_call_arguments.done output_item.done`},
	} {
		t.Run(c.name, func(t *testing.T) {
			frames, err := stream(t, base, c.body)
			if err != nil {
				t.Fatal(err)
			}
			want := []string{"response.created", "response.in_progress"}
			for typ := range strings.FieldsSeq(c.want) {
				want = append(want, "response."+typ)
			}
			want = append(want, "response.completed", "")
			if got := order(t, frames); !slices.Equal(got, want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
			adds(t, frames)
		})
	}
}

// adds checks what every stream must hold: the type is the event's name, numbers rise by one from
// 0, no event has an error member, and the terminal response is what the events built up.
func adds(t *testing.T, frames []frame) {
	t.Helper()
	if last := frames[len(frames)-1]; last.data != "[DONE]" || last.event != "" {
		t.Errorf("the last frame is %+v", last)
	}
	final := gjson.Get(frames[len(frames)-2].data, "response")
	built := map[string]string{} // by item and event
	for i, f := range frames[:len(frames)-1] {
		d := gjson.Parse(f.data)
		if !gjson.Valid(f.data) || d.Get("type").Str != f.event || d.Get("sequence_number").Raw == "" || d.Get("sequence_number").Int() != int64(i) {
			t.Errorf("frame %d: %+v", i, f)
		}
		if d.Get("error").Exists() {
			t.Errorf("an error member in %s", f.data)
		}
		id, at := d.Get("item_id").Str, "output."+d.Get("output_index").Raw
		if id != "" && final.Get(at+".id").Str != id {
			t.Errorf("%s is about %s, %s is %s", f.event, id, at, final.Get(at+".id"))
		}
		switch name, kind := f.event[:strings.LastIndex(f.event, ".")], f.event[strings.LastIndex(f.event, ".")+1:]; kind {
		case "delta":
			built[id+name] += d.Get("delta").Str
			if d.Get("delta").Str == "" {
				t.Error("an empty delta")
			}
			if text := name == "response.output_text"; text != d.Get("logprobs").IsArray() {
				t.Errorf("logprobs in %s", f.data)
			}
		case "done":
			for _, member := range []string{"text", "refusal", "arguments"} {
				if v := d.Get(member); v.Exists() && v.Str != built[id+name] {
					t.Errorf("%s says %q, the deltas %q", f.event, v.Str, built[id+name])
				}
			}
			if name == "response.function_call_arguments" && d.Get("name").Str == "" {
				t.Errorf("no name in %s", f.data)
			}
			if name == "response.output_item" && d.Get("item").Raw != final.Get(at).Raw {
				t.Errorf("the item is %s, at the end %s", d.Get("item"), final.Get(at))
			}
		case "created":
			if r := d.Get("response"); r.Get("status").Str != "in_progress" || r.Get("output.#").Int() != 0 || r.Get("usage").Raw != "null" || r.Get("completed_at").Raw != "null" {
				t.Errorf("%s", r)
			}
		}
	}
}

// writes is a ResponseWriter that records each write and flush.
type writes struct {
	header http.Header
	calls  []string // what was written; "flush" for a flush
}

func (w *writes) Header() http.Header { return w.header }
func (w *writes) WriteHeader(int)     {}
func (w *writes) Flush()              { w.calls = append(w.calls, "flush") }
func (w *writes) Write(b []byte) (int, error) {
	w.calls = append(w.calls, string(b))
	return len(b), nil
}

// One write and one flush a frame: some readers forget half a frame between two reads (wire-notes
// §12). What is echoed of the request stays on one line.
func TestFramesAreWrittenComplete(t *testing.T) {
	r := httptest.NewRequest("POST", gateway.Prefix+"/responses", strings.NewReader(
		`{"input":"a\nprompt\u2028of lines","instructions":"two\nlines","metadata":{ "a" :
		"b" }, "stream":true}`))
	r.Header.Set("Authorization", "Bearer x")
	w := &writes{header: http.Header{}}
	gateway.New(gateway.WithPace(0)).ServeHTTP(w, r)
	if w.calls[0] != "flush" || w.calls[len(w.calls)-2] != "data: [DONE]\n\n" {
		t.Errorf("%.200q", w.calls)
	}
	for i, call := range w.calls[1:] {
		switch {
		case i%2 == 1 && call != "flush":
			t.Errorf("call %d is no flush: %q", i, call)
		case i%2 == 0 && (!strings.HasSuffix(call, "\n\n") || strings.Count(call, "\n") > 3 || strings.Contains(call, "\r")):
			t.Errorf("call %d is no frame: %q", i, call)
		}
	}
}
