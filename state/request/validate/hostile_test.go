package validate

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// hostile makes documents of about n bytes that are built to cost much.
func hostile(n int) map[string]string {
	return map[string]string{
		"deep arrays":     `{"x":` + rep("[", n/2) + rep("]", n/2) + `}`,
		"deep objects":    rep(`{"a":`, n/6) + "1" + rep("}", n/6),
		"deep schema":     `{"tools":[{"type":"function","name":"f","parameters":` + rep(`{"items":`, n/10) + "{}" + rep("}", n/10) + `}]}`,
		"open":            rep("[", n),
		"many twice":      `{` + rep(`"a":1,`, n/6) + `"a":1}`,
		"many names":      manyNames(n),
		"many faults":     `{"include":` + list(`5`, n/2) + `}`,
		"many tools":      `{"tools":` + list(`{"type":"function","name":"f"}`, n/30) + `}`,
		"many outputs":    `{"input":` + list(`{"type":"function_call_output","call_id":"c"}`, n/50) + `}`,
		"a long string":   `{"model":"` + rep(`\"`, n/2) + `"}`,
		"a long number":   `{"top_k":` + rep("9", n) + `}`,
		"a huge exponent": `{"max_tool_calls":1e` + rep("9", n) + `}`,
	}
}

func manyNames(n int) string {
	var b strings.Builder
	b.WriteString(`{`)
	for i := range n / 12 {
		fmt.Fprintf(&b, `"n%d":%d,`, i, i)
	}
	return b.String() + `"z":0}`
}

// TestHostileDocuments: 1 MB of malice is answered, with bounded lists.
func TestHostileDocuments(t *testing.T) {
	for name, doc := range hostile(1 << 20) {
		r := For(ForResponses, []byte(doc), Service{})
		if len(r.Faults) > maxFindings || len(r.Hints) > maxFindings {
			t.Errorf("%s: %d faults, %d hints", name, len(r.Faults), len(r.Hints))
		}
		for _, f := range slices.Concat(r.Faults[:min(3, len(r.Faults))], r.Hints[:min(3, len(r.Hints))]) {
			if len(f.Message) > 500 || len(f.Path) > 1<<16 {
				t.Errorf("%s: a finding of %d bytes", name, len(f.Path)+len(f.Message))
			}
		}
	}
}

// BenchmarkHostile shows that the cost grows as the document does.
func BenchmarkHostile(b *testing.B) {
	for _, size := range []int{64 << 10, 1 << 20} {
		for name, doc := range hostile(size) {
			b.Run(fmt.Sprintf("%s/%dKB", strings.ReplaceAll(name, " ", "-"), size>>10), func(b *testing.B) {
				b.SetBytes(int64(len(doc)))
				for b.Loop() {
					For(ForResponses, []byte(doc), Service{})
				}
			})
		}
	}
}

func FuzzChecks(f *testing.F) {
	for _, s := range []string{
		`{"model":"m","plugins":[{"id":"web","max_results":5}],"tools":[{"type":"function","name":"f","parameters":{"type":"object"}}]}`,
		`{"model":"m","query":"q","documents":["a",{"text":"b"}],"top_n":1}`,
		`{"input":[{"type":"message","role":"user","content":[{"type":"input_text","text":"x"}]}],"metadata":{"a":"b"}}`,
		`{"text":{"format":{"type":"json_schema","schema":{"anyOf":[{}]}}},"tool_choice":{"type":"function","name":"f"}}`,
		`{"a":1,"a":2}`, `{"top_k":1e-5,`, `[]`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, doc []byte) {
		for _, r := range []Report{For(ForResponses, doc, Service{}), For(ForRerank, doc, Service{}), For(Kind(doc), doc, Service{})} {
			for _, finding := range append(append(r.Faults, r.Warnings...), r.Hints...) {
				if finding.Path == "" || finding.Message == "" || strings.HasPrefix(finding.Path, ".") && finding.Path != "." {
					t.Errorf("%q: finding %+v", doc, finding)
				}
			}
		}
	})
}
