package inspect_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gatehouse/app"
	"gatehouse/app/apptest"
	"gatehouse/app/effect/files"
	"gatehouse/views"
)

// TestASavedResponseIsInspected: each page shows the facts that a response has of
// its exchange, and the others as unknown, not as none.
func TestASavedResponseIsInspected(t *testing.T) {
	doc := `{"id":"resp_7","object":"response","status":"incomplete","incomplete_details":{"reason":"max_output_tokens"},"model":"v/m","temperature":0.4,
		"output":[{"type":"message","id":"m","role":"assistant","status":"incomplete","content":[{"type":"output_text","text":"half an answ"}]}],
		"usage":{"input_tokens":11,"output_tokens":22,"total_tokens":33},
		"service_metadata":{"requested":"auto","strategy":"auto","region":"r-1","attempt":1,"endpoints":{"total":1,"available":[{"provider":"P","model":"v/m","selected":true}]},
			"pipeline":[{"type":"guardrail","name":"mail","guardrail_id":"gr_1","data":{"action":"flagged","patterns":["mail-pattern"]}}]}}`
	inspectsSaved(t, doc, func(d *apptest.Driver) {
		for key, words := range map[string][]string{
			"O": {"a saved response", "◐ incomplete", "served     v/m", "in 11   out 22", "No times were saved.", "temperature 0.4", "resp_7", "does not include the request"},
			"R": {"requested auto", "region r-1", "◐ v/m by P", "gr_1"},
			"U": {"gr_1", "The match cannot be highlighted: a saved response does not include its request"},
			"Q": {"The request is not known: a saved response does not include its request."},
			"S": {`"reason": "max_output_tokens"`},
			"E": {"No frames in a saved response."},
			"D": {"Only one exchange so far, a saved response; send a request to compare it with."},
		} {
			d.Press(key)
			for _, w := range words {
				d.Shows(w)
			}
		}
		d.Press("R", "+")
		d.Hides("sends the request again")
		d.Press("f2", "alt+y")
		d.Shows("as it was saved")
	})
}

// TestASavedStreamThatHoldsWhatWasSentOn shows it: with the request unknown it is
// compared with nothing, nothing is denied, and no change to a request is offered.
func TestASavedStreamThatHoldsWhatWasSentOn(t *testing.T) {
	stream := `data: {"type":"response.debug","sequence_number":0,"debug":{"echo_upstream_body":{"model":"m","input":"my key is [redacted]"}}}

data: {"type":"response.completed","sequence_number":1,"response":{"id":"r","object":"response","status":"completed","model":"v/m","output":[],"service_metadata":` +
		`{"requested":"m","strategy":"direct","attempts":[{"provider":"Atlas","status":200}],"pipeline":[` +
		`{"type":"guardrail","name":"keys","data":{"action":"redacted"}},` +
		`{"type":"plugin","name":"context-compression","data":{"engine":"middle-out","original_count":33,"compressed_count":7}}]}}}

data: [DONE]

`
	inspectsSaved(t, stream, func(d *apptest.Driver) {
		d.Press("U")
		d.Shows("What was redacted is not known")
		d.Hides("went on as they were sent")
		d.Press("Q")
		d.Shows("UPSTREAM")
		d.Shows("the request as sent is not known")
		d.Shows(`"input": "my key is [redacted]"`)
		d.Hides("compares with upstream")
		d.Press("=")
		d.Shows("nothing to compare with what was forwarded")
		d.Press("R")
		d.Shows("unknown without the request as sent")
		d.Hides("open the request in the builder")
	})
}

// TestTheBodiesThatASavedStreamHoldsAreReadOneByOne, though there is nothing to compare
// them with.
func TestTheBodiesThatASavedStreamHoldsAreReadOneByOne(t *testing.T) {
	echo := `data: {"type":"response.debug","sequence_number":%d,"debug":{"echo_upstream_body":{"model":"%s"}}}` + "\n\n"
	stream := fmt.Sprintf(echo, 0, "first") + fmt.Sprintf(echo, 1, "second") +
		`data: {"type":"response.completed","sequence_number":2,"response":{"object":"response","status":"completed","output":[],"service_metadata":` +
		`{"requested":"m","attempts":[{"provider":"Atlas","status":503},{"provider":"Borealis","status":200}]}}}` + "\n\n"
	inspectsSaved(t, stream, func(d *apptest.Driver) {
		d.Press("Q")
		d.Shows(`"model": "second"`)
		d.Shows("the request as sent is not known; ‹ Borealis, attempt 2 of 2 ›")
		d.Shows("< previous attempt")
		d.Press("<")
		d.Shows(`"model": "first"`)
		d.Shows("‹ Atlas, attempt 1 of 2 ›")
		d.Press("<")
		d.Shows("attempt 1 of 2: no more in that direction")
		d.Press(">")
		d.Shows(`"model": "second"`)
		d.Press("=")
		d.Shows("nothing to compare with what was forwarded")
		d.Press("=")
		d.Shows("nothing to compare with what was forwarded")
	})
}

