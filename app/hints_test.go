package app

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"

	"gatehouse/app/build"
	"gatehouse/gateway"
	"gatehouse/state/request/validate"
	"gatehouse/views"
)

// TestHintsAreShownAndRepaired: next to faults in the JSON, at their field in the form, and in
// the preview; one key repairs, and undo reverts that.
func TestHintsAreShownAndRepaired(t *testing.T) {
	bubble(t, 120, 35, nil, func(d *driver) {
		d.do(views.ReplaceDocument{Document: []byte(`{"model":"sim/writer","temprature":1,"zzz":2,"plugins":[{"id":"web","max_uses":-1}],"input":"hi"}`)})
		d.keys("f3")
		d.m.SetFocus(build.SourcePane)
		d.flush()
		d.shows("3 hints")
		d.shows("⚠ temprature: is not a member of")
		was := d.body()
		d.keys("]", "x")
		d.hides(`"temprature"`)
		if d.at("/temperature") != "1" || d.at("/temprature") != "" {
			t.Errorf("got %s", d.body())
		}
		d.shows("repaired temprature")
		d.do(views.Undo{})
		if string(d.body()) != string(was) {
			t.Errorf("undone %s, want %s", d.body(), was)
		}
		d.do(views.ShowPlace{Pointer: "/plugins/0/max_uses"})
		d.shows("⚠ -1, no service takes less")
		d.keys("x")
		if d.at("/plugins/0/max_uses") != "" {
			t.Errorf("got %s", d.body())
		}
		d.keys("alt+p")
		d.flush()
		d.shows("no faults ✓, 2 hints")
		d.shows("⚠ temprature: is not a member of /responses")
	})
}

// TestABodyOfAnotherAPIIsTranslatedByAKey.
func TestABodyOfAnotherAPIIsTranslatedByAKey(t *testing.T) {
	bubble(t, 120, 35, nil, func(d *driver) {
		d.do(views.ReplaceDocument{Document: []byte(`{"messages":[{"role":"user","content":"hi"}],"max_tokens":5}`)})
		d.keys("f3")
		d.m.SetFocus(build.SourcePane)
		d.flush()
		d.shows("is a request for chat completions")
		d.keys("x")
		if d.at("/max_output_tokens") != "5" || d.at("/messages") != "" || !strings.Contains(d.at("/input"), "hi") {
			t.Errorf("got %s", d.body())
		}
		d.hides("is a request for chat completions")
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
		bubble(t, 80, 24, nil, func(d *driver) {
			d.try(row)
			d.until("the end", d.idle)
			noHint(row, d.m.desk.Shown().Conv.Current.Exchange.Request)
			if row != "a function call" {
				noHint("after "+row, d.body())
				return
			}
			d.keys("alt+a")
			d.flush()
			d.until("the end", d.idle)
			noHint("the call's output", d.m.desk.Shown().Conv.Current.Exchange.Request)
		})
	}
	bubble(t, 120, 35, nil, func(d *driver) {
		noHint("nothing", d.body())
		d.typeText("hello")
		d.do(views.Edit{Pointer: "/plugins", Value: json.RawMessage(`[{"id":"web"}]`)})
		noHint("built", d.body())
		d.keys("enter")
		d.until("the end", d.idle)
		d.typeText("more")
		d.keys("enter")
		d.until("the end", d.idle)
		noHint("sent", d.m.desk.Shown().Conv.Current.Exchange.Request)
		noHint("saved", d.body())
	})
	var mu sync.Mutex
	var reranked [][]byte
	local := gateway.New(gateway.WithKeys("test-key"))
	within(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/rerank") {
			body, _ := io.ReadAll(r.Body)
			r.Body = io.NopCloser(bytes.NewReader(body))
			mu.Lock()
			reranked = append(reranked, body)
			mu.Unlock()
		}
		local.ServeHTTP(w, r)
	}), 120, 35, nil, func(d *driver) {
		d.try("three rerankers on 12 documents")
		d.until("three orders", func() bool { return strings.Contains(d.screen(), "sorts by disagreement") })
	})
	for _, request := range reranked {
		noHint("reranked", request)
	}
	if len(reranked) != 3 {
		t.Errorf("%d requests were reranked", len(reranked))
	}
}
