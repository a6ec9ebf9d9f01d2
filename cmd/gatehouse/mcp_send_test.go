package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// priced is a gateway with a list of prices, which reports what each answer cost: that is in the
// prompt.
func priced(t *testing.T, sent *[]string) string {
	return answering(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if r.Method == http.MethodGet {
			io.WriteString(w, `{"data":[{"id":"a/b","pricing":{"prompt":"0.000001","completion":"0.0001"}},{"id":"a/free"}]}`)
			return
		}
		body, _ := io.ReadAll(r.Body)
		*sent = append(*sent, string(body))
		cost := ""
		if _, words, ok := strings.Cut(string(body), "costs "); ok {
			cost = `,"cost":` + strings.Fields(words)[0]
		}
		fmt.Fprintf(w, `{"id":"r","object":"response","status":"completed","model":"a/b","output":[{"type":"message","id":"m","role":"assistant","status":"completed","content":[{"type":"output_text","text":"said %s","annotations":[]}]}],"usage":{"input_tokens":1,"output_tokens":1,"total_tokens":2%s}}`, r.Header.Get("Authorization"), cost)
	})
}

func TestSendKeepsToItsBudget(t *testing.T) {
	dir, sent := newDataDir(t), []string{}
	base := priced(t, &sent)
	config := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(config, fmt.Appendf(nil, "[profiles.work]\nbase_url = '%s'\nkey_env = 'WORK_KEY'\n[profiles.other]\nbase_url = '%s'\n", base, base), 0o600); err != nil {
		t.Fatal(err)
	}
	env := map[string]string{"GATEHOUSE_API_KEY": "canary-of-another-address", "WORK_KEY": "canary-work-key-77"}
	args := []string{"--data-dir", dir, "--config", config, "--allow-send", "work,local", "--max-cost", "0.05"}
	a := newAgent(t, env, args...)
	request := func(prompt string, tokens int) map[string]any {
		return map[string]any{"profile": "work", "request": json.RawMessage(fmt.Sprintf(`{"stream":false,"model":"a/b","max_output_tokens":%d,"input":%q}`, tokens, prompt))}
	}
	instructions := a.InitializeResult().Instructions
	if !strings.Contains(instructions, "work, local") {
		t.Errorf("%s", instructions)
	}
	if _, notes := a.call("list", nil); !strings.Contains(notes, "Budget: $0.00 of $0.05 used by 0 requests.") {
		t.Errorf("%s", notes)
	}
	other := request("hi", 10)
	other["profile"] = "other"
	a.refused("send", other, `"other" is not allowed`, "work, local", "Budget: $0.00 of")
	a.refused("send", map[string]any{"profile": "work", "request": map[string]any{"model": "a/b", "input": "hi"}}, "max_output_tokens", "not known")
	a.refused("send", map[string]any{"profile": "work", "request": map[string]any{"model": "a/free", "input": "hi", "max_output_tokens": 5}}, "not known")
	a.refused("send", map[string]any{"profile": "work", "request": map[string]any{"model": "a/b", "input": "hi", "temperature": "warm"}}, "temperature")
	a.refused("send", request("hi", 1000), "may cost $0.1", "$0.05 of the budget are left")
	if len(sent) > 0 {
		t.Fatalf("sent %q", sent)
	}
	data, notes := a.call("send", request("costs 0.01 only", 200))
	if !strings.Contains(data, "said Bearer ***") || !strings.Contains(notes, "Ended as completed.") || !strings.Contains(notes, "Budget: $0.01 of $0.05 used by 1 request.") {
		t.Errorf("%s\n%s", data, notes)
	}
	if want := `{"stream":false,"model":"a/b","max_output_tokens":200,"input":"costs 0.01 only"}`; len(sent) != 1 || sent[0] != want {
		t.Errorf("sent %q, want the spelling of the call", sent)
	}
	if _, notes := a.call("send", request("says no cost", 200)); !strings.Contains(notes, "Budget: $0.03") {
		t.Errorf("without a reported cost the most counts: %s", notes)
	}
	a.refused("send", request("hi", 200), "nothing is sent", "Budget: $0.03")
	if _, notes := a.call("send", map[string]any{"profile": "local", "request": map[string]any{"model": "sim/writer", "input": "hello"}}); !strings.Contains(notes, "Ended as completed.") || !strings.Contains(notes, "is simulated: nothing is charged") || !strings.Contains(notes, "Budget: $0.03") {
		t.Errorf("%s", notes)
	}
	if _, notes := a.call("send", request("costs 3 more than it may", 50)); !strings.Contains(notes, "Budget: $3.03") {
		t.Errorf("a service that takes more is not seen: %s", notes)
	}
	a.refused("send", request("hi", 1), "$0.00 of the budget are left")
	if got := len(listed(t, dir)); got != 4 {
		t.Errorf("%d exchanges are in the history", got)
	}
}

