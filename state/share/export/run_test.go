package export

import (
	"strings"
	"testing"

	"gatehouse/state/answer/run"
	"gatehouse/state/history"
)

// listed is an exchange of run 3 that began at a key.
func listed(key, parent int64, by run.Evidence, request, response string) Exchange {
	of := asked(request, response)
	of.Listed = &history.Entry{Key: key, Run: 3, Parent: parent, Joined: by, Lost: -1}
	return of
}

// TestTranscriptOfARunHasWhatIsNew: also where the agent spells a message in another way when it sends it
// again, and where a sub-agent worked in between.
func TestTranscriptOfARunHasWhatIsNew(t *testing.T) {
	const call = `{"type":"function_call","call_id":"c1","name":"Agent","arguments":"{}"}`
	answer := func(item string) string {
		return `{"object":"response","status":"completed","output":[` + item + `]}`
	}
	handshake := listed(1, 0, "", `{}`, `{}`)
	handshake.Listed.Purpose = history.Handshake
	count := listed(4, 0, "", `{"input":"counted words"}`, `{}`)
	count.Listed.Purpose = history.CountTokens
	got := transcriptOf(t, handshake,
		listed(2, 0, "", `{"instructions":"Be kind.","input":[{"role":"user","content":"explore"}]}`, answer(call)),
		listed(3, 2, run.ByParent, `{"instructions":"You are a sub-agent.","input":[{"role":"user","content":"look around"}]}`, answer(`{"type":"message","role":"assistant","content":[{"type":"output_text","text":"seen"}]}`)),
		count,
		listed(5, 2, run.ByItems, `{"instructions":"Be kind.","input":[{"role":"user","content":[{"type":"input_text","text":"explore"}]},`+call+`,{"type":"function_call_output","call_id":"c1","output":"[{\"type\":\"text\",\"text\":\"seen it\"}]"}]}`, answer(`{"type":"message","role":"assistant","content":[{"type":"output_text","text":"done"}]}`)),
		listed(6, 5, run.ByRetry, `{"input":[{"role":"user","content":"explore"}]}`, answer("")))
	for text, want := range map[string]int{"explore": 1, "Be kind.": 1, "sub-agent.": 1, "look around": 1, "counted words": 0, "text\nseen it\n": 1, "the start": 0, "`Agent`": 1} {
		if n := strings.Count(got, text); n != want {
			t.Errorf("%q %d times, want %d", text, n, want)
		}
	}
	for _, head := range []string{"*Exchange 1 of 6: handshake*", "*Exchange 2 of 6*", "*Exchange 3 of 6: a sub-agent of exchange 2*", "*Exchange 4 of 6: count_tokens*", "*Exchange 5 of 6: after exchange 2*", "*Exchange 6 of 6: exchange 5 again*"} {
		if !strings.Contains(got, head) {
			t.Errorf("no %s", head)
		}
	}
	if t.Failed() {
		t.Log(got)
	}
}
