package intake

import (
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"mvdan.cc/sh/v3/syntax"
	"pgregory.net/rapid"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/share/export"
)

// folder is what files the commands of the tests name.
func folder(name string) ([]byte, error) {
	switch name {
	case "body.json":
		return []byte("{\n \"input\": \"file\"}\r\n"), nil
	case "headers":
		return []byte("X-A: 1\nX-B: 2\n"), nil
	}
	return nil, os.ErrNotExist
}

const address = "https://h.example/api/v1/responses"

func TestCurlCommands(t *testing.T) {
	for name, c := range map[string]struct {
		script, body string
		header       http.Header
	}{
		"plain":           {`curl ` + address + ` -d '{"input":"a"}'`, `{"input":"a"}`, http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}},
		"json":            {`curl --json '{"input":"a"}' ` + address, `{"input":"a"}`, http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json"}}},
		"quotes":          {`curl -sS "` + address + `" -H "X-A: it's \"so\" \$HOME" --data-raw '{"input":"it'\''s"}'`, `{"input":"it's"}`, http.Header{"X-A": {`it's "so" $HOME`}, "Content-Type": {"application/x-www-form-urlencoded"}}},
		"continued":       {"curl -X POST \\\n  " + address + " \\\r\n  -H 'content-type: application/json' \\\n  -d '{\"input\": \"a\"}'\n", `{"input": "a"}`, http.Header{"Content-Type": {"application/json"}}},
		"a browser's":     {"curl '" + address + "' \\\n  -H 'content-type: application/json' \\\n  -b 'sid=1' \\\n  --data-raw $'{\"input\":\"it\\'s \\u00e4\\u0021 \\ud83d\\ude00 \\x41\\101\"}' --compressed ;\n", "{\"input\":\"it's ä! 😀 AA\"}", nil},
		"glued":           {`curl -XPOST -sSLd'{"input":"a"}' -HX-A:1 --url=` + address, `{"input":"a"}`, http.Header{"X-A": {"1"}, "Content-Type": {"application/x-www-form-urlencoded"}}},
		"a file":          {`curl ` + address + ` --data-binary @body.json -H 'Content-Type;'`, "{\n \"input\": \"file\"}\r\n", http.Header{"Content-Type": {""}}},
		"a file by -d":    {`curl ` + address + ` -d @body.json -H 'Content-Type: a/b' -H @headers`, ` "input": "file"}`, nil},
		"raw is no file":  {`curl --data-raw '{"input":"@body.json"}' ` + address, `{"input":"@body.json"}`, nil},
		"here-document":   {"curl " + address + " --json @- <<'EOF'\n{\"input\":\"$HOME\"}\nEOF\n", "{\"input\":\"$HOME\"}\n", nil},
		"with tabs":       {"cat <<-EOF |\n\t{\"input\":\n\t\"a\"}\n\tEOF\n curl --json @- " + address, "{\"input\":\n\"a\"}\n", nil},
		"here-string":     {`curl --json @- ` + address + ` <<<'{"input":1}' > out.json 2>&1`, "{\"input\":1}\n", nil},
		"piped":           {"export K=1\nprintf %s '{\"input\":\"a\"}' |\ncurl -N --data-binary @- " + address + " | jq .", `{"input":"a"}`, nil},
		"echoed":          {`echo '{"input":1}' | curl --json @- ` + address, "{\"input\":1}\n", nil},
		"a comment":       {"# curl nothing\nKEY=x curl " + address + " --json '{}' # -d x\n", `{}`, nil},
		"a prompt":        {"$ curl " + address + " --json '{}'", `{}`, nil},
		"in parts":        {`curl ` + address + ` --json '{"input":' --json '1}'`, `{"input":1}`, nil},
		"taken away":      {`curl ` + address + ` -d '{}' -H 'Content-Type:' -H 'X-A: 1'`, `{}`, http.Header{"X-A": {"1"}}},
		"unknown options": {`curl --no-new-thing --retry 3 --max-time 9 -w '%{http_code}' -o /dev/null ` + address + ` --json '{}'`, `{}`, nil},
		"a variable key":  {`curl ` + address + ` -H "Authorization: Bearer $KEY" -H "X-Api-Key: $(pass show "k")" --json '{}'`, `{}`, http.Header{"Authorization": {"Bearer $KEY"}, "X-Api-Key": {`$(pass show "k")`}, "Content-Type": {"application/json"}, "Accept": {"application/json"}}},
		"user":            {`curl -u me:pw ` + address + ` --json '{}'`, `{}`, http.Header{"Authorization": {"Basic bWU6cHc="}, "Content-Type": {"application/json"}, "Accept": {"application/json"}}},
	} {
		t.Run(name, func(t *testing.T) {
			all, err := Curl([]byte(c.script), folder)
			if strings.Contains(name, "by -d") { // curl takes the line ends out, and the brace stays
				c.body = `{ "input": "file"}`
			}
			if err != nil || len(all) != 1 {
				t.Fatalf("%d requests, %v", len(all), err)
			}
			r := all[0]
			if r.Method != "POST" || r.URL != address || string(r.Body) != c.body || !r.PostsTo(wire.EndpointResponses) {
				t.Errorf("%s %s %q, want %q", r.Method, r.URL, r.Body, c.body)
			}
			if c.header != nil && !sameHeader(r.Header, c.header) {
				t.Errorf("header %v, want %v", r.Header, c.header)
			}
		})
	}
}

