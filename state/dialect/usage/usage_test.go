package usage

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// TestInputCountsCaches: the input is all that the model read, however a service counts.
func TestInputCountsCaches(t *testing.T) {
	for object, want := range map[string][2]int{
		`{"input_tokens":5,"cache_read_input_tokens":2000,"cache_creation_input_tokens":10,"output_tokens":1}`:                     {2015, 2000},
		`{"input_tokens":5,"cache_read_input_tokens":null,"output_tokens":1}`:                                                      {5, -1},
		`{"prompt_tokens":2005,"cache_read_input_tokens":2000,"total_tokens":2006,"prompt_tokens_details":{"cached_tokens":2000}}`: {2005, 2000},
		`{"input_tokens":2005,"total_tokens":2006,"input_tokens_details":{"cached_tokens":2000},"cache_read_input_tokens":2000}`:   {2005, 2000},
	} {
		if u, _ := Of([]byte(object)); u.Counts[Input] != want[0] || u.Counts[CacheRead] != want[1] {
			t.Errorf("%s: %d of which %d cached, want %v", object, u.Counts[Input], u.Counts[CacheRead], want)
		}
	}
}

// known lists the counts that are known.
func known(c Counts) string {
	var list []string
	for k := Input; k < kindCount; k++ {
		if c[k] != wire.None {
			list = append(list, fmt.Sprintf("%s:%d", k, c[k]))
		}
	}
	return strings.Join(list, " ")
}

func TestCountsOfEveryService(t *testing.T) {
	for _, c := range []struct{ usage, want string }{
		{`{"input_tokens":10,"input_tokens_details":{"cached_tokens":4,"cache_write_tokens":2},"output_tokens":5,"output_tokens_details":{"reasoning_tokens":1},"total_tokens":15}`,
			"input:10 cache_read:4 cache_write:2 output:5 reasoning:1 total:15"},
		{`{"input_tokens":10,"cache_creation_input_tokens":6,"cache_read_input_tokens":4,"cache_creation":{"ephemeral_5m_input_tokens":2,"ephemeral_1h_input_tokens":4},"output_tokens":5,"server_tool_use":{"web_search_requests":2}}`,
			"input:20 cache_read:4 cache_write:2 cache_write_1h:4 output:5 web_search:2"},
		{`{"prompt_tokens":10,"prompt_tokens_details":{"audio_tokens":3},"completion_tokens":5}`, "input:10 audio_input:3 output:5"},
		{`{"promptTokenCount":20,"toolUsePromptTokenCount":10,"cachedContentTokenCount":5,"candidatesTokenCount":7,"thoughtsTokenCount":30,"totalTokenCount":67}`,
			"input:30 cache_read:5 output:37 reasoning:30 total:67"},
		{`{"prompt_tokens":1500,"completion_tokens":100,"total_tokens":1600,"prompt_tokens_details":{"cached_tokens":0,"video_tokens":40,"cache_creation_input_tokens":1400,"cache_creation":{"ephemeral_5m_input_tokens":1400},"cache_type":"ephemeral"}}`,
			"input:1500 cache_read:0 cache_write:1400 video_input:40 output:100 total:1600"},
		{`{"input_tokens":1500,"output_tokens":100,"total_tokens":1600,"input_tokens_details":{"cached_tokens":100,"cache_read_input_tokens":100,"cache_creation_input_tokens":1400}}`,
			"input:1500 cache_read:100 cache_write:1400 output:100 total:1600"},
		{`{"promptTokenCount":10000,"totalTokenCount":11000}`, "input:10000 output:1000 total:11000"},
		{`{"promptTokenCount":10000,"totalTokenCount":10000}`, "input:10000 total:10000"},
		{`{"promptTokenCount":20,"thoughtsTokenCount":30}`, "input:20 output:30 reasoning:30"},
		{`{"prompt_tokens":1000,"completion_tokens":10,"completion_tokens_details":{"reasoning_tokens":300},"total_tokens":1310}`, "input:1000 output:310 reasoning:300 total:1310"},
		{`{"prompt_tokens":1000,"completion_tokens":310,"completion_tokens_details":{"reasoning_tokens":300},"total_tokens":1310}`, "input:1000 output:310 reasoning:300 total:1310"},
		{`{"prompt_tokens":1000,"completion_tokens":310,"completion_tokens_details":{"reasoning_tokens":300},"reasoning_tokens":300}`, "input:1000 output:310 reasoning:300"},
		{`{"prompt_tokens":1000,"completion_tokens":10,"completion_tokens_details":{"reasoning_tokens":300},"reasoning_tokens":300}`, "input:1000 output:310 reasoning:300"},
		{`{"prompt_tokens":2000,"cached_tokens":1500,"completion_tokens":5,"total_tokens":2005}`, "input:2000 cache_read:1500 output:5 total:2005"},
		{`{"prompt_tokens":2000,"prompt_cache_hit_tokens":1500,"prompt_cache_miss_tokens":500,"completion_tokens":5,"total_tokens":2005}`, "input:2000 cache_read:1500 output:5 total:2005"},
		{`{"input_tokens":10,"cache_creation":{"ephemeral_5m_input_tokens":2,"ephemeral_1h_input_tokens":4},"output_tokens":5}`, "input:16 cache_write:2 cache_write_1h:4 output:5"},
		{`{"promptTokenCount":300,"promptTokensDetails":[{"modality":"TEXT","tokenCount":40},{"modality":"AUDIO","tokenCount":260}],"cachedContentTokenCount":100,"cacheTokensDetails":[{"modality":"AUDIO","tokenCount":90}],"candidatesTokenCount":1295,"candidatesTokensDetails":[{"modality":"IMAGE","tokenCount":1290}],"totalTokenCount":1595}`,
			"input:300 cache_read:100 audio_cache_read:90 audio_input:260 output:1295 image_output:1290 total:1595"},
		{`{"prompt_eval_count":9,"eval_count":4}`, "input:9 output:4"},
		{`{"search_units":1,"total_tokens":9}`, "search_unit:1 total:9"},
		{`{"input_tokens":"x","output_tokens":-1}`, ""},
		{`null`, ""},
	} {
		if u, _ := Of([]byte(c.usage)); known(u.Counts) != c.want {
			t.Errorf("%s: %s", c.usage, known(u.Counts))
		}
	}
}

