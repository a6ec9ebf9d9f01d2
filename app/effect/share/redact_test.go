package share_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"gatehouse/app/effect/share"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/history"
	"gatehouse/state/share/export"
	"gatehouse/state/share/redact"
)

// ended is an exchange that was answered with a text.
func ended(id, asked, answer string) *wire.Capture {
	c := &wire.Capture{
		ID: id, Start: time.Unix(1_700_000_000, 0), Timing: wire.NoTiming(), End: &wire.End{Cause: wire.EndClean},
		Sent: wire.Sent{Method: "POST", URL: "https://gate.example/api/v1/responses", Body: []byte(`{"model":"m","input":"` + asked + `"}`)},
		Head: &wire.Head{Status: 200, Header: http.Header{"Content-Type": {"application/json"}}},
	}
	c.Body.Append([]byte(`{"id":"r","status":"completed","output":[{"type":"message","content":[{"type":"output_text","text":"`+answer+`"}]}]}`), 7)
	return c
}

func TestRedactFoldsTheMaskedBytes(t *testing.T) {
	rules, err := redact.New(nil, "")
	if err != nil {
		t.Fatal(err)
	}
	about := history.About{Connection: "work", BaseURL: "https://bob:hunter2canary@gate.example/api/v1"}
	long := strings.Repeat("word ", 38) + "bob@acme.example" // a title is cut within the address
	list := []export.Exchange{share.Of(about, ended("one", long, "to bob@acme.example")), share.Of(about, ended("two", "and then?", "nothing"))}
	list[1].Title, list[0].Prompt = list[0].Title, long
	clean, err := share.Redact(nil, rules, list)
	if err != nil {
		t.Fatal(err)
	}
	first, second := clean.List[0], clean.List[1]
	if got := first.State.Text(); got != "to ****************" {
		t.Errorf("the answer is %q", got)
	}
	if first.Title == list[0].Title || second.Title != first.Title || strings.Contains(first.Title, "bob") {
		t.Errorf("the titles are %q and %q", first.Title, second.Title)
	}
	for _, s := range []string{first.Prompt, string(first.State.Request), first.About.BaseURL} {
		if strings.Contains(s, "bob@") || strings.Contains(s, "canary") {
			t.Errorf("left: %s", s)
		}
	}
	if len(clean.Found) != 2 || clean.Found[0].ID != "one" || clean.Count() != len(clean.Found[0].Hits)+len(clean.Found[1].Hits) {
		t.Errorf("%+v", clean.Found)
	}
}

// TestLabelledExchangesReadAlike: a stream has the same frames with the same sizes, and its texts have labels.
func TestLabelledExchangesReadAlike(t *testing.T) {
	c := laden("bob@acme.example")
	of := share.Of(history.About{}, c)
	clean, err := share.Redact(nil, redact.BuiltIn().Labelled(), []export.Exchange{of})
	if err != nil {
		t.Fatal(err)
	}
	x := clean.List[0]
	if got := x.State.Text(); got != "see [e-mail 1] now" {
		t.Errorf("the answer is %q", got)
	}
	if x.Capture.Text().Len() != c.Body.Len() || x.State.FrameList.Len() != of.State.FrameList.Len() || strings.Contains(string(x.Capture.Text().All()), "[e-mail") {
		t.Errorf("the stream is %s", x.Capture.Text().All())
	}
	if x.State.Verdict != of.State.Verdict || len(x.State.Warnings) != len(of.State.Warnings) {
		t.Errorf("%s, %v", x.State.Verdict, x.State.Warnings)
	}
}

// TestValueOfANameIsMaskedInTheSession: where the answer repeats it, in the exchange before, in the title,
// in the pieces of a stream and in the address, with one label.
func TestValueOfANameIsMaskedInTheSession(t *testing.T) {
	before, streamed := ended("one", "is it hunter2canary?", "it may be"), laden("hunter2canary")
	list := []export.Exchange{share.Of(history.About{}, before), share.Of(history.About{}, streamed), share.Of(history.About{}, ended("three", "My password: hunter2canary. Repeat it", "It is hunter2canary, no \u0068unter2canary"))}
	for i := range list {
		list[i].Title, list[i].Prompt = list[0].Title, "hunter2canary"
	}
	for _, rules := range []*redact.Rules{redact.BuiltIn(), redact.BuiltIn().Labelled()} {
		clean, err := share.Redact(nil, rules, list)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range export.Documents() {
			if !d.Several {
				continue
			}
			doc, err := share.Write(nil, d, clean.List)
			if all := readings(string(doc)); err != nil || strings.Contains(all, "hunter2canary") || strings.Contains(all, "[secret 2]") {
				t.Errorf("%s: %v, %s", d.Name, err, doc)
			}
		}
		for _, x := range clean.List {
			if strings.Contains(x.Title+x.Prompt+x.State.Text(), "hunter2") || x.State.Verdict != state.Completed {
				t.Errorf("%s: %q, %q, %q", x.State.Verdict, x.Title, x.Prompt, x.State.Text())
			}
		}
	}
}

func TestRedactStopsAtWhatItCannotSearch(t *testing.T) {
	rules, err := redact.New(nil, "")
	if err != nil {
		t.Fatal(err)
	}
	cut := ended("three", "a", "b")
	cut.End.Cause = wire.EndEncoding
	for name, last := range map[string]export.Exchange{"three": share.Of(history.About{}, cut), "without what was sent": {}} {
		clean, err := share.Redact(nil, rules, []export.Exchange{share.Of(history.About{}, ended("one", "a", "b")), last})
		var unsearchable *redact.UnsearchableError
		if !errors.As(err, &unsearchable) || !strings.Contains(err.Error(), name) || clean.List != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
