package transcript

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/views"
)

// completeItem is a stage with one item of an answer that is complete.
func completeItem(width, height int, item string) *stage {
	s := newStage(width, height)
	x := s.ask("go")
	x.Apply(s.talk.head(200), s.talk.event(`{"type":"response.output_item.done","output_index":0,"item":%s}`, item),
		s.talk.completed(), s.talk.done(), s.talk.end(wire.EndClean))
	return s
}

// TestToolsReadAsWhatTheyDid: each kind in its form, with how it ended.
func TestToolsReadAsWhatTheyDid(t *testing.T) {
	for item, want := range map[string][]string{
		`{"type":"shell_call_output","call_id":"c","output":[{"stdout":"fine\n","stderr":"odd\n","outcome":{"type":"exit","exit_code":3}},{"stdout":"two","outcome":{"type":"timeout"}}]}`:            {"shell_call_output  ✗ exit 3\n     fine\n     ▎ odd\n     ✗ exit 3\n\n     two\n     ✗ timed out"},
		`{"type":"service:shell","status":"completed","action":{"commands":["ls -l"]},"output":[{"stdout":"a\nb\n","stderr":"","outcome":{"type":"exit","exit_code":0}}]}`:                            {"service:shell  ✓ exit 0\n     $ ls -l\n     a\n     b\n     ✓ exit 0"},
		`{"type":"service:bash","status":"completed","command":"make","stdout":"built","exitCode":0}`:                                                                                                 {"service:bash  ✓ exit 0\n     $ make\n     built\n     ✓ exit 0"},
		`{"type":"acme:apply_patch","status":"completed","operation":{"type":"update_file","path":"a.go","diff":"@@\n-old\n+new\n"}}`:                                                                 {"acme:apply_patch  update a.go\n     @@\n     -old\n     +new"},
		`{"type":"code_interpreter_call","status":"completed","code":"print(1)","outputs":[{"type":"logs","logs":"1\n"},{"type":"image","url":"https://e.org/p.png"}]}`:                               {"▏ print(1)\n\n     1\n     image  https://e.org/p.png"},
		`{"type":"web_search_call","status":"completed","action":{"type":"search","query":"keys","sources":[{"type":"url","url":"https://e.org/a","title":"A"},{"url":"https://e.org/b"}]}}`:          {"web_search_call  “keys”  2 results\n     A  https://e.org/a\n     https://e.org/b"},
		`{"type":"web_search_call","status":"completed","action":{"type":"open_page","url":"https://e.org/a"}}`:                                                                                       {"web_search_call  open https://e.org/a"},
		`{"type":"file_search_call","status":"completed","queries":["k"],"results":[{"filename":"a.md","score":0.5,"text":"It says so."}]}`:                                                           {"“k”  1 result\n     a.md 0.5\n     It says so."},
		`{"type":"service:web_fetch","status":"completed","url":"https://e.org/a","title":"T","content":"Text of it.","httpStatus":200}`:                                                              {"service:web_fetch  https://e.org/a  ✓ 200\n     T  https://e.org/a\n\n     Text of it."},
		`{"type":"image_generation_call","status":"completed","prompt":"a lighthouse","size":"64x64","result":` + quote(onePixel) + `}`:                                                               {"image/png  1×1  68 B", "64x", "a lighthouse"},
		`{"type":"mcp_call","server_label":"deepwiki","name":"ask","arguments":"{\"q\":\"x\"}","output":"It returned\nthis.","status":"completed"}`:                                                   {"mcp_call  deepwiki ask\n     {\"q\": \"x\"}\n\n     returned\n     It returned\n     this."},
		`{"type":"mcp_call","server_label":"deepwiki","name":"ask","arguments":"{}","error":{"type":"http_error","code":500,"message":"no such repository"}}`:                                         {"mcp_call  deepwiki ask  ✗ error", "no such repository"},
		`{"type":"mcp_call","server_label":"deepwiki","name":"ask","arguments":"{}","status":"failed","error":{"type":"mcp_tool_execution_error","content":[{"type":"text","text":"no such page"}]}}`: {"mcp_call  deepwiki ask  ✗ error\n     {}\n\n     error\n     no such page"},
		`{"type":"mcp_call","server_label":"deepwiki","name":"ask","arguments":"{}","error":"plainly no"}`:                                                                                            {"plainly no"},
		`{"type":"service:mcp","serverLabel":"deepwiki","toolName":"ask","status":"completed"}`:                                                                                                       {"service:mcp  deepwiki ask"},
		`{"type":"mcp_list_tools","server_label":"deepwiki","tools":[{"name":"ask","description":"Asks."}]}`:                                                                                          {"mcp_list_tools  deepwiki  1 tool\n     ask  Asks."},
		`{"type":"item_reference","id":"msg_77"}`: {"item_reference  msg_77"},
		`{"type":"agent_message","author":"planner","recipient":"worker","content":[{"type":"input_text","text":"Read it first."}]}`:                  {"agent_message  planner → worker\n     Read it first."},
		`{"type":"local_shell_call","call_id":"c","status":"completed","action":{"type":"exec","command":["bash","-lc","ls *"]}}`:                     {"$ bash -lc 'ls *'"},
		`{"type":"custom_tool_call","call_id":"c","name":"apply_patch","input":"*** Begin Patch\n*** Update File: a\n@@\n-old\n+new\n*** End Patch"}`: {"call apply_patch  c\n     *** Begin Patch\n     *** Update File: a\n     @@\n     -old\n     +new"},
	} {
		s := completeItem(90, 40, item)
		for _, w := range want {
			has(t, s, w)
		}
	}
}