// TestEveryMemberIsRead: a usage with any one member of the table reports its kind.
func TestEveryMemberIsRead(t *testing.T) {
	for _, m := range members {
		object := json.RawMessage("7")
		if list, query, ok := strings.Cut(m.path, ".#"); ok {
			_, modality, _ := strings.Cut(query, `"`)
			modality, _, _ = strings.Cut(modality, `"`)
			object = fmt.Appendf(nil, `{%q:[{"modality":"TEXT","tokenCount":1},{"modality":%q,"tokenCount":7}]}`, list, modality)
			if u, _ := Of(object); u.Counts[m.kind] != 7 {
				t.Errorf("%s: %s", object, known(u.Counts))
			}
			continue
		}
		names := strings.Split(m.path, ".")
		for i := len(names) - 1; i >= 0; i-- {
			object = scan.MakeObject(names[i], object)
		}
		if u, _ := Of(object); u.Counts[m.kind] != 7 || KindAt(m.path) != m.kind {
			t.Errorf("%s: %s", object, known(u.Counts))
		}
	}
}

// TestSumsAreOfTheirAddends: what a count is the sum of amounts to it, in a usage of any members.
func TestSumsAreOfTheirAddends(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var list []any
		taken := map[string]bool{}
		for _, m := range rapid.SliceOf(rapid.SampledFrom(members)).Draw(t, "members") {
			name, _, nested := strings.Cut(m.path, ".")
			if n := rapid.IntRange(0, 9).Draw(t, "count"); !nested && !taken[name] {
				list, taken[name] = append(list, name, json.RawMessage(fmt.Sprint(n))), true
			}
		}
		u, _ := Of(scan.MakeObject(list...))
		for k := Input; k < kindCount; k++ {
			sum := 0
			for _, a := range u.SumOf(k) {
				sum += a.Count
			}
			if sum != 0 && sum != u.Counts[k] {
				t.Fatalf("%s: %s is not %v", scan.MakeObject(list...), known(u.Counts), u.SumOf(k))
			}
		}
	})
}

