package export

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// bodies are request bodies that a program could change on the way.
func bodies() []string {
	return []string{
		`{"model":"m","input":"hello"}`,
		`{"model":"m","stream":true,"input":[{"role":"user","content":"a"}],"plugins":[{"id":"web"}]}`,
		"{\"input\":\"` \\\" \\\\ $HOME ''' \\/ \\u0000 \\ud83d\\ude00 \u202e\u2028 \\u202e é\",\r\n\"x\":{\"__proto__\":1,\"a b\":[],\"\":{}}}",
		`{"class":1.0,"n":[1e3,-0,0.1,12345678901234567890,-0.0],"extra_body":{"a":null},"input":null,"stream":false}`,
		`{"query":"q","documents":["a","b"]}`,
		"{\"input\":\"'''' ''''' '\\\\' ${x} </script> \u2028 \U000e0001\"}",
		`{"deep":` + strings.Repeat("[", maxDepth-1) + strings.Repeat("]", maxDepth-1) + `}`,
		`{}`,
	}
}

// values are JSON values of any kind.
func values(depth int) *rapid.Generator[any] {
	kinds := []*rapid.Generator[any]{
		rapid.String().AsAny(), rapid.Bool().AsAny(), rapid.Int32().AsAny(), rapid.Float64Range(-1e9, 1e9).AsAny(), rapid.Just(any(nil)),
	}
	if depth > 0 {
		kinds = append(kinds, rapid.SliceOfN(values(depth-1), 0, 4).AsAny(), rapid.MapOfN(rapid.String(), values(depth-1), 0, 4).AsAny())
	}
	return rapid.OneOf(kinds...)
}

func anyBody(t interface{ Fatal(...any) }, value map[string]any) []byte {
	body, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return body
}

// TestAGoProgramHoldsTheVeryBytes, and is written as gofmt writes it.
func TestAGoProgramHoldsTheVeryBytes(t *testing.T) {
	check := func(t interface {
		Fatal(...any)
		Fatalf(string, ...any)
	}, body []byte,
	) {
		out, err := goDocument(Request{URL: "https://h/v1/responses?a=b%20c&key=***", Body: body, Header: http.Header{"X-Title": {"a`b\"\\", "c"}, "Api-Key": {"canary"}}})
		if err != nil {
			t.Fatal(err)
		}
		file, err := parser.ParseFile(token.NewFileSet(), "main.go", out, parser.SkipObjectResolution)
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		if tidy, _ := format.Source(out); !bytes.Equal(tidy, out) {
			t.Fatalf("not as gofmt writes it:\n%s", out)
		}
		for _, d := range file.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.CONST {
				continue
			}
			if got := constant(g.Specs[0].(*ast.ValueSpec).Values[0]); got != string(body) {
				t.Fatalf("holds %q, want %q", got, body)
			}
			return
		}
		t.Fatalf("no body in\n%s", out)
	}
	for _, body := range bodies() {
		check(t, []byte(body))
	}
	rapid.Check(t, func(t *rapid.T) {
		check(t, anyBody(t, rapid.MapOf(rapid.String(), values(2)).Draw(t, "body")))
	})
}

// TestAGoProgramImportsWhatItUses: the compiler takes no other.
func TestAGoProgramImportsWhatItUses(t *testing.T) {
	basic := http.Header{"Authorization": {"Basic ***"}}
	for _, r := range []Request{
		{URL: "https://videos.local/base64.b/v1/responses", Header: http.Header{"X-Title": {"os.Getenv base64.StdEncoding"}}},
		{URL: "https://h/v1/responses", Key: true},
		{URL: "https://h/v1/responses", Key: true, Header: basic},
		{URL: "https://h/v1/responses", Header: http.Header{"Api-Key": {"***"}}},
		{URL: "https://h/v1/responses?key=***"},
		{URL: "https://h/v1/rerank"},
	} {
		r.Body = []byte(`{"input":"x"}`)
		out, err := goDocument(r)
		if err != nil {
			t.Fatal(err)
		}
		file, err := parser.ParseFile(token.NewFileSet(), "main.go", out, 0)
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		used := map[string]bool{}
		for _, name := range file.Unresolved {
			used[name.Name] = true
		}
		imported := map[string]bool{}
		for _, spec := range file.Imports {
			imported[strings.TrimSuffix(spec.Path.Value, `"`)] = true
		}
		for _, path := range []string{"os", "encoding/base64", "fmt", "log", "context"} {
			if is := imported[`"`+path]; is != used[filepath.Base(path)] {
				t.Errorf("%s: imports %s: %t\n%s", r.URL, path, is, out)
			}
		}
	}
}

// constant is the value of a string that is written in pieces.
func constant(e ast.Expr) string {
	if sum, ok := e.(*ast.BinaryExpr); ok {
		return constant(sum.X) + constant(sum.Y)
	}
	text, err := strconv.Unquote(e.(*ast.BasicLit).Value)
	if err != nil {
		return err.Error()
	}
	return text
}

