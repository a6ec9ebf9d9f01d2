package desk_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"

	"gatehouse/app/apptest"
	"gatehouse/app/build"
	"gatehouse/gateway"
	"gatehouse/state/request/validate"
	"gatehouse/views"
)

// TestHintsAreShownAndRepaired: next to faults in the JSON, at their field in the form, and in
// the preview; one key repairs, and undo reverts that.
func TestHintsAreShownAndRepaired(t *testing.T) {
	apptest.Run(t, 120, 35, nil, func(d *apptest.Driver) {
		d.Do(views.ReplaceDocument{Document: []byte(`{"model":"sim/writer","temprature":1,"zzz":2,"plugins":[{"id":"web","max_uses":-1}],"input":"hi"}`)})
		d.Press("f3")
		d.SetFocus(build.SourcePane)
		d.Flush()
		d.Shows("3 hints")
		d.Shows("⚠ temprature: is not a member of")
		was := d.Body()
		d.Press("]", "x")
		d.Hides(`"temprature"`)
		if d.ValueAt("/temperature") != "1" || d.ValueAt("/temprature") != "" {
			t.Errorf("got %s", d.Body())
		}
		d.Shows("repaired temprature")
		d.Do(views.Undo{})
		if string(d.Body()) != string(was) {
			t.Errorf("undone %s, want %s", d.Body(), was)
		}
		d.Do(views.ShowPlace{Pointer: "/plugins/0/max_uses"})
		d.Shows("⚠ -1, no service takes less")
		d.Press("x")
		if d.ValueAt("/plugins/0/max_uses") != "" {
			t.Errorf("got %s", d.Body())
		}
		d.Press("alt+p")
		d.Flush()
		d.Shows("no faults ✓, 2 hints")
		d.Shows("⚠ temprature: is not a member of /responses")
	})
}

// TestABodyOfAnotherAPIIsTranslatedByAKey.
func TestABodyOfAnotherAPIIsTranslatedByAKey(t *testing.T) {
	apptest.Run(t, 120, 35, nil, func(d *apptest.Driver) {
		d.Do(views.ReplaceDocument{Document: []byte(`{"messages":[{"role":"user","content":"hi"}],"max_tokens":5}`)})
		d.Press("f3")
		d.SetFocus(build.SourcePane)
		d.Flush()
		d.Shows("is a request for chat completions")
		d.Press("x")
		if d.ValueAt("/max_output_tokens") != "5" || d.ValueAt("/messages") != "" || !strings.Contains(d.ValueAt("/input"), "hi") {
			t.Errorf("got %s", d.Body())
		}
		d.Hides("is a request for chat completions")
	})
}

// TestNoHintOnWhatScreensSend: the examples, what is typed, what is built, answers to calls
// and rerankings.
func TestNoHintOnWhatScreensSend(t *testing.T) {
	noHint := func(what string, request []byte) {
		t.Helper()
		for _, f := range validate.For(validate.Kind(request), request, validate.Service{}).Hints {
			t.Errorf("%s: %s\n%s", what, f, request)
		}
	}
	for _, row := range []string{"a streamed answer", "a question that is routed", "a guardrail block", "a function call"} {
		apptest.Run(t, 80, 24, nil, func(d *apptest.Driver) {
			d.ChooseExample(row)
			d.WaitFor("the end", d.Idle)
			noHint(row, d.Desk.Shown().Conv.Current.Exchange.Request)
			if row != "a function call" {
				noHint("after "+row, d.Body())
				return
			}
			d.Press("alt+a", "enter")
			d.Flush()
			d.WaitFor("the end", d.Idle)
			noHint("the call's output", d.Desk.Shown().Conv.Current.Exchange.Request)
		})
	}
	apptest.Run(t, 120, 35, nil, func(d *apptest.Driver) {
		noHint("nothing", d.Body())
		d.Type("hello")
		d.Do(views.Edit{Pointer: "/plugins", Value: json.RawMessage(`[{"id":"web"}]`)})
		noHint("built", d.Body())
		d.Press("enter")
		d.WaitFor("the end", d.Idle)
		d.Type("more")
		d.Press("enter")
		d.WaitFor("the end", d.Idle)
		noHint("sent", d.Desk.Shown().Conv.Current.Exchange.Request)
		noHint("saved", d.Body())
	})
	var mu sync.Mutex
	var reranked [][]byte
	local := gateway.New(gateway.WithKeys("test-key"))
	apptest.RunAgainst(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/rerank") {
			body, _ := io.ReadAll(r.Body)
			r.Body = io.NopCloser(bytes.NewReader(body))
			mu.Lock()
			reranked = append(reranked, body)
			mu.Unlock()
		}
		local.ServeHTTP(w, r)
	}), 120, 35, nil, func(d *apptest.Driver) {
		d.ChooseExample("three rerankers on 12 documents")
		d.WaitFor("three orders", func() bool { return strings.Contains(d.Screen(), "sorts by disagreement") })
	})
	for _, request := range reranked {
		noHint("reranked", request)
	}
	if len(reranked) != 3 {
		t.Errorf("%d requests were reranked", len(reranked))
	}
}