func sameHeader(a, b http.Header) bool {
	x, _ := json.Marshal(a)
	y, _ := json.Marshal(b)
	return string(x) == string(y)
}

// TestSeveralCommands: of a script, and after --next; one that cannot be read does not
// affect the others.
func TestSeveralCommands(t *testing.T) {
	script := "curl " + address + " --json '{\"input\":1}' --next https://h/rerank --json '{\"query\":\"q\"}'\n\n" +
		"curl -d \"$BODY\" " + address + "\ncurl\ncurl -G " + address + " -d a=b\ncurl -F a=b " + address + "\ncurl --json '{,}' " + address + "\ncurl " + address + " -d @missing\n"
	all, err := Curl([]byte(script), folder)
	var got []string
	for _, r := range all {
		got = append(got, r.Method+" "+state.KindOf(r.Sent).String())
	}
	if !slices.Equal(got, []string{"POST responses", "POST rerank", "GET other"}) {
		t.Errorf("%q", got)
	}
	for _, want := range []string{"line 3: its body is no JSON object", "line 4: the curl command has no address; add one like", "line 6: --form makes no JSON", "line 7: its body is no JSON: ", "line 8: "} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v does not say %q", err, want)
		}
	}
}

func TestNoCommands(t *testing.T) {
	for _, script := range []string{"", "a text about curl", "it's a text about curl", "echo curl", "{}", "curl\x00"} {
		if _, err := Curl([]byte(script), folder); !errors.Is(err, ErrNoCurl) {
			t.Errorf("%q: %v", script, err)
		}
	}
	for script, want := range map[string]string{
		"\ncurl 'a":              "line 2: the quote ' that begins here is not closed",
		"curl \"a\n\n":           "line 1: the quote \" that begins here is not closed",
		"curl $'a":               "line 1: the quote ' that begins here is not closed",
		"curl `a":                "line 1: the quote ",
		"curl $(a":               "line 1: reached EOF without matching `$(` with `)`",
		"curl <<X\na\n":          "line 1: unclosed here-document `X`",
		"curl ^\n -d x":          "line 1: this is written for cmd.exe",
		"curl h/responses -d":    "line 1: -d needs a value",
		"curl h/x --data":        "line 1: --data needs a value",
		"x | curl h/rerank -d@-": "line 1: its body comes from standard input",
	} {
		var line *LineError
		if _, err := Curl([]byte(script), folder); !errors.As(err, &line) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", script, err, want)
		}
	}
}

// TestCurlAsTheShellReadsIt compares words with those that bash makes of a script.
func TestCurlAsTheShellReadsIt(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("there is no bash to compare with")
	}
	pieces := rapid.SliceOfN(rapid.SampledFrom([]string{
		"a", "-d", " ", "  ", "\t", "'", "\"", "\\", "\\\n", "$'", "\\n", "\\x41", "\\u00e4", "\\'", "\\\"", "#", "b c", "{\"x\":1}", "''", `""`, "=", "é", "\\101", "1",
	}), 1, 12)
	var scripts []string
	for seed := range 2000 {
		scripts = append(scripts, "curl "+strings.Join(pieces.Example(seed), ""))
	}
	const each = `curl() { printf '%s\0' ok "$@"; }; for script; do eval "$script"; printf '\1\0'; done`
	cmd := exec.Command(bash, append([]string{"-c", each, "bash"}, scripts...)...)
	cmd.Env = []string{"LC_ALL=C.UTF-8"}
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	read := strings.Split(string(out), "\x01\x00")
	compared := 0
	for i, script := range scripts {
		words, ok := strings.CutPrefix(read[i], "ok\x00")
		got, err := wordsOf(script)
		switch {
		case !ok || err != nil && strings.Contains(script, "\n"): // bash refuses it, or a line after the first
			continue
		case strings.Contains(script, " #") && strings.Contains(script, "\\\n"): // the parser continues a comment there, bash does not
			continue
		case err != nil:
			t.Errorf("%q: %v, and bash reads %q", script, err, words)
			continue
		}
		if compared++; got != words {
			t.Errorf("%q is read as %q, by bash as %q", script, got, words)
		}
	}
	if compared < 200 {
		t.Errorf("only %d scripts were compared", compared)
	}
}

// wordsOf returns the arguments of the first command of a script, each followed by NUL.
func wordsOf(text string) (words string, err error) {
	s := script{text: text}
	for stmt, err := range syntax.NewParser().StmtsSeq(strings.NewReader(text)) {
		if err != nil {
			return "", err
		}
		for _, w := range stmt.Cmd.(*syntax.CallExpr).Args[1:] {
			words += s.word(w) + "\x00"
		}
		break
	}
	return words, nil
}