// inspectsSaved opens a response from a file and looks at it.
func inspectsSaved(t *testing.T, response string, do func(*apptest.Driver)) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "response.json")
	if err := os.WriteFile(path, []byte(response), 0o600); err != nil {
		t.Fatal(err)
	}
	session, err := files.OpenSession(nil, path)
	if err != nil {
		t.Fatal(err)
	}
	apptest.Run(t, 120, 35, func(o *app.Options) { o.Session = &session }, func(d *apptest.Driver) {
		d.Press("f4")
		do(d)
	})
}

// TestASavedFailureSaysWhy: the failure in the response is described; actions that
// need the request are not offered.
func TestASavedFailureSaysWhy(t *testing.T) {
	doc := `{"object":"response","status":"failed","error":{"code":"server_error","message":"boom"},"output":[]}`
	inspectsSaved(t, doc, func(d *apptest.Driver) {
		for _, page := range []string{"O", "R"} {
			d.Press(page)
			for _, words := range []string{"unexpected server error (server_error)", "“boom”", "failed unexpectedly", "choose another model"} {
				d.Shows(words)
			}
			for _, words := range []string{"again", "with metadata", "The answer had begun"} {
				d.Hides(words)
			}
		}
		d.Shows("WHY WAS THIS NOT SERVED?")
		d.Press("1")
		d.Shows("does nothing here")
	})
	inspectsSaved(t, `{"object":"response","status":"failed","error":{"code":401,"message":"no"},"output":[]}`, func(d *apptest.Driver) {
		d.Shows("not authenticated (401)")
		d.Hides("no key was sent")
	})
	inspectsSaved(t, `{"object":"response","status":"cancelled","output":[]}`, func(d *apptest.Driver) {
		d.Shows("cancelled by the service")
		d.Hides("again")
	})
}

// TestTheRequestOfASavedResponseIsUnknown: its request named a model or did
// not, which nobody knows.
func TestTheRequestOfASavedResponseIsUnknown(t *testing.T) {
	inspectsSaved(t, `{"object":"response","status":"completed","model":"v/m","output":[]}`, func(d *apptest.Driver) {
		for page, words := range map[string]string{"O": "requested  not reported", "R": "requested –"} {
			d.Press(page)
			d.Shows(words)
			d.Hides("no model")
		}
	})
}

// TestASavedResponseOffersNoRequest: nothing that takes the request is offered,
// and the keys that everybody knows say why they do nothing.
func TestASavedResponseOffersNoRequest(t *testing.T) {
	blocked := `{"object":"response","status":"failed","error":{"code":403,"message":"m","metadata":{"patterns":["mail-pattern"],"flagged_input":"words"}},"output":[],
		"service_metadata":{"requested":"auto","pipeline":[{"type":"guardrail","name":"mail","data":{"action":"redacted","patterns":["mail-pattern"],"flagged_input":"words"}},{"type":"guardrail","name":"cards","data":{"action":"blocked","patterns":["card-number"]}}]}}`
	bare := `{"object":"response","status":"completed","model":"v/m","output":[]}`
	for _, doc := range []string{blocked, bare} {
		inspectsSaved(t, doc, func(d *apptest.Driver) {
			for _, page := range []string{"O", "R", "U"} {
				d.Press(page)
				for _, words := range []string{"with metadata", "again", "e edit", "edit the text", "builder", "echo upstream"} {
					d.Hides(words)
				}
				d.Press("alt+r")
				d.Shows("a saved response does not include its request; it cannot be sent again")
				d.Press(page, "e")
				d.Shows("a saved response does not include its request: no text to edit")
			}
		})
	}
	inspectsSaved(t, blocked, func(d *apptest.Driver) {
		d.Press("U")
		d.Shows("The match cannot be highlighted: a saved response")
		d.Shows("Nothing was forwarded: the request was blocked.")
		d.Hides("does not stand in the request")
		d.Hides("in your text")
	})
}

