package tooluse_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/client/read"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/tooluse"
)

func parsed(t *testing.T, doc string) tooluse.Use {
	t.Helper()
	u, ok := tooluse.Read([]byte(doc))
	if !ok {
		t.Fatalf("nothing is read of %s", doc)
	}
	return u
}

// TestSpellingsOfOneThingReadTheSame: services differ in names, in their case and in
// where they put a result (wire-notes §4).
func TestSpellingsOfOneThingReadTheSame(t *testing.T) {
	for _, same := range [][]string{
		{
			`{"type":"service:bash","command":"ls","stdout":"a","exitCode":1}`,
			`{"type":"acme:shell","action":{"commands":["ls"]},"output":[{"stdout":"a","outcome":{"type":"exit","exit_code":1}}]}`,
			`{"type":"shell_call","action":{"command":"ls"},"output":"{\"output\":\"a\",\"metadata\":{\"exit_code\":1}}"}`,
		},
		{
			`{"type":"mcp_call","server_label":"s","name":"t","arguments":"{}","output":"x","error":null}`,
			`{"type":"service:mcp","serverLabel":"s","toolName":"t","arguments":{},"result":{"content":[{"type":"text","text":"x"}]}}`,
		},
		{ // Anthropic, MCP connector: https://docs.claude.com/en/docs/agents-and-tools/mcp-connector
			`{"type":"mcp_call","error":{"content":[{"type":"text","text":"no city"}]}}`,
			`{"type":"mcp_tool_result","tool_use_id":"mcptoolu_1","is_error":true,"content":[{"type":"text","text":"no city"}]}`,
			`{"type":"mcp_call","result":{"isError":true,"content":[{"type":"text","text":"no city"}]}}`,
		},
		{
			`{"type":"web_search_call","action":{"type":"search","query":"q","queries":["q"],"sources":[{"url":"https://e.org"}]}}`,
			`{"type":"service:web_search","query":"q","results":[{"url":"https://e.org"}]}`,
		},
		{
			`{"type":"image_generation_call","prompt":"p","revised_prompt":"r"}`,
			`{"type":"service:image_generation","prompt":"p","revisedPrompt":"r"}`,
		},
	} {
		want := parsed(t, same[0])
		for _, doc := range same[1:] {
			got := parsed(t, doc)
			if g, w := fmt.Sprint(got.Name, got.InputLine, got.Result, got.Sign, got.Text()), fmt.Sprint(want.Name, want.InputLine, want.Result, want.Sign, want.Text()); g != w {
				t.Errorf("%s reads\n%s\nand %s\n%s", doc, g, same[0], w)
			}
		}
	}
}

// TestNothingHasToBeThere: every member may be missing, null, or of another kind.
func TestNothingHasToBeThere(t *testing.T) {
	kinds := []string{
		"shell_call", "local_shell_call", "service:bash", "shell_call_output", "apply_patch_call", "service:apply_patch", "function_call",
		"function_call_output", "code_interpreter_call", "web_search_call", "file_search_call", "service:web_fetch", "image_generation_call",
		"mcp_call", "mcp_list_tools", "mcp_approval_request", "mcp_approval_response", "service:advisor", "agent_message", "item_reference", "service:files",
	}
	names := []string{
		"action", "output", "operation", "outputs", "error", "arguments", "results", "sources", "commands", "command", "tools", "content", "prompt", "queries", "code", "url",
		"stdout", "exitCode", "name", "server_label", "status",
	}
	values := []string{`null`, `1`, `true`, `""`, `"a\nb"`, `[]`, `{}`, `[null]`, `[1]`, `[{}]`, `["x"]`, `[{"text":1}]`, `{"type":[]}`, `{"commands":{}}`, `{"diff":[1]}`, `{"sources":[{"url":{}}]}`}
	rapid.Check(t, func(t *rapid.T) {
		doc := `{"type":"` + rapid.SampledFrom(kinds).Draw(t, "kind") + `"`
		for range rapid.IntRange(0, 6).Draw(t, "members") {
			doc += `,"` + rapid.SampledFrom(names).Draw(t, "name") + `":` + rapid.SampledFrom(values).Draw(t, "value")
		}
		u, ok := tooluse.Read([]byte(doc + "}"))
		if !ok {
			t.Fatalf("%s} is not read", doc)
		}
		text := u.Text()
		for at := range int(text.Len()) {
			if part, offset, ok := u.Place(at); ok {
				if back, _ := u.Offset(part, offset); back != at {
					t.Fatalf("byte %d of %q leads back to %d", at, text, back)
				}
			}
		}
	})
}

func TestOtherItemsAreNotRead(t *testing.T) {
	for _, doc := range []string{`{"type":"message"}`, `{"type":"reasoning"}`, `{"type":"acme:probe"}`, `{}`, `[]`, `"x"`, ``} {
		if _, ok := tooluse.Read([]byte(doc)); ok {
			t.Errorf("%s is read as a tool's", doc)
		}
	}
}

// TestLargeOutputIsShared: it is drawn from the answer's memory.
func TestLargeOutputIsShared(t *testing.T) {
	allocated := func(size int) uint64 {
		doc := []byte(`{"type":"service:bash","command":"make","stdout":"` + strings.Repeat("x", size) + `"}`)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		u, _ := tooluse.Read(doc)
		u.Text()
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	if a, b := allocated(10), allocated(10<<20); b > a+64<<10 {
		t.Errorf("10 B allocate %d bytes, 10 MB %d", a, b)
	}
}

// TestInvalidJSONIsText: of an output that only begins as JSON nothing is lost.
func TestInvalidJSONIsText(t *testing.T) {
	for output, kind := range map[string]tooluse.Kind{`{"a":1}`: tooluse.JSON, `{"a":`: tooluse.Output, `[1]`: tooluse.JSON, `words`: tooluse.Output, `1`: tooluse.Output} {
		u := parsed(t, `{"type":"function_call_output","output":`+string(scan.Quote(output))+`}`)
		if len(u.Blocks) != 1 || u.Blocks[0].Kind != kind || u.Text().String() != output || u.Blocks[0].Part != tooluse.NotStreamed {
			t.Errorf("%s reads %+v", output, u.Blocks)
		}
	}
	if tooluse.NotStreamed == wire.None {
		t.Error("what no delta writes is taken for the input")
	}
}

// TestIndicesFromTheWireAreBounded: an output that claims to be that of a far command
// takes no list of that length.
func TestIndicesFromTheWireAreBounded(t *testing.T) {
	x := state.NewExchange("x", []byte(`{"stream":true}`))
	arrive := func(data string) {
		e, err := read.Event([]byte(data))
		if err != nil {
			t.Fatal(err)
		}
		x.Apply(wire.Arrival{Kind: wire.ArrivedFrame, Decoded: true, Frame: wire.Frame{Kind: wire.FrameEvent, Data: []byte(data)}, Event: e})
	}
	arrive(`{"type":"response.output_item.added","output_index":0,"item":{"type":"shell_call_output","id":"s","output":[]}}`)
	for n := range 300 {
		arrive(fmt.Sprintf(`{"type":"response.shell_call_output_content.delta","output_index":0,"item_id":"s","command_index":%d,"delta":{"stdout":"a"}}`, n*n*n))
	}
	u, ok := tooluse.Of(x.Items[0])
	if !ok || len(u.Blocks) > 2000 {
		t.Errorf("%d blocks", len(u.Blocks))
	}
}
