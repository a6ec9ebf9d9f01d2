package main

import (
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestReceiptsOfTheHistory(t *testing.T) {
	home := t.TempDir()
	run := func(args ...string) ran { return program(t, "", append(args, "--data-dir", home)...) }
	run("send", "-m", "aurora/dawn", "-p", "hi", "--metadata").wants(t, exitOK, "")
	run("send", "-m", "sim/writer", "-p", "write 2 KB").wants(t, exitOK, "")

	one := run("receipt", "last")
	one.wants(t, exitOK, "")
	for _, want := range []string{"The cost is as computed.", "usage.cost", "Local sim/writer", "$0.40/M", "total"} {
		if !strings.Contains(one.stdout, want) {
			t.Errorf("no %q in\n%s", want, one.stdout)
		}
	}
	all := run("receipt", "receipt:agrees")
	if all.wants(t, exitOK, ""); !strings.Contains(all.stdout, "2 exchanges") || !strings.Contains(all.stdout, "agrees 2") {
		t.Error(all.stdout)
	}
	for _, query := range []string{"write 2", "write\tKB", `"write"`} {
		if r := run("receipt", query); r.code != exitOK || !strings.Contains(r.stdout, "2 exchanges") {
			t.Errorf("%q: exit %d, %s%s", query, r.code, r.stdout, r.stderr)
		}
	}
	run("receipt", "quixotic tale").wants(t, exitOK, "no exchange of the history matches quixotic tale")
	none := run("receipt", "receipt:differs")
	if none.wants(t, exitOK, "no exchange of the history matches"); none.stdout != "" {
		t.Error(none.stdout)
	}

	rows, err := csv.NewReader(strings.NewReader(run("receipt", "origin:send", "--csv").stdout)).ReadAll()
	if err != nil || len(rows) != 3 || rows[1][2] != "aurora/dawn" || rows[1][3] != "Atlas" || rows[1][4] != "agrees" || rows[1][5] == "" || rows[1][5] != rows[1][6] {
		t.Errorf("%v: %q", err, rows)
	}
	var object struct {
		Exchanges []map[string]any
		Sum       map[string]any
	}
	if err := json.Unmarshal([]byte(run("receipt", "origin:send", "--json").stdout), &object); err != nil || len(object.Exchanges) != 2 || object.Sum["exchanges"] != 2.0 {
		t.Fatalf("%v: %+v", err, object)
	}
	for _, key := range []string{"id", "at", "model", "provider", "result", "reported", "computed", "assumed", "is_byok", "price", "lines", "extras", "findings", "otherwise"} {
		if _, ok := object.Exchanges[0][key]; !ok {
			t.Errorf("no %s in %+v", key, object.Exchanges[0])
		}
	}
	if others := object.Exchanges[0]["otherwise"].([]any); len(others) < 2 {
		t.Errorf("otherwise: %+v", others)
	}
	run("receipt", "--json", "--csv", "last").wants(t, exitUsage, "choose one of them")
	run("receipt").wants(t, exitUsage, "give the ID of an exchange, last, or a QUERY such as run:1")
	run("receipt", "nobody").wants(t, exitUsage, "")
	run("history", "list", "receipt:differ").wants(t, exitUsage, "")
}

// TestReceiptAndShowAgreeOnTheCache: the text was sent to another model before, whose cache could not be read.
func TestReceiptAndShowAgreeOnTheCache(t *testing.T) {
	home := t.TempDir()
	run := func(args ...string) ran { return program(t, "", append(args, "--data-dir", home)...) }
	for _, model := range []string{"aurora/zenith", "sim/coder"} {
		run("send", "-m", model, "-p", "one text").wants(t, exitOK, "")
	}
	for _, command := range [][]string{{"receipt", "last"}, {"history", "show", "last"}} {
		if r := run(command...); strings.Contains(r.stdout, "ot read") || strings.Contains(r.stdout, "separate cache") {
			t.Errorf("%q:\n%s", command, r.stdout)
		}
	}
}

// TestAnAnswerOfABatchCostsHalf of the list price, also after it was stored and read again.
func TestAnAnswerOfABatchCostsHalf(t *testing.T) {
	home := t.TempDir()
	run := func(args ...string) ran { return program(t, "", append(args, "--data-dir", home)...) }
	asked, answered := filepath.Join(home, "in.jsonl"), filepath.Join(home, "out.jsonl")
	for file, line := range map[string]string{
		asked:    `{"custom_id":"a","method":"POST","url":"/v1/responses","body":{"model":"gpt-5","input":"hi"}}`,
		answered: `{"custom_id":"a","response":{"status_code":200,"body":{"id":"r","object":"response","created_at":1762000000,"status":"completed","model":"gpt-5","output":[{"type":"message","id":"m","role":"assistant","status":"completed","content":[{"type":"output_text","text":"hello","annotations":[]}]}],"usage":{"input_tokens":1000,"output_tokens":100,"total_tokens":1100}}}}`,
	} {
		if err := os.WriteFile(file, []byte(line+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if got := run("import", asked, answered); got.code != exitOK {
		t.Fatal(got.stderr)
	}
	if got := run("receipt", "last"); !strings.Contains(got.stdout, "~$0.001125") || !strings.Contains(got.stdout, "0.5× for batch") {
		t.Error(got.stdout)
	}
}

// TestAnAnswerThatBrokeOffHasAReceipt, which notes that its cost is not known; an exchange without
// an answer has a receipt of nothing.
func TestAnAnswerThatBrokeOffHasAReceipt(t *testing.T) {
	home := t.TempDir()
	run := func(args ...string) ran { return program(t, "", append(args, "--data-dir", home)...) }
	run("send", "-m", "fault/cut", "-p", "hi", "--stream")
	if got := run("receipt", "last"); !strings.Contains(got.stdout, "The cost is not known: the tokens of the answer are not reported.") || !strings.Contains(got.stdout, "of an answer arrived before it broke off") {
		t.Errorf("cut off:\n%s", got.stdout)
	}
	var object struct {
		Exchanges []struct{ Result, Assumed string }
	}
	if err := json.Unmarshal([]byte(run("receipt", "receipt:usage-missing", "--json").stdout), &object); err != nil || len(object.Exchanges) != 1 || object.Exchanges[0].Result != "no-usage" || object.Exchanges[0].Assumed != "" {
		t.Errorf("%v: %+v", err, object)
	}
	run("send", "-m", "fault/500", "-p", "hi")
	if got := run("receipt", "last"); got.code != exitOK || !strings.Contains(got.stdout, "Nothing to compute: no answer with tokens has arrived.") {
		t.Errorf("refused:\n%s", got.stdout)
	}
}
