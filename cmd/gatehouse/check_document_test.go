package main

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"

	"gatehouse/gateway"
	"gatehouse/state/answer/figures"
	"gatehouse/state/expect"
)

func TestLocalGatewayKeepsTheDocument(t *testing.T) {
	checks, err := expect.Parse(expect.DocumentName, expect.Document(), nil)
	if err != nil {
		t.Fatal(err)
	}
	r := program(t, "", "check", "--no-persist", "@document")
	r.wants(t, exitOK, figures.Counted(len(checks), "request")+" to the local gateway", figures.Counted(len(checks), "check")+" passed")
	program(t, "", "check", "--no-persist", "@document", "--service", "acme", "--only", "headers,errors").wants(t, exitOK)
}

// changedGateway starts a gateway that does one thing otherwise: before may answer itself, after
// changes an answer.
func changedGateway(t *testing.T, before func(body []byte, r *http.Request) []byte, after func(body []byte, r *http.Request, a *httptest.ResponseRecorder)) string {
	t.Helper()
	g := gateway.New(gateway.WithPace(0), gateway.WithKeys("right"))
	return answering(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		sent := body
		if before != nil && r.Method == http.MethodPost {
			sent = before(body, r)
		}
		r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(sent)), int64(len(sent))
		a := httptest.NewRecorder()
		g.ServeHTTP(a, r)
		if after != nil && r.Method == http.MethodPost {
			after(body, r, a)
		}
		for name, values := range a.Header() {
			w.Header()[name] = values
		}
		w.Header().Del("Content-Length")
		w.WriteHeader(a.Code)
		_, _ = w.Write(a.Body.Bytes())
	}) + "/api/v1"
}

// rewrite changes the body of an answer.
func rewrite(a *httptest.ResponseRecorder, change func(string) string) {
	changed := change(a.Body.String())
	a.Body.Reset()
	a.Body.WriteString(changed)
}

var failedName = regexp.MustCompile(`(?m)^✗ (.+)  failed$`)

