package fill

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"gatehouse/state/answer/run"
)

// BenchmarkFill counts a request of 1 MB: for the first time, and after an edit of one message.
func BenchmarkFill(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	words := strings.Fields("which of my keys should I rotate first and how the one gateway's staging 42 requests: {'limit': true} naïve")
	message := func() string {
		var text strings.Builder
		for text.Len() < 10_000 {
			text.WriteString(words[r.IntN(len(words))] + " ")
		}
		return `{"role":"user","content":"` + text.String() + `"}`
	}
	var items []string
	for range 100 {
		items = append(items, message())
	}
	fill := func(model string, counter *Counter) {
		p, err := run.PromptOf([]byte(`{"input":[` + strings.Join(items, ",") + `]}`))
		if err != nil {
			b.Fatal(err)
		}
		Of(&p, model, nil, counter)
	}
	for _, model := range []string{"gpt-5", "acme/large"} {
		b.Run(fmt.Sprintf("%s/first", model), func(b *testing.B) {
			for range b.N {
				fill(model, NewCounter())
			}
		})
		b.Run(fmt.Sprintf("%s/edited", model), func(b *testing.B) {
			counter := NewCounter()
			fill(model, counter)
			for range b.N {
				items[50] = message()
				fill(model, counter)
			}
		})
	}
}