// TestExportedCommandsAreRead: what is exported is read as it was.
func TestExportedCommandsAreRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		body, err := json.Marshal(map[string]string{"input": rapid.String().Draw(t, "text") + strings.Repeat("x", rapid.SampledFrom([]int{0, 110_000}).Draw(t, "long"))})
		if err != nil {
			t.Fatal(err)
		}
		sent := wire.Sent{
			Method: "POST", URL: "https://h/api/v1/responses?a[]=b&c={d}",
			Header: http.Header{"Content-Type": {"application/json"}, "X-A": {"it's $HOME `a` \"b\" \\ "}, "Authorization": {"Bearer ***"}}, Body: body,
		}
		all, err := Curl([]byte(export.Curl(export.RequestOf(sent, false), "")), folder)
		if err != nil || len(all) != 1 {
			t.Fatal(len(all), err)
		}
		r := all[0]
		if r.Method != "POST" || r.URL != sent.URL || string(r.Body) != string(body) || r.Header.Get("X-A") != strings.TrimSpace(sent.Header.Get("X-A")) || r.Header.Get("Authorization") != "Bearer $GATEHOUSE_API_KEY" {
			t.Fatalf("%+v", r)
		}
	})
}

// FuzzCurl: no script makes it panic, and each request to us is one with a JSON body.
func FuzzCurl(f *testing.F) {
	f.Add([]byte("curl " + address + " -d '{}' | cat <<EOF\nx\nEOF\n"))
	f.Add([]byte("curl 0/responses -d\f'{}'"))
	f.Add([]byte("curl $'\\ud83d\\ude00\\U0010ffff\\c' \"$(a (b))\" `c` <<<x 2>&1 &> y # z"))
	f.Fuzz(func(t *testing.T, script []byte) {
		all, err := Curl(script, folder)
		for _, r := range all {
			if state.Reads(r.Sent) && !json.Valid(r.Body) {
				t.Errorf("%q asks with %q", script, r.Body)
			}
		}
		if errors.Is(err, ErrNoCurl) && len(all) > 0 {
			t.Error("there are requests without a command")
		}
	})
}

// TestCurlErrorsRepeatNoAddress: it may hold a password and a key.
func TestCurlErrorsRepeatNoAddress(t *testing.T) {
	_, err := Curl([]byte(`curl 'https://user:canary-password@[bad/v1/responses?key=canary-key' --json '{}'`), folder)
	if err == nil || !strings.Contains(err.Error(), "line 1: its address cannot be read") || strings.Contains(err.Error(), "canary") {
		t.Error(err)
	}
}

// TestCurlBodiesEnd: a short command can name a large file many times.
func TestCurlBodiesEnd(t *testing.T) {
	large, times := make([]byte, 40<<20), 0
	read := func(string) ([]byte, error) { times++; return large, nil }
	_, err := Curl([]byte(`curl `+address+strings.Repeat(" --data-binary @f", 9)), read)
	if err == nil || !strings.Contains(err.Error(), "line 1: its body has more than the 64 MiB that are read") || times != 2 {
		t.Errorf("read %d times: %v", times, err)
	}
}

// TestOneCommandForPowerShell costs no other, however many lines it has.
func TestOneCommandForPowerShell(t *testing.T) {
	const before, behind = "curl https://h/v1/first -d '{}'\n", "\ncurl https://h/v1/last -d '{}'\n"
	for _, command := range []string{
		"curl https://h/v1/responses `\n  -d '{}'",
		"curl https://h/v1/responses `  \r\n  -H 'a: b' `\r\n  -d '{}'",
		"  curl.exe -Uri https://h/v1/responses -Method POST -Body '{}'",
		"curl -Uri https://h/v1/responses -Body '{\n  \"input\": \"it''s\"\n}'",
		"curl -Uri https://h/v1/responses -Headers @{\n  \"A\" = \"b`\"c\"\n} -Body $body",
	} {
		all, err := Curl([]byte(before+command+behind), folder)
		if len(all) != 2 || !strings.HasSuffix(all[0].URL, "first") || !strings.HasSuffix(all[1].URL, "last") {
			t.Errorf("%q: %+v", command, all)
		}
		var line *LineError
		if !errors.As(err, &line) || line.Line != 2 || !errors.Is(err, errPowerShell) {
			t.Errorf("%q: %v", command, err)
		}
		if n := strings.Count(before+command, "\n") + 2; len(all) == 2 && all[1].Line != n {
			t.Errorf("%q: the last is in line %d, want %d", command, all[1].Line, n)
		}
	}
	all, err := Curl([]byte("curl https://h/text -d '\ncurl -Uri x `\n'"), folder) // a text about it
	if err != nil || len(all) != 1 || string(all[0].Body) != "\ncurl -Uri x `\n" {
		t.Errorf("%+v, %v", all, err)
	}
}