// TestASavedStreamIsInspected: what curl left of a stream is shown as one that was
// sent is, but for its request and its times, which nobody knows; a cursor steps
// through its frames, and the chat continues from it.
func TestASavedStreamIsInspected(t *testing.T) {
	event := func(data string) string { return "data: " + data + "\r\n\r\n" }
	text := `{"type":"response.output_text.delta","sequence_number":%d,"output_index":0,"content_index":0,"item_id":"m","delta":"%s"}`
	item := `{"type":"message","id":"m","role":"assistant","status":"completed","content":[{"type":"output_text","text":"Hello world"}]}`
	stream := "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nX-Api-Key: canary-key\r\nX-Generation-Id: gen-7\r\n\r\n" +
		event(`{"type":"response.created","sequence_number":0,"response":{"id":"resp_7","model":"v/m","status":"in_progress"}}`) + ": a comment\r\n\r\n" +
		event(fmt.Sprintf(text, 1, "Hello")) + event(fmt.Sprintf(text, 5, " world")) +
		event(`{"type":"response.completed","sequence_number":6,"response":{"id":"resp_7","model":"v/m","status":"completed","output":[`+item+`],"service_metadata":{"requested":"auto","strategy":"auto"}}}`) +
		event("[DONE]")
	timeless := regexp.MustCompile(`[0-9] (ms|s)\b`)
	inspectsSaved(t, stream, func(d *apptest.Driver) {
		for key, words := range map[string][]string{
			"O": {"a saved stream", "✓ completed", "served     v/m", "No times were saved.", "gen-7", "200 OK", "resp_7", "6 frames, ⚠ 1 break in sequence_number"},
			"R": {"requested auto"},
			"Q": {"The request is not known: a saved stream does not include its request."},
			"S": {`"Hello world"`, "HTTP/1.1 200 OK"},
			"E": {"6 frames", "times: not saved", "1 comment", "response.created", "[DONE] received", "1 break in sequence_number"},
		} {
			d.Press(key)
			for _, w := range words {
				d.Shows(w)
			}
			d.Hides("canary-key")
			if at := timeless.FindString(d.Screen()); at != "" {
				t.Errorf("%s tells a time: %q", key, at)
			}
		}
		d.Press("E", "space")
		d.Shows("so no playback")
		d.Press("L")
		d.Shows("no frame times were saved")
		d.Press("G", ",", ",", ",")
		d.Shows("◀ frame 3 ▶ of 6")
		d.Press("O")
		d.Shows("● streaming")
		d.Shows("as it was at frame 3 of 6:")
		d.Shows("arrives at the end of an answer")
		d.Press("E", `"`)
		d.Shows("Hello")
		d.Hides("Hello world")
		d.Press("E", "f4", "esc", "f2")
		d.Shows("Hello world")
		d.Shows("✓ completed")
		d.Press("alt+v")
		d.Shows(": a comment")
		d.Press("ctrl+home")
		d.Shows("arrival times not recorded")
		d.Shows("not included in a saved stream")
		if at := timeless.FindString(d.Screen()); at != "" {
			t.Errorf("raw tells a time: %q", at)
		}
		d.Press("alt+r")
		d.Shows("a saved stream does not include its request; it cannot be sent again")
		d.Press("alt+p")
		d.Shows(`"Hello world"`)
	})
}

// TestTheChatSaysHowASavedAnswerEnded: an interrupted answer is not taken for a
// complete one, and a notice reports that when the conversation continues.
func TestTheChatSaysHowASavedAnswerEnded(t *testing.T) {
	torn := "data: {\"type\":\"response.output_text.delta\",\"output_index\":0,\"content_index\":0,\"item_id\":\"m\",\"delta\":\"half an answ\"}\n\ndata: {\"ty"
	inspectsSaved(t, torn, func(d *apptest.Driver) {
		d.Press("f2")
		for _, words := range []string{"half an answ", "✂ the answer was cut off", "✂ truncated", "the stream ends inside a frame"} {
			d.Shows(words)
		}
		d.Type("go on")
		d.Press("alt+p")
		d.Shows(`"incomplete"`)
		d.Press("pgdown")
		d.Shows(`"half an answ"`)
		d.Shows(`"go on"`)
	})
	inspectsSaved(t, "HTTP/1.1 429 Too Many Requests\nContent-Type: application/json\n\n{\"error\":{\"code\":429,\"message\":\"slow down\"}}", func(d *apptest.Driver) {
		d.Press("f2")
		d.Shows("“slow down”")
		d.Shows("✗ rate limited (429)")
		d.Press("f4", "O")
		d.Shows("“slow down”")
	})
}