// TestTotalIsInputAndOutput: whichever way a vendor counts, input and output, with all of their parts,
// are the total that it gives.
func TestTotalIsInputAndOutput(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) int { return rapid.IntRange(0, 9000).Draw(t, name) }
		fresh, cached, written, hour, text, thoughts := draw("fresh"), draw("cached"), draw("written"), draw("hour"), draw("text"), draw("thoughts")
		in, out := fresh+cached+written+hour, text+thoughts
		for vendor, object := range map[string]string{
			"OpenAI responses": fmt.Sprintf(`{"input_tokens":%d,"input_tokens_details":{"cached_tokens":%d},"output_tokens":%d,"output_tokens_details":{"reasoning_tokens":%d},"total_tokens":%d}`, in, cached, out, thoughts, in+out),
			"OpenAI chat":      fmt.Sprintf(`{"prompt_tokens":%d,"prompt_tokens_details":{"cached_tokens":%d},"completion_tokens":%d,"completion_tokens_details":{"reasoning_tokens":%d},"total_tokens":%d}`, in, cached, out, thoughts, in+out),
			"xAI":              fmt.Sprintf(`{"prompt_tokens":%d,"prompt_tokens_details":{"cached_tokens":%d},"completion_tokens":%d,"completion_tokens_details":{"reasoning_tokens":%d},"total_tokens":%d}`, in, cached, text, thoughts, in+out),
			"Moonshot":         fmt.Sprintf(`{"prompt_tokens":%d,"completion_tokens":%d,"total_tokens":%d,"cached_tokens":%d}`, in, out, in+out, cached),
			"DeepSeek":         fmt.Sprintf(`{"prompt_tokens":%d,"completion_tokens":%d,"total_tokens":%d,"prompt_cache_hit_tokens":%d,"prompt_cache_miss_tokens":%d}`, in, out, in+out, cached, in-cached),
			"Gemini":           fmt.Sprintf(`{"promptTokenCount":%d,"cachedContentTokenCount":%d,"candidatesTokenCount":%d,"thoughtsTokenCount":%d,"totalTokenCount":%d}`, in, cached, text, thoughts, in+out),
		} {
			u, _ := Of([]byte(object))
			if u.Counts[Input] != in || u.Counts[Output] != out || u.Counts[Total] != in+out || u.Counts[CacheRead] != cached {
				t.Fatalf("%s %s: %s", vendor, object, known(u.Counts))
			}
		}
		anthropic := fmt.Sprintf(`{"input_tokens":%d,"cache_read_input_tokens":%d,"cache_creation_input_tokens":%d,"cache_creation":{"ephemeral_5m_input_tokens":%d,"ephemeral_1h_input_tokens":%d},"output_tokens":%d}`, fresh, cached, written+hour, written, hour, out)
		split := fmt.Sprintf(`{"input_tokens":%d,"cache_read_input_tokens":%d,"cache_creation":{"ephemeral_5m_input_tokens":%d,"ephemeral_1h_input_tokens":%d},"output_tokens":%d}`, fresh, cached, written, hour, out)
		for _, object := range []string{anthropic, split} {
			if u, _ := Of([]byte(object)); u.Counts[Input] != in || u.Counts[CacheWrite] != written || u.Counts[CacheWriteHour] != hour || u.Counts[Output] != out {
				t.Fatalf("%s: %s", object, known(u.Counts))
			}
		}
	})
}
