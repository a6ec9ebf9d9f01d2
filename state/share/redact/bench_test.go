package redact_test

import (
	"fmt"
	"strings"
	"testing"
)

// agentRequest is a request of a coding agent of about a size: files, commands, calls and
// their JSON, with nothing private in them.
func agentRequest(size int) string {
	code := "func (s *Server) Token(ctx context.Context, id string) (token string, err error) {\n\tif s.apiKey == \"\" {\n\t\treturn \"\", errors.New(\"no key: set OPENAI_API_KEY\")\n\t}\n\tkey := path.Join(s.root, \"v1\", id+\".json\") // see https://host.example/docs/auth?x=1\n\treturn s.read(key), nil\n}\n"
	call := `{"command":["bash","-lc","go test ./... -run 'Token' --count 1 | tail -n 20"],"path":"/srv/app/main.go","lines":[1,20],"sha":"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b"}`
	prose := "The token is read once; a password never leaves the process. Name: value pairs, 42 of them, are kept in order - see the table below. "
	var b strings.Builder
	b.WriteString(`{"model":"vendor/model-4.1","stream":true,"input":[{"role":"user","content":"Fix it."}`)
	for i := 0; b.Len() < size; i++ {
		fmt.Fprintf(&b, `,{"type":"function_call","call_id":"call_%024d","name":"shell","arguments":%s}`, i, quoted(call))
		fmt.Fprintf(&b, `,{"type":"function_call_output","call_id":"call_%024d","output":%s}`, i, quoted(strings.Repeat(code, 8)))
		fmt.Fprintf(&b, `,{"role":"assistant","content":%s}`, quoted(strings.Repeat(prose, 6)))
	}
	return b.String() + "]}"
}

// BenchmarkOrdinary is what most exports hold: nothing to mask.
func BenchmarkOrdinary(b *testing.B) {
	prose := strings.Repeat("A plain answer of some words, a list - and code: x := y[3]; nothing else of note (see 12.4). ", 700)
	for _, of := range []struct{ name, body string }{
		{"text", `{"a":` + quoted(strings.Repeat(prose, 16)) + `}`}, {"stream", stream(prose, 5)}, {"agent", agentRequest(1 << 20)},
	} {
		b.Run(of.name, func(b *testing.B) {
			r := rules(b)
			c := exchange("{}", of.body, 1<<15)
			b.SetBytes(int64(len(of.body)))
			for b.Loop() {
				if _, hits, err := r.Capture(c); err != nil || len(hits) > 0 {
					b.Fatal(hits, err)
				}
			}
		})
	}
}

// BenchmarkNested is 10 MB of texts whose escapes and base64 contain others.
func BenchmarkNested(b *testing.B) {
	const size = 10_000_000
	fill := func(piece string) string { return strings.Repeat(piece, size/len(piece)) }
	for _, of := range []struct{ name, text string }{
		{"html", fill("<a href=\"https://host.example/a%20b?x=1+2&amp;y=%C3%A9\">it</a>\n<script>\"\\n\"</script> bob@acme.example " + strings.Repeat("words ", 30))},
		{"json", fill(`{"key":"a\nb bob@acme.example","b":["see {\"a\":\"c\\nd\"}"]} ` + strings.Repeat("words ", 30))},
		{"halves", fill(`\ud83d[\ud800-\udfff] bob@acme.example words`)},
		{"percent", fill("%252541")},
		{"deep", "%" + strings.Repeat("25", size/2) + "41 bob@acme.example"},
		{"homes", fill("/home/bobx")},
		{"base64", fill("Ym9iQGFjbWUuZXhhbXBsZSBhbmQ= ")},
	} {
		b.Run(of.name, func(b *testing.B) {
			r := rules(b)
			c := exchange(`{"input":`+quoted(of.text)+`}`, "", 1<<16)
			b.SetBytes(int64(len(c.Sent.Body)))
			for b.Loop() {
				_, _, steps, err := r.CaptureSteps(c)
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(steps)/float64(len(c.Sent.Body)), "steps/byte")
			}
		})
	}
}