// TestASavedResponseThatNestsTooDeepStaysInItsFile: what is left out of it is only in the
// file; the bytes of a saved answer with its head are stored.
func TestASavedResponseThatNestsTooDeepStaysInItsFile(t *testing.T) {
	deep := `{"object":"response","status":"completed","x":` + strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000) + `,"output":[]}`
	inspectsSaved(t, deep, func(d *apptest.Driver) {
		d.Shows("only in the file")
		d.Hides("kept")
	})
	inspectsSaved(t, "HTTP/1.1 200 OK\nContent-Type: application/json\n\n"+deep, func(d *apptest.Driver) {
		d.Shows("are stored")
		d.Hides("only in the file")
		d.Press("S", "v")
		d.Shows("[[[[")
	})
}

// TestASavedResponseThatStopsInItsMiddle shows where, what to do, and all that there is.
func TestASavedResponseThatStopsInItsMiddle(t *testing.T) {
	const cut = `{"object":"response","output":[{"type":"message","content":[{"type":"output_text","text":"half an answ`
	for _, head := range []string{"", "HTTP/1.1 200 OK\nContent-Type: application/json\n\n"} {
		inspectsSaved(t, head+cut, func(d *apptest.Driver) {
			d.Shows("line 1, column 103")
			d.Shows("save it again")
			d.Shows("Routing metadata: it arrives at the end")
			d.Press("S")
			d.Shows("stops at line 1, column 103: the document ends inside a string")
			d.Shows("half an answ")
			d.Press("f2")
			d.Shows("line 1, column 103")
		})
	}
}

// TestTheLineOfTabsSaysWhatWasSaved: an error and what broke off are no responses.
func TestTheLineOfTabsSaysWhatWasSaved(t *testing.T) {
	head := func(status string) string { return "HTTP/1.1 " + status + "\nContent-Type: application/json\n\n" }
	for _, c := range []struct{ file, words string }{
		{`{"error":{"code":429,"message":"slow down"}}`, "a saved error  ✗"},
		{head("502 Bad Gateway") + "<html>", "a saved error  ✗"},
		{head("200 OK") + `{"error":{"code":429,"message":"slow down"}}`, "a saved error  ✗"},
		{head("200 OK") + `{"hello":1}`, "a saved answer  ✗"},
		{head("200 OK") + `{"object":"resp`, "a saved answer  ✂"},
		{`{"object":"response","output":[{"ty`, "a saved answer  ✂"},
		{`{"object":"response","status":"failed","error":{"code":429,"message":"no"},"output":[]}`, "a saved response  ✗"},
		{"data: {\"type\":\"error\",\"code\":\"server_error\",\"message\":\"boom\"}\n\n", "a saved stream  ✗"},
	} {
		inspectsSaved(t, c.file, func(d *apptest.Driver) { d.Shows(c.words) })
	}
}

// TestOneFileIsNotTakenForAnother: what was asked of one saved answer is not shown
// of the next, which may call itself the same, or nothing.
func TestOneFileIsNotTakenForAnother(t *testing.T) {
	for name, form := range map[string]string{
		"streams without an id": "data: {\"type\":\"response.completed\",\"response\":{\"object\":\"response\",\"status\":\"completed\",\"model\":\"v/%s\",\"output\":[]}}\n\n",
		"a response each":       `{"id":"resp_7","object":"response","status":"completed","model":"v/%s","output":[]}`,
	} {
		first, second := filepath.Join(t.TempDir(), "first"), filepath.Join(t.TempDir(), "second")
		for _, path := range []string{first, second} {
			if err := os.WriteFile(path, fmt.Appendf(nil, form, filepath.Base(path)), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		session, err := files.OpenSession(nil, first)
		if err != nil {
			t.Fatal(err)
		}
		apptest.Run(t, 120, 35, func(o *app.Options) { o.Session = &session }, func(d *apptest.Driver) {
			d.Press("f4", "S", "|")
			d.Type(".model")
			d.Press("enter")
			d.WaitFor("the filter ran", func() bool { return strings.Contains(d.Screen(), "jq .model: 1 result") })
			d.Do(views.OpenFile{Path: second})
			d.WaitFor("it is open", func() bool { return len(d.Desk.Chats) == 2 })
			d.Press("f4", "S")
			if screen := d.Screen(); strings.Contains(screen, "jq .model") || !strings.Contains(screen, "v/second") {
				t.Errorf("%s: the other file shows\n%s", name, screen)
			}
		})
	}
}
