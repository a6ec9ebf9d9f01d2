package intake

import (
	"strings"
	"testing"
	"time"

	"gatehouse/client/wire"
	"gatehouse/state"
)

var postmanTime = time.Unix(1_750_000_000, 0)

const postmanFile = `{"info":{"_postman_id":"x","name":"gateway","schema":"https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
"variable":[{"key":"host","value":"https://{{name}}/v1"},{"key":"name","value":"h.example"}],
"item":[{"name":"folder","item":[
 {"name":"ask","request":{"method":"POST","header":[{"key":"Authorization","value":"Bearer {{key}}"},{"key":"X-Off","value":"1","disabled":true}],
   "body":{"mode":"raw","raw":"{\"model\":\"m\",\"input\":\"hi\"}"},"url":{"raw":"{{host}}/responses","host":["{{host}}"],"path":["responses"]}},
  "response":[
   {"name":"fine","originalRequest":{"method":"POST","header":[],"body":{"mode":"raw","raw":"{\"input\":\"first\"}"},"url":"{{host}}/responses"},"status":"OK","code":200,"header":[{"key":"Content-Type","value":"application/json"}],"cookie":[],"body":"{\"status\":\"completed\",\"output\":[]}","responseTime":120},
   {"name":"no body","status":"OK","code":200,"header":null,"body":null}]},
 {"name":"rank","request":{"method":"POST","body":{"mode":"urlencoded","urlencoded":[{"key":"query","value":"q"}]},"url":{"protocol":"https","host":["h","example"],"path":["v1","rerank"]}},"response":[]},
 {"name":"list","request":"{{host}}/models","response":[]}]}]}`

// TestPostmanCollections: each saved response with its request, each request without one,
// and what Postman fills in.
func TestPostmanCollections(t *testing.T) {
	if !IsPostman([]byte(postmanFile)) {
		t.Error("it is not known for a collection")
	}
	all, err := Postman([]byte(postmanFile), postmanTime)
	if err != nil || len(all.List) != 3 || len(all.Others) != 1 {
		t.Fatalf("%+v, %v", all, err)
	}
	fine, empty, rank := all.List[0].Capture, all.List[1].Capture, all.List[2]
	if fine.Sent.URL != "https://h.example/v1/responses" || string(fine.Sent.Body) != `{"input":"first"}` || fine.Head.Status != 200 ||
		string(fine.Body.All()) != `{"status":"completed","output":[]}` || fine.End.AtUS != 120_000 || !fine.Lacks.Start || fine.Lacks.Answer || fine.Start != postmanTime {
		t.Errorf("%+v", fine)
	}
	if !empty.Lacks.Answer || empty.Head.Header != nil || empty.Sent.Header.Get("Authorization") != "Bearer {{key}}" || empty.Sent.Header.Get("X-Off") != "" {
		t.Errorf("%+v, %+v", empty, empty.Sent)
	}
	if got := strings.Join(empty.Remarks, "; "); got != "variables of the collection were filled in: host, name; variables that the collection does not define are left as they are: key" {
		t.Error(got)
	}
	if rank.Kind != state.Rerank || string(rank.Capture.Sent.Body) != "query=q" || !rank.Capture.Lacks.Answer || rank.Capture.Head != nil || rank.Capture.End.Cause != wire.EndUnknown {
		t.Errorf("%+v", rank.Capture)
	}
}

// TestPostmanVariablesEnd: those that name each other are not followed for ever.
func TestPostmanVariablesEnd(t *testing.T) {
	f := filler{variables: map[string]string{"a": "{{b}}", "b": "{{a}}", "c": "x{{d}}"}}
	if got := f.fill("{{a}} {{c}}"); !strings.Contains(got, "x{{d}}") {
		t.Error(got)
	}
}

// TestPostmanVariablesAreBounded: a few names that stand for one another are no text that no
// memory holds, whichever way they do.
func TestPostmanVariablesAreBounded(t *testing.T) {
	chain := map[string]string{"g": strings.Repeat("x", 1000)}
	empty := map[string]string{"g": ""}
	for _, name := range []string{"ab", "bc", "cd", "de", "ef", "fg"} {
		chain[name[:1]] = strings.Repeat("{{"+name[1:]+"}}", 1000)
		empty[name[:1]] = chain[name[:1]]
	}
	for what, variables := range map[string]map[string]string{
		"itself": {"a": strings.Repeat("{{a}}", 1000)}, "each other": {"a": strings.Repeat("{{b}}", 1000), "b": strings.Repeat("{{a}}", 1000)},
		"a chain": chain, "a chain of nothing": empty,
	} {
		f := filler{variables: variables}
		for range 3 { // fields of one request
			if got := f.fill("{{a}} and {{z}}"); len(got) > 2*maxFilled || !strings.HasSuffix(got, "{{z}}") {
				t.Errorf("%s: %d bytes", what, len(got))
			}
		}
		if len(f.skipped) == 0 || f.spent > maxFilled || strings.Join(f.left, " ") != "z" {
			t.Errorf("%s: kept %v, left %v, %d bytes", what, f.skipped, f.left, f.spent)
		}
	}
	f := filler{variables: map[string]string{"a": "x{{a}}"}}
	if got := f.fill("{{a}}"); got != "{{a}}" {
		t.Error(got)
	}
}

// TestPostmanNamesWhatIsNotFilledIn in the exchange.
func TestPostmanNamesWhatIsNotFilledIn(t *testing.T) {
	all, err := Postman([]byte(strings.Replace(postmanFile, `{"key":"host"`, `{"key":"key","value":"{{key}}"},{"key":"host"`, 1)), postmanTime)
	if err != nil || len(all.List) != 3 {
		t.Fatal(all, err)
	}
	if got := strings.Join(all.List[1].Capture.Remarks, "; "); !strings.HasSuffix(got, "variables that name themselves, or make the collection too large, are left as they are: key") {
		t.Error(got)
	}
}