// TestNothingLowersTheBudgetThatIsNotPaid: the usage that a stream begins with is no cost, and
// with a key of the user the provider charges in addition to the service.
func TestNothingLowersTheBudgetThatIsNotPaid(t *testing.T) {
	base := answering(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if r.Method == http.MethodGet {
			io.WriteString(w, `{"data":[{"id":"a/b","pricing":{"prompt":"0","completion":"0.0001"}}]}`)
			return
		}
		if body, _ := io.ReadAll(r.Body); bytes.Contains(body, []byte("own key")) {
			io.WriteString(w, `{"id":"r","object":"response","status":"completed","output":[],"usage":{"input_tokens":1,"output_tokens":1,"is_byok":true,"cost":0.001,"cost_details":{"upstream_inference_cost":0.003}}}`)
			return
		}
		w.Header().Set("Content-Type", "text/event-stream")
		io.WriteString(w, `data: {"type":"response.created","response":{"id":"r","status":"in_progress","usage":{"input_tokens":0,"output_tokens":0,"cost":0}}}`+"\n\n")
	})
	config := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(config, fmt.Appendf(nil, "[profiles.work]\nbase_url = '%s'\n", base), 0o600); err != nil {
		t.Fatal(err)
	}
	a := newAgent(t, nil, "--data-dir", newDataDir(t), "--config", config, "--allow-send", "work", "--max-cost", "0.05")
	send := func(request string) map[string]any {
		return map[string]any{"profile": "work", "request": json.RawMessage(request)}
	}
	if _, notes := a.call("send", send(`{"model":"a/b","max_output_tokens":100,"stream":true,"input":"cut off"}`)); !strings.Contains(notes, "Ended as truncated.") || !strings.Contains(notes, "Budget: $0.01 of $0.05") {
		t.Errorf("a stream that is cut off: %s", notes)
	}
	if _, notes := a.call("send", send(`{"model":"a/b","max_output_tokens":100,"input":"with my own key"}`)); !strings.Contains(notes, "Budget: $0.014 of $0.05") {
		t.Errorf("the fee and what the provider charges: %s", notes)
	}
	a.refused("send", send(`{"model":"a/b","max_output_tokens":1,"input":[{"role":"user","content":[{"type":"input_file","file_id":"f"}]}]}`), "the tokens of the attachment input[0].content[0]", "Budget: $0.014")
}

// TestSendAsksTheModelOfItsProfile where the request names none.
func TestSendAsksTheModelOfItsProfile(t *testing.T) {
	dir, sent := newDataDir(t), []string{}
	base := priced(t, &sent)
	config := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(config, fmt.Appendf(nil, "[profiles.work]\nbase_url = '%s'\nmodel = 'a/b'\n", base), 0o600); err != nil {
		t.Fatal(err)
	}
	a := newAgent(t, nil, "--data-dir", dir, "--config", config, "--allow-send", "work", "--max-cost", "0.05")
	a.call("send", map[string]any{"profile": "work", "request": json.RawMessage(`{"max_output_tokens":5,"input":"hi"}`)})
	if want := `{"max_output_tokens":5,"input":"hi","model":"a/b"}`; len(sent) != 1 || sent[0] != want {
		t.Errorf("sent %q, want %s", sent, want)
	}
}

func TestSendingNeedsProfilesAndABudget(t *testing.T) {
	for _, c := range []struct {
		args []string
		word string
	}{
		{[]string{"--allow-send", "local"}, "give --max-cost USD"},
		{[]string{"--max-cost", "1"}, "give --allow-send PROFILE too"},
		{[]string{"--allow-send", "nobody", "--max-cost", "1"}, `--allow-send: no profile "nobody"`},
		{[]string{"--allow-send", "local", "--max-cost", "much"}, "an amount in USD"},
	} {
		program(t, "", append([]string{"mcp"}, c.args...)...).wants(t, exitUsage, c.word)
	}
}
