package fill

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/state/answer/run"
)

func prompt(t interface{ Fatal(...any) }, body string) *run.Prompt {
	p, err := run.PromptOf([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	return &p
}

const request = `{"model":"m","instructions":"Be brief.","tools":[{"type":"function","name":"get_weather"},{"type":"web_search"}],"input":[
	{"role":"developer","content":"In English."},
	{"role":"user","content":[{"type":"input_text","text":"What is this?"},{"type":"input_image","image_url":"data:image/png;base64,aGk="}]},
	{"type":"reasoning","summary":[{"type":"summary_text","text":"A dog, or a cat"}]},
	{"type":"function_call","call_id":"c","name":"get_weather","arguments":"{}"},
	{"type":"function_call_output","call_id":"c","output":"rain"},
	{"role":"assistant","content":[{"type":"output_text","text":"A dog."}]},
	{"role":"system","content":"Stop."},
	{"type":"web_search_call","id":"w"}]}`

// The table is counted by hand: "Be brief." is 9 bytes, `{"type":"function","name":"get_weather"}` 40.
func TestEachPieceIsOfItsKind(t *testing.T) {
	f := Of(prompt(t, request), "m", nil, NewCounter())
	var got []string
	for _, x := range f.Pieces {
		got = append(got, fmt.Sprintf("%d %s %s %d %d", x.Kind, x.Path, x.Name, x.Bytes, x.Tokens))
	}
	want := []string{
		fmt.Sprintf("%d tools[0] get_weather 40 10", Tools),    // bytes 1 to 40
		fmt.Sprintf("%d tools[1] web_search 21 5", Tools),      // to 61: 15 tokens
		fmt.Sprintf("%d instructions  9 3", Instructions),      // to 70: 18 (17.5 is rounded up)
		fmt.Sprintf("%d input[0].content  11 2", Instructions), // to 81: 20
		fmt.Sprintf("%d input[1].content[0].text  13 4", User), // to 94: 24 (23.5)
		fmt.Sprintf("%d input[1].content[1]  4 -1", Attachments),
		fmt.Sprintf("%d input[2].summary[0].text  15 3", Reasoning), // to 109: 27
		fmt.Sprintf("%d input[3] get_weather 13 4", Calls),          // to 122: 31 (30.5)
		fmt.Sprintf("%d input[4].output  4 1", Outputs),             // to 126: 32 (31.5)
		fmt.Sprintf("%d input[5].content[0].text  6 1", Assistant),  // to 132: 33
		fmt.Sprintf("%d input[6].content  5 1", System),             // to 137: 34
		fmt.Sprintf("%d input[7] web_search_call 35 9", Other),      // to 172: 43
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if f.Tokens != 43 || f.Unknown != 1 || f.Elsewhere || f.Cut {
		t.Errorf("%+v", f)
	}
	largest := f.Largest(3)
	if len(largest) != 3 || largest[0].Path != "tools[0]" || largest[1].Path != "input[7]" || largest[2].Path != "tools[1]" {
		t.Errorf("largest: %+v", largest)
	}
}

// "Be brief." is 3 tokens, "In English." 3, "What is this?" 4, "rain" 1, "A dog." 3, "Stop." 2 (js-tiktoken).
func TestTextIsCountedByThePublishedVocabulary(t *testing.T) {
	f := Of(prompt(t, request), "openai/gpt-5", []*Before{{ID: "x", Prompt: prompt(t, `{"input":"0123456789"}`), In: 1000, Out: -1, Reasoning: -1}}, NewCounter())
	want := map[string]int{"instructions": 3, "input[0].content": 3, "input[1].content[0].text": 4, "input[4].output": 1, "input[5].content[0].text": 3, "input[6].content": 2}
	for _, x := range f.Pieces {
		if n, ok := want[x.Path]; ok && (x.Tokens != n || x.About) {
			t.Errorf("%s: %+v, want %d tokens", x.Path, x, n)
		} else if !ok && x.Kind != Attachments && !x.About {
			t.Errorf("%s: how it is written for the model is not published, and it is no estimate: %+v", x.Path, x)
		}
	}
	if f.Method.Vocabulary != O200K || f.Method.Like != nil {
		t.Errorf("%+v", f.Method)
	}
}

func TestWithoutNamesWhatIsNotInTheRequest(t *testing.T) {
	if f := Of(prompt(t, `{"input":"a","previous_response_id":"r"}`), "m", nil, NewCounter()); !f.Elsewhere {
		t.Errorf("%+v", f)
	}
}

// Every byte of every text is counted once, in its kind, and the parts add up to the total, by each way of
// counting.
func TestPartsAddUpToAllTokens(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		bytes := [Kinds]int{}
		text := func(k Kind) string {
			s := rapid.StringMatching(`[a-zé\\" \n誕]{1,40}`).Draw(t, "text")
			bytes[k] += len(s)
			return s
		}
		type object = map[string]any
		body := object{"model": "m", "temperature": 1, "instructions": text(Instructions)}
		var tools, input []object
		for range rapid.IntRange(0, 3).Draw(t, "tools") {
			tool := object{"type": "custom", "name": rapid.StringMatching(`[a-z]{1,9}`).Draw(t, "name")}
			raw, _ := json.Marshal(tool)
			bytes[Tools] += len(raw)
			tools = append(tools, tool)
		}
		pictures := 0
		for range rapid.IntRange(0, 12).Draw(t, "items") {
			switch k := Kind(rapid.IntRange(int(User), int(Attachments)).Draw(t, "kind")); k {
			case User, Assistant, System:
				if k == System && len(input) == 0 { // it would belong to the instructions
					continue
				}
				input = append(input, object{"role": [...]string{User: "user", Assistant: "assistant", System: "system"}[k], "content": text(k)})
			case Reasoning:
				input = append(input, object{"type": "reasoning", "summary": []object{{"type": "summary_text", "text": text(k)}}})
			case Calls:
				input = append(input, object{"type": "custom_tool_call", "call_id": "c", "name": text(k), "input": text(k)})
			case Outputs:
				input = append(input, object{"type": "function_call_output", "call_id": "c", "output": text(k)})
			case Attachments:
				pictures++
				input = append(input, object{"role": "user", "content": []object{{"type": "input_image", "image_url": "https://a.test/b.png"}}})
			}
		}
		body["tools"], body["input"] = tools, input
		raw, _ := json.Marshal(body)
		p := prompt(t, string(raw))
		like := &Before{ID: "like", Prompt: prompt(t, `{"input":"`+strings.Repeat("a", 321)+`"}`), In: rapid.IntRange(1, 999).Draw(t, "like"), Out: -1}
		same := &Before{ID: "same", Prompt: p, In: rapid.IntRange(1, 9999).Draw(t, "reported"), Out: -1}
		for _, c := range []struct {
			model  string
			before []*Before
		}{{"m", nil}, {"gpt-5", nil}, {"claude", []*Before{like}}, {"claude", []*Before{like, same}}, {"gpt-5", []*Before{same}}} {
			model := c.model
			f := Of(p, model, c.before, NewCounter())
			known := slices.Contains(c.before, same) && len(p.Pieces) > 0
			if known && f.Tokens != same.In {
				t.Fatalf("%s: %d tokens, %d are reported\n%s", model, f.Tokens, same.In, raw)
			}
			got, tokens := [Kinds]int{}, 0
			for _, x := range f.Pieces {
				if x.Kind != Attachments {
					got[x.Kind] += x.Bytes
				}
			}
			if got != bytes || f.Unknown != pictures && !known {
				t.Fatalf("%s: %v, want %v; %d attachments, want %d\n%s", model, got, bytes, f.Unknown, pictures, raw)
			}
			for _, part := range f.Parts() {
				tokens += part.Tokens
			}
			if tokens != f.Tokens {
				t.Fatalf("%s: the parts are %d tokens, the whole %d", model, tokens, f.Tokens)
			}
		}
	})
}
