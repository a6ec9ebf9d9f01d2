package relay

import (
	"fmt"
	"strings"
	"testing"

	"gatehouse/client"
	"gatehouse/client/proxy"
	"gatehouse/client/wire"
)

// BenchmarkRules applies ten rules to a request of some kilobytes.
func BenchmarkRules(b *testing.B) {
	var rules []Rule
	for i := range 10 {
		rules = append(rules, Rule{When: "model:sim/*", Request: fmt.Sprintf(".metadata.r%d = \"x\"", i)})
	}
	s, err := NewRules(rules, nil, []Target{{Target: proxy.Target{Base: "https://h/v1", Client: client.New()}}}, nil)
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	tool := `{"type":"function","name":"t","description":"` + strings.Repeat("x", 200) + `","parameters":{"type":"object"}}`
	sent := wire.Sent{Method: "POST", URL: "https://h/v1/responses", Body: []byte(`{"model":"sim/writer","input":"hello","tools":[` + strings.Repeat(tool+",", 20) + tool + `]}`)}
	for b.Loop() {
		if c, err := s.Change(b.Context(), proxy.Target{}, sent, wire.Caller{}); err != nil || len(c.By) != 10 {
			b.Fatal(c.By, err)
		}
	}
}