// standIn is what runs programs instead of the openai package: it does with a request
// what that does, and prints it instead of sending it.
const standIn = `
import ast, json, os, sys, types
class Omit: pass
class OpenAI:
    def __init__(self, *, base_url, api_key, default_headers={}, default_query={}):
        self.made = dict(base=base_url, key=api_key, query=default_query, headers={k: "omitted" if isinstance(v, Omit) else v for k, v in default_headers.items()})
        self.responses = self
    def create(self, *, stream=None, extra_body):
        assert bool(stream) == (extra_body.get("stream") is True)
        return self.send("/responses", extra_body)
    def post(self, path, *, cast_to, body):
        return self.send(path, body)
    def send(self, path, body):
        print(json.dumps(dict(self.made, path=path, body=body)))
        raise StopIteration
openai = types.ModuleType("openai")
openai.OpenAI, openai.Omit = OpenAI, Omit
sys.modules["openai"] = openai
for name in sys.argv[1:]:
    tree = ast.parse(open(name, encoding="utf-8", newline="").read(), name)
    try:
        exec(compile(tree, name, "exec"), {})
    except StopIteration:
        pass
`

// TestAPythonProgramSendsTheRequest: no member is lost or changed.
func TestAPythonProgramSendsTheRequest(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("there is no python3 on this machine")
	}
	all := bodies()
	bodies := rapid.MapOf(rapid.String(), values(2))
	for seed := range 40 {
		all = append(all, string(anyBody(t, bodies.Example(seed))))
	}
	dir := t.TempDir()
	arguments := []string{"-c", standIn}
	for i, body := range all {
		r := Request{URL: "https://h/v1/responses?a=b%20c&key=***", Body: []byte(body), Header: http.Header{"X-Title": {`it's "me" \`}, "Api-Key": {"canary"}}, Key: i%2 == 0}
		if scan.Get(r.Body, "query") != nil {
			r.URL = "https://h/v1/rerank"
		}
		out, err := pythonDocument(r)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, fmt.Sprint(i, ".py"))
		if err := os.WriteFile(path, out, 0o600); err != nil {
			t.Fatal(err)
		}
		arguments = append(arguments, path)
	}
	cmd := exec.Command("python3", arguments...)
	cmd.Env = append(os.Environ(), KeyVariable+"=sk", "API_KEY=k", "KEY=q", "PYTHONUTF8=1")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	printed, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.Bytes())
	}
	lines := strings.Split(strings.TrimSpace(string(printed)), "\n")
	if len(lines) != len(all) {
		t.Fatalf("%d programs ran of %d", len(lines), len(all))
	}
	for i, line := range lines {
		var got struct {
			Base, Key, Path string
			Body            any
			Headers, Query  map[string]string
		}
		var want any
		if err := json.Unmarshal([]byte(line), &got); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if err := json.Unmarshal([]byte(all[i]), &want); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got.Body, want) {
			t.Errorf("sends %q, want %q", got.Body, want)
		}
		if got.Base != "https://h/v1" || got.Headers["X-Title"] != `it's "me" \` || got.Headers["Api-Key"] != "k" || (got.Key == "sk") != (i%2 == 0) || (got.Headers["Authorization"] == "omitted") == (got.Key == "sk") {
			t.Errorf("sends %+v", got)
		}
		if got.Path == "/responses" && (got.Query["key"] != "q" || got.Query["a"] != "b c") {
			t.Errorf("the query is %v", got.Query)
		}
	}
}

// answers stands in for the openai package too: it answers with calls, and with text before
// them if the input asks for it.
const answers = `
import sys, types
class A(dict):
    __getattr__ = dict.get
class OpenAI:
    def __init__(self, **_):
        self.responses = self
    def create(self, *, extra_body, stream=False):
        input = extra_body["input"]
        text = "Hello" if "text" in input else ""
        calls = [A(type="function_call", name="f", arguments="{}"), A(type="custom_tool_call", name="g", input="x")] if "calls" in input else []
        if not stream:
            return A(output_text=text, output=[A(type="message")] + calls)
        return [A(type="response.output_text.delta", delta=c) for c in text] + [A(type="response.output_item.done", item=i) for i in [A(type="message")] + calls]
openai = types.ModuleType("openai")
openai.OpenAI, openai.Omit = OpenAI, object
sys.modules["openai"] = openai
exec(compile(sys.stdin.read(), "program", "exec"), {})
`

// TestProgramPrintsCalls of an answer, a line each after its text.
func TestProgramPrintsCalls(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("there is no python3 on this machine")
	}
	for input, want := range map[string]string{"calls": "f {}\ng x\n", "text": "Hello\n", "text and calls": "Hello\nf {}\ng x\n", "none": ""} {
		for _, stream := range []string{"true", "false"} {
			out, err := pythonDocument(Request{URL: "https://h/v1/responses", Key: true, Body: []byte(`{"model":"m","stream":` + stream + `,"input":"` + input + `"}`)})
			if err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command("python3", "-c", answers)
			cmd.Stdin, cmd.Env = bytes.NewReader(out), append(os.Environ(), KeyVariable+"=sk")
			printed, err := cmd.CombinedOutput()
			if err != nil || string(printed) != want {
				t.Errorf("%s, stream %s: %v, printed %q, want %q", input, stream, err, printed, want)
			}
		}
	}
}