// TestADiffIsColoured: what is added and what is removed, also while it waits for an
// answer.
func TestADiffIsColoured(t *testing.T) {
	s := completeItem(90, 40, `{"type":"apply_patch_call","id":"a","call_id":"c","status":"completed","operation":{"type":"update_file","path":"a.go","diff":"@@\n same\n-old line\n+new line\n"}}`)
	has(t, s, "waiting for output")
	for _, want := range []string{s.styles.Good.Render("+new line"), s.styles.Bad.Render("-old line"), s.styles.Accent.Render("@@")} {
		if !strings.Contains(s.View(), want) {
			t.Errorf("%q is not drawn in\n%s", want, s.View())
		}
	}
}

// TestALongOutputIsFolded: its row shows what was done and how it ended.
func TestALongOutputIsFolded(t *testing.T) {
	s := completeItem(60, 30, `{"type":"service:bash","command":"make a very long target name that needs a lot of room","stdout":`+quote(strings.Repeat("built\n", 5000))+`,"exitCode":2}`)
	has(t, s, "▸ service:bash  make a very long target nam…  ✗ exit 2")
	hasNot(t, s, "built")
	s.press("K", "space")
	has(t, s, "room\n     built\n     built")
	s.press("G")
	has(t, s, "built\n     ✗ exit 2\n\n   ✓ completed")
}

// TestJSONIsOneKeyAway: of the selected item; else the key shows the turn as it was on
// the wire, as before.
func TestJSONIsOneKeyAway(t *testing.T) {
	for _, item := range []string{
		`{"type":"service:bash","command":"make","stdout":"built","exitCode":0,"odd":"member"}`,
		`{"type":"function_call","call_id":"c","name":"look","arguments":"{}","odd":"member"}`,
		`{"type":"image_generation_call","result":` + quote(onePixel) + `,"odd":"member"}`,
	} {
		s := completeItem(90, 40, item)
		s.SetFocus(true)
		s.View()
		hasNot(t, s, `"odd"`)
		s.press("K")
		if s.selected.piece == waitPiece {
			s.press("K")
		}
		for _, c := range []struct {
			word string
			is   bool
		}{{"pretty", true}, {"JSON", false}} {
			s.press("v")
			if got := strings.Contains(s.trimmed(), `"odd": "member"`); got != c.is {
				t.Errorf("%s: JSON is shown: %v in\n%s", item, got, s.trimmed())
			}
			if help := fmt.Sprint(s.ShortHelp()); !strings.Contains(help, c.word) {
				t.Errorf("the footer does not say %s", c.word)
			}
		}
		s.press("G", "v")
		has(t, s, "POST http://h/api/v1/responses")
	}
}

// TestASearchFindsWhatToolsReturned: what is shown, not how it is spelled.
func TestASearchFindsWhatToolsReturned(t *testing.T) {
	for item, words := range map[string][]string{
		`{"type":"mcp_call","server_label":"deepwiki","name":"ask","arguments":"{}","output":"the needle\nlies here"}`: {"needle", "deepwiki", "lies here"},
		`{"type":"mcp_call","server_label":"deepwiki","name":"ask","arguments":"{}","error":"not\tfound"}`:             {"not\tfound"},
		`{"type":"item_reference","id":"msg_77"}`:                                                           {"msg_77"},
		`{"type":"agent_message","author":"planner","content":[{"type":"input_text","text":"say \"it\""}]}`: {`say "it"`, "planner"},
		`{"type":"shell_call_output","output":[{"stdout":"café","outcome":{"type":"exit","exit_code":1}}]}`: {"café", "exit 1"},
	} {
		for _, w := range words {
			s := completeItem(90, 40, item)
			s.View()
			s.press("/")
			s.write(w)
			if s.find.Count() == 0 {
				t.Errorf("%q is not found in %s", w, item)
			}
		}
	}
}

