package registry_test

import (
	"strings"
	"testing"

	"gatehouse/state/dialect/registry"
	"gatehouse/state/json/tree"
)

// differences writes a comparison a row a line, but for what is the same.
func differences(t *testing.T, a, b string) string {
	t.Helper()
	first, err := tree.New([]byte(a))
	if err != nil {
		t.Fatal(err)
	}
	second, err := tree.New([]byte(b))
	if err != nil {
		t.Fatal(err)
	}
	d, formats := registry.Diff(first, second)
	kinds := map[tree.ChangeKind]string{tree.Inside: "inside", tree.Changed: "changed", tree.Added: "added", tree.Removed: "removed", tree.Moved: "moved"}
	out := []string{formats}
	for _, c := range d.Rows {
		if c.Kind == tree.Same || c.Depth == 0 {
			continue
		}
		line := kinds[c.Kind] + " " + d.Path(c)
		if c.A >= 0 && c.Kind != tree.Inside {
			line += " - " + string(d.A.Value(c.A))
		}
		if c.B >= 0 && c.Kind != tree.Inside {
			line += " + " + string(d.B.Value(c.B))
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}

// TestInputIsAlignedWithMessages: a body for another API differs in its texts,
// not in the name of the member that holds them.
func TestInputIsAlignedWithMessages(t *testing.T) {
	const sent = `{"model":"v/m","instructions":"be kind","input":[{"role":"user","content":"hello"},{"role":"assistant","content":"hi"},{"role":"user","content":"bye for now"}]}`
	for _, c := range []struct{ a, b, want string }{
		{sent, `{"model":"m","messages":[{"role":"system","content":"be kind"},{"role":"user","content":"hello"},{"role":"user","content":"goodbye for now"},{"role":"user","content":"and more"}]}`,
			"Responses → chat completions\nchanged model - \"v/m\" + \"m\"\ninside input → messages\nremoved input[1].content - \"hi\"\n" +
				"changed input[2].content → messages[2].content - \"bye for now\" + \"goodbye for now\"\nadded messages[3].content + \"and more\""},
		{sent, `{"model":"v/m","system":"be kind","messages":[{"role":"user","content":[{"type":"text","text":"hello"}]},{"role":"assistant","content":"hi"},{"role":"user","content":"bye for now"}]}`,
			"Responses → Anthropic messages\ninside input → messages"},
		{sent, `{"model":"v/m","messages":[]}`, "Responses → chat completions\ninside input → messages\nremoved instructions - \"be kind\"\n" +
			"removed input[0].content - \"hello\"\nremoved input[1].content - \"hi\"\nremoved input[2].content - \"bye for now\""},
		{`{"input":"hello"}`, `{"input":[{"role":"user","content":"hello"}]}`, "\ninside input"},
		{`{"input":"hello"}`, `{"messages":[{"role":"system","content":"hello"}]}`, "Responses → chat completions\ninside input → messages\n" +
			`changed input → messages[0] - "hello" + {"role":"system","content":"hello"}`},
		{`{"input":[{"role":"user","content":"hello","id":"x"}]}`, `{"input":[{"role":"user","content":"hello"}]}`, "\ninside input\ninside input[0]\nremoved input[0].id - \"x\""},
		{`{"input":"hello"}`, `{"prompt":"hello"}`, "\nremoved input - \"hello\"\nadded prompt + \"hello\""},
	} {
		if got := differences(t, c.a, c.b); got != c.want {
			t.Errorf("%s\n%s\ngot\n%s\nwant\n%s", c.a, c.b, got, c.want)
		}
	}
}