// TestDocumentFindsTheRuleThatIsBroken alters one thing of a gateway; the checks of that rule
// fail, with words that name it, and no others of the group.
func TestDocumentFindsTheRuleThatIsBroken(t *testing.T) {
	type change = func(body []byte, r *http.Request, a *httptest.ResponseRecorder)
	set := func(path string, value any) change {
		return func(_ []byte, _ *http.Request, a *httptest.ResponseRecorder) {
			rewrite(a, func(s string) string {
				if gjson.Get(s, path).Exists() {
					s, _ = sjson.Set(s, path, value)
				}
				return s
			})
		}
	}
	for name, c := range map[string]struct {
		group  string
		before func(body []byte, r *http.Request) []byte
		after  change
		fails  []string
		words  string
	}{
		"no [DONE]": {"stream", nil, func(_ []byte, _ *http.Request, a *httptest.ResponseRecorder) {
			rewrite(a, func(s string) string { return strings.ReplaceAll(s, "data: [DONE]\n\n", "") })
		}, []string{"a stream is whole, and [DONE] is last"}, "done_last: expected true, got response."},
		"no content type of a stream": {"stream", nil, func(_ []byte, _ *http.Request, a *httptest.ResponseRecorder) {
			a.Header().Set("Content-Type", "text/plain")
		}, []string{"a stream is whole, and [DONE] is last"}, "content-type"},
		"deltas without logprobs": {"stream", nil, func(_ []byte, _ *http.Request, a *httptest.ResponseRecorder) {
			rewrite(a, func(s string) string { return strings.ReplaceAll(s, `,"logprobs":[]}`, "}") })
		}, []string{"a text delta has its members"}, `all(.[]; .logprobs | type == "array"), got false`},
		"debug chunk at the end": {"stream", func(body []byte, _ *http.Request) []byte {
			body, _ = sjson.DeleteBytes(body, "debug")
			return body
		}, nil, []string{"the debug chunk comes first"}, `contains("marzipan"), got false`},
		"another status": {"errors", nil, func(_ []byte, _ *http.Request, a *httptest.ResponseRecorder) {
			if a.Code == http.StatusUnauthorized {
				a.Code = http.StatusForbidden
			}
		}, []string{"a wrong key is refused with 401", "no key is refused with 401"}, "http_status: expected 401, got 403"},
		"error code as text": {"errors", nil, func(body []byte, r *http.Request, a *httptest.ResponseRecorder) {
			if a.Code == http.StatusNotFound {
				set("error.code", "404")(body, r, a)
			}
		}, []string{"an unknown model is refused with 404 or 400"}, ".error.code == .http_status, got false"},
		"no user_id": {"errors", nil, func(_ []byte, _ *http.Request, a *httptest.ResponseRecorder) {
			if a.Code == http.StatusNotFound {
				rewrite(a, func(s string) string { s, _ = sjson.Delete(s, "user_id"); return s })
			}
		}, []string{"an unknown model is refused with 404 or 400"}, `has("user_id")`},
		"stores responses": {"errors", func(body []byte, _ *http.Request) []byte {
			body, _ = sjson.DeleteBytes(body, "store")
			return body
		}, nil, []string{"a stream that cannot begin is a plain error", "store = true is refused with 400"}, "http_status: expected 400, got 200"},
		"no total": {"answer", nil, func(_ []byte, _ *http.Request, a *httptest.ResponseRecorder) {
			rewrite(a, func(s string) string { s, _ = sjson.Delete(s, "usage.total_tokens"); return s })
		}, []string{"a plain answer is JSON of the documented shape"}, ".response.usage.total_tokens | type"},
		"other temperature": {"answer", nil, set("temperature", 1), []string{"settings are echoed, or null"}, `has("temperature")`},
		"an enum that is not looked at": {"values", func(body []byte, _ *http.Request) []byte {
			body, _ = sjson.DeleteBytes(body, "service_tier")
			return body
		}, nil, []string{"a service_tier of no known word is refused"}, "http_status: expected 400, got 200"},
		"user without a limit": {"limits", func(body []byte, _ *http.Request) []byte {
			body, _ = sjson.DeleteBytes(body, "user")
			return body
		}, nil, []string{"user of 257 characters is refused"}, "http_status: expected 400, got 200"},
		"30 calls are too many": {"limits", nil, func(body []byte, _ *http.Request, a *httptest.ResponseRecorder) {
			if gjson.GetBytes(body, "max_tool_calls").Int() == 30 {
				a.Code = http.StatusBadRequest
			}
		}, []string{"max_tool_calls of 30 is accepted"}, "http_status: expected 200, got 400"},
		"the older header is not known": {"headers", func(body []byte, r *http.Request) []byte {
			r.Header.Del("X-Service-Experimental-Metadata")
			return body
		}, nil, []string{"X-Service-Experimental-Metadata: enabled brings metadata"}, `.metadata | type == "object", got false`},
		"the header is not known": {"headers", func(body []byte, r *http.Request) []byte {
			r.Header.Del("X-Service-Metadata")
			return body
		}, nil, []string{"X-Service-Metadata: enabled brings metadata", "X-Service-Metadata: enabled brings metadata with a stream"}, `.metadata.requested | type == "string", got false`},
		"metadata unasked": {"headers", func(body []byte, r *http.Request) []byte {
			r.Header.Set("X-Service-Metadata", "enabled")
			return body
		}, nil, []string{"X-Service-Metadata: disabled brings none", "no header brings no metadata"}, ".metadata == null, got false"},
		"ranking upside down": {"rerank", nil, func(_ []byte, _ *http.Request, a *httptest.ResponseRecorder) {
			rewrite(a, func(s string) string {
				results := gjson.Get(s, "results").Array()
				slices.Reverse(results)
				var raw []string
				for _, r := range results {
					raw = append(raw, r.Raw)
				}
				if raw != nil {
					s, _ = sjson.SetRaw(s, "results", "["+strings.Join(raw, ",")+"]")
				}
				return s
			})
		}, []string{"a ranking has the documented shape", "rerank: the results are sorted by relevance"}, ". == (sort | reverse), got false"},
		"index from 1": {"rerank", nil, func(_ []byte, _ *http.Request, a *httptest.ResponseRecorder) {
			rewrite(a, func(s string) string {
				for i, r := range gjson.Get(s, "results").Array() {
					s, _ = sjson.Set(s, "results."+strconv.Itoa(i)+".index", r.Get("index").Int()+1)
				}
				return s
			})
		}, []string{"a ranking has the documented shape", "rerank: index is the place in the request"}, ".index] == .document.text] | length > 0 and all, got false"},
		"top_n is not kept": {"rerank", func(body []byte, _ *http.Request) []byte {
			body, _ = sjson.DeleteBytes(body, "top_n")
			return body
		}, nil, []string{"rerank: top_n 0 is refused with 400", "rerank: top_n is how many come back"}, ".response.results | length == 2, got false"},
		"another prefix": {"rerank", nil, set("id", "rr-1"), []string{"a ranking has the documented shape"}, `startswith("gen-rerank-"), got false`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			base := changedGateway(t, c.before, c.after)
			r := programIn(t, map[string]string{"GATEHOUSE_API_KEY": "right"}, "", "check", "@document", "--no-persist", "--yes",
				"--base-url", base, "-m", "sim/writer", "--rerank-model", "sim/bm25", "--only", c.group)
			var failed []string
			for _, m := range failedName.FindAllStringSubmatch(r.stdout, -1) {
				failed = append(failed, m[1])
			}
			slices.Sort(failed)
			if r.code != exitFailed || !slices.Equal(failed, c.fails) || !strings.Contains(r.stdout, c.words) {
				t.Errorf("exit %d, failed %q, want %q with %q\n%s%s", r.code, failed, c.fails, c.words, r.stdout, r.stderr)
			}
		})
	}
}

