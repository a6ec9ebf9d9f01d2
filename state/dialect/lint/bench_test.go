package lint_test

import (
	"fmt"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state/dialect/lint"
	"gatehouse/state/wiretest"
)

// BenchmarkFrame is what a text delta costs lint: BUDGETS asks for at most 3 % of the CPU time
// that the program takes for it.
func BenchmarkFrame(b *testing.B) {
	const events = 100_000
	for api, delta := range map[lint.API]string{
		lint.Responses: `{"type":"response.output_text.delta","sequence_number":%d,"item_id":"m","output_index":0,"content_index":0,"delta":"word"}`,
		lint.Chat:      `{"id":"c","created":%d,"choices":[{"index":0,"delta":{"content":"word"},"finish_reason":null}]}`,
		lint.Messages:  `{"type":"content_block_delta","n":%d,"index":0,"delta":{"type":"text_delta","text":"word"}}`,
	} {
		all := make([]wire.Arrival, events)
		for i := range all {
			a := wiretest.Frame(fmt.Sprintf(delta, i), int64(i))
			a.Frame.HasEvent, a.Frame.Event = true, a.Event.Type
			all[i] = a
		}
		b.Run(api.String(), func(b *testing.B) {
			for b.Loop() {
				l := lint.New(api, nil)
				for i := range all {
					l.Frame(i, &all[i], false)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*events), "ns/event")
		})
	}
}