// TestWhatAToolWritesIsShownAsItGrows: and nothing received disappears when it breaks off.
func TestWhatAToolWritesIsShownAsItGrows(t *testing.T) {
	s := newStage(80, 30)
	x := s.ask("go")
	x.Apply(s.talk.head(200),
		s.talk.event(`{"type":"response.output_item.added","output_index":0,"item":{"type":"apply_patch_call","id":"a","call_id":"c","status":"in_progress","operation":{"type":"update_file","path":"a.go","diff":""}}}`),
		s.talk.event(`{"type":"response.apply_patch_call_operation_diff.delta","output_index":0,"item_id":"a","delta":"-one\n"}`))
	has(t, s, "▸ apply_patch_call  -one  in_progress")
	s.press("K", "space")
	x.Apply(s.talk.event(`{"type":"response.apply_patch_call_operation_diff.delta","output_index":0,"item_id":"a","delta":"+two\n"}`))
	has(t, s, "     -one\n     +two")
	if !strings.Contains(s.View(), s.styles.Good.Render("+two")) {
		t.Error("what grows has no colour")
	}
	x.Apply(s.talk.event(`{"type":"response.apply_patch_call_operation_note.delta","output_index":0,"item_id":"a","content_index":0,"delta":"and words"}`), s.talk.end(wire.EndLost))
	has(t, s, "     -one\n     +two\n     and words")
}

// TestAFrameLeadsToWhatAToolWrote: and back, though it is below other text.
func TestAFrameLeadsToWhatAToolWrote(t *testing.T) {
	s := newStage(80, 30)
	x := s.ask("go")
	x.Apply(s.talk.head(200),
		s.talk.event(`{"type":"response.output_item.added","output_index":0,"item":{"type":"shell_call_output","id":"o","call_id":"c","status":"in_progress"}}`),
		s.talk.event(`{"type":"response.shell_call_output_content.delta","output_index":0,"item_id":"o","command_index":0,"delta":{"stdout":"first line\n"}}`),
		s.talk.event(`{"type":"response.shell_call_output_content.delta","output_index":0,"item_id":"o","command_index":1,"delta":{"stdout":"second output"}}`),
		s.talk.event(`{"type":"response.output_item.done","output_index":0,"item":{"type":"shell_call_output","id":"o","call_id":"c","output":[{"stdout":"first line\n","outcome":{"type":"exit","exit_code":0}},{"stdout":"second output","outcome":{"type":"exit","exit_code":0}}]}}`),
		s.talk.completed(), s.talk.done(), s.talk.end(wire.EndClean))
	has(t, s, "second output")
	parts := x.Items[0].Parts()
	if len(parts) != 2 || !s.ShowFrameText(1, 3, state.TextPosition{Item: 0, Part: 1, Length: parts[1].TextBuffer().Len()}) {
		t.Fatalf("%d parts", len(parts))
	}
	if w := &s.frameMark; s.sectionAt(s.positionOf(anchor{key: w.key})).part(w.from, w.to) != "second output" {
		t.Errorf("%d to %d is marked", w.from, w.to)
	}
	s.press("esc", "/")
	s.write("output")
	s.press("enter", "n")
	if _, w, ok := s.found(); ok && (w.Part != 1 || w.Offset != len("second ")) {
		t.Errorf("the hit stands at %+v", w)
	}
}

// TestToolItemsOfTheRequestReadTheSame.
func TestToolItemsOfTheRequestReadTheSame(t *testing.T) {
	s := newStage(80, 40)
	s.conv.Add(nil, []json.RawMessage{
		[]byte(`{"type":"item_reference","id":"msg_77"}`),
		[]byte(`{"type":"shell_call_output","call_id":"c","output":[{"stdout":"fine","outcome":{"type":"exit","exit_code":0}}]}`),
		[]byte(`{"type":"function_call_output","call_id":"d","output":[{"type":"input_text","text":"two words"},{"type":"input_image","image_url":"data:image/png;base64,AA"}]}`),
		[]byte(`{"type":"agent_message","author":"planner","content":"Read it first."}`),
	})
	for _, want := range []string{"item_reference  msg_77", "shell_call_output  ✓ exit 0", "✓ exit 0", "two words\n ▌   [input_image]", "planner\n ▌   Read it first."} {
		has(t, s, want)
	}
	s.press("K", "K")
	if got := s.press("y").(views.Copy); got.Text != "fine\n✓ exit 0" {
		t.Errorf("y copies %q", got.Text)
	}
	s.press("v")
	has(t, s, `"exit_code": 0`)
}