// TestAProgramThatWouldChangeTheRequestIsNotWritten.
func TestAProgramThatWouldChangeTheRequestIsNotWritten(t *testing.T) {
	deep := strings.Repeat("[", maxDepth) + strings.Repeat("]", maxDepth)
	for _, c := range []struct {
		body, python, typescript string
	}{
		{`{"n":12345678901234567890}`, "", "JavaScript would send 12345678901234567890 as another number; curl sends it as it is"},
		{`{"n":0.10000000000000000001}`, "Python would send", "JavaScript would send"},
		{`{"n":1e400}`, "Python would send 1e400", "JavaScript would send 1e400"},
		{`{"n":1e-999999999}`, "Python would send", "JavaScript would send"},
		{`{"n":0e5,"m":1.50,"k":9007199254740993e0}`, "9007199254740993e0", "9007199254740993e0"},
		{`{"a":` + deep + `}`, "levels deep", "levels deep"},
		{`[1]`, "no JSON object", "no JSON object"},
		{`{"a":"\ud800"}`, `\ud800 is half of a character, which Python cannot send`, ""},
		{`{"a":"\\ud800 \ud83d\ude00"}`, "", ""},
		{"{\"a\":\"\xff\"}", "no JSON object", "no JSON object"},
		{`{"a":1.50,"b":100000000000000000000000}`, "", ""},
	} {
		for want, write := range map[*string]func(Request) ([]byte, error){&c.python: pythonDocument, &c.typescript: typescriptDocument} {
			_, err := write(Request{URL: "https://h/v1/responses", Body: []byte(c.body)})
			if (err == nil) != (*want == "") || err != nil && !strings.Contains(err.Error(), *want) {
				t.Errorf("%.40s: %v, want %q", c.body, err, *want)
			}
		}
	}
	if _, err := goDocument(Request{Method: "GET", URL: "https://h/models"}); err == nil {
		t.Error("a GET was written as a POST")
	}
}

func TestNoDocumentHasACredential(t *testing.T) {
	r := wire.Sent{
		URL:    "https://user:canary@h/v1/responses?api_key=canary&page=2#canary",
		Header: http.Header{"Authorization": {"Basic canary"}, "Cookie": {"canary"}, "X-Auth-Token": {"canary"}},
		Body:   []byte(`{"input":"x"}`),
	}
	for as, want := range map[string]string{
		"curl":       `'https://h/v1/responses?api_key='"$API_KEY"'&page=2'`,
		"go":         `option.WithQueryAdd("api_key", os.Getenv("API_KEY"))`,
		"python":     `"api_key": os.environ["API_KEY"]`,
		"typescript": `"api_key": process.env.API_KEY`,
	} {
		d, _ := DocumentAs(as)
		text, err := d.Write([]Exchange{{Capture: Unsent(r)}})
		if err != nil || strings.Contains(string(text), "canary") || !strings.Contains(string(text), want) {
			t.Errorf("%s: %v\n%s", as, err, text)
		}
	}
}

// TestAnObjectLiteralOfJavaScriptIsTheValue that the JSON of the request has.
func TestAnObjectLiteralOfJavaScriptIsTheValue(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("there is no node on this machine")
	}
	var all, literals []string
	random := rapid.MapOf(rapid.String(), values(2))
	for seed := range 40 {
		all = append(all, string(anyBody(t, random.Example(seed))))
	}
	for _, body := range append(bodies(), `{"a":"\ud800 \/ \u2028","__proto__":{"__proto__":null},"constructor":1,"0":1,"a-b":2,"é":3}`) {
		if !strings.Contains(body, "12345678901234567890") {
			all = append(all, body)
		}
	}
	for _, body := range all {
		literal, err := scriptBody([]byte(body))
		if err != nil {
			t.Fatal(err)
		}
		literals = append(literals, "JSON.stringify("+literal+")")
	}
	cmd := exec.Command("node", "-")
	cmd.Stdin = strings.NewReader("console.log([" + strings.Join(literals, ",\n") + "].join('\\n'))")
	printed, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(printed), "\n"), "\n")
	if len(lines) != len(all) {
		t.Fatalf("%d values of %d", len(lines), len(all))
	}
	for i, line := range lines {
		var got, want any
		if err := json.Unmarshal([]byte(line), &got); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if err := json.Unmarshal([]byte(all[i]), &want); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