// TestDocumentAsksFirst: nothing but the list of models is asked for before --yes.
func TestDocumentAsksFirst(t *testing.T) {
	var posts atomic.Int32
	base := changedGateway(t, func(body []byte, _ *http.Request) []byte { posts.Add(1); return body }, nil)
	for _, c := range []struct {
		args  []string
		words []string
	}{
		{nil, []string{"@document asks for models of the local gateway; name one of " + base + " with --model"}},
		{[]string{"-m", "sim/writer"}, []string{" checks of /rerank left out", " to " + base + "; they cost at most $0.0", "nothing is sent; --yes sends them"}},
		{[]string{"-m", "sim/writer", "--only", "stream", "--yes", "--max-cost", "0.00001"}, []string{" requests to ", "is more than --max-cost 0.00001"}},
		{[]string{"-m", "service/auto", "--only", "stream", "--yes", "--max-cost", "100"}, []string{"what they may cost is not known: service/auto is a router", "whether the requests stay within --max-cost 100 is not known"}},
		{[]string{"--only", "rerank"}, []string{"name another with --rerank-model"}},
		{[]string{"--only", "rerrank"}, []string{`did you mean "rerank"?`}},
		{[]string{"--max-cost", "cheap"}, []string{"must be an amount in USD"}},
		{[]string{"--recorded"}, []string{"@document names no exchanges"}},
	} {
		args := append([]string{"check", "@document", "--no-persist", "--base-url", base}, c.args...)
		programIn(t, map[string]string{"GATEHOUSE_API_KEY": "right"}, "", args...).wants(t, exitUsage, c.words...)
	}
	for key, words := range map[string]string{"": "a request without a key", "wrong": "the key that was sent"} {
		programIn(t, map[string]string{"GATEHOUSE_API_KEY": key}, "", "check", "@document", "--no-persist", "--yes", "-m", "sim/writer", "--base-url", base).
			wants(t, exitUsage, "nothing is sent: "+base+" answers 401 to "+words, "set GATEHOUSE_API_KEY, or name a profile that has a key with --profile")
	}
	if n := posts.Load(); n != 0 {
		t.Errorf("%d requests were sent", n)
	}
	r := program(t, "", "check", "@document", "--print")
	r.wants(t, exitOK)
	if r.stdout != string(expect.Document()) {
		t.Error("--print prints something else")
	}
	program(t, "", "check", savedFile(t, "own.toml", r.stdout), "--no-persist", "--only", "headers").wants(t, exitOK, " checks passed")
	program(t, "", "check", savedFile(t, "c.toml", hello), "--print").wants(t, exitUsage, "--print applies to @document only")
	program(t, "", "check", savedFile(t, "c.toml", hello), "--only", "x").wants(t, exitUsage, "no check has a group")
}

// TestMaxCostOfUserFiles: it holds for any check file, and for all of its requests together.
func TestMaxCostOfUserFiles(t *testing.T) {
	var posts atomic.Int32
	base := changedGateway(t, func(body []byte, _ *http.Request) []byte { posts.Add(1); return body }, nil)
	path := savedFile(t, "c.toml", "[[check]]\nrequest = { model = \"sim/writer\", input = \"hi\", max_output_tokens = 1000 }\nrepeat = 3\nexpect.http_status = 200\n")
	run := func(most string) ran {
		return programIn(t, map[string]string{"GATEHOUSE_API_KEY": "right"}, "", "check", path, "--no-persist", "--base-url", base, "--max-cost", most)
	}
	run("0.0005").wants(t, exitUsage, "3 requests to ", "is more than --max-cost 0.0005")
	if n := posts.Load(); n != 0 {
		t.Errorf("%d requests were sent", n)
	}
	run("0.01").wants(t, exitOK, "1 check passed")
}

// TestRequestFilterThatGivesNoRequest fails the check, and sends nothing for it.
func TestRequestFilterThatGivesNoRequest(t *testing.T) {
	path := savedFile(t, "c.toml", "[[check]]\nrequest = {}\nrequest_jq = '.a, .b'\nexpect.http_status = 200\n")
	r := program(t, "", "check", path, "--no-persist")
	r.wants(t, exitFailed)
	if want := "request_jq: expected a request, got unknown: the filter gives more than one result"; !strings.Contains(r.stdout, want) {
		t.Errorf("no %q in %s", want, r.stdout)
	}
}
