package desk_test

import (
	"encoding/json"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"gatehouse/app"
	"gatehouse/app/apptest"
	"gatehouse/app/chat"
	"gatehouse/client/profile"
	"gatehouse/state"
	"gatehouse/state/request/talk"
	"gatehouse/views"
)

// recorded stores the header of the last request to /responses.
type recorded struct {
	http.Handler
	mu   sync.Mutex
	last http.Header
}

func (r *recorded) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	if strings.HasSuffix(req.URL.Path, "/responses") {
		r.mu.Lock()
		r.last = req.Header.Clone()
		r.mu.Unlock()
	}
	r.Handler.ServeHTTP(w, req)
}

func TestTheProfileReachesTheWire(t *testing.T) {
	r := &recorded{Handler: answering("", 0)}
	apptest.RunElsewhere(t, r, func(o *app.Options) {
		o.Connection.Key, o.Connection.Service = profile.Key{Value: "secret-key-of-mine"}, "openword"
		o.Connection.Header = http.Header{"X-Title": {"gatehouse test"}}
	}, func(d *apptest.Driver) {
		sentModel(d)
		for name, want := range map[string]string{
			"Authorization": "Bearer secret-key-of-mine", "X-Openword-Metadata": "enabled", "X-Title": "gatehouse test",
			"Accept": "text/event-stream, application/json",
		} {
			if got := r.last.Get(name); got != want {
				t.Errorf("%s is %q, want %q", name, got, want)
			}
		}
		for _, keys := range [][]string{{"alt+v"}, {"alt+v", "alt+y"}, {"esc", "f1"}} {
			d.Press(keys...)
			d.Hides("secret-key-of-mine")
		}
	})
}

// strict refuses the model of an assistant message as OpenAI does.
func strict(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	w.Header().Set("Content-Type", "application/json")
	if strings.Count(string(body), `"model"`) > 1 {
		w.WriteHeader(http.StatusBadRequest)
		io.WriteString(w, `{"error":{"message":"Unknown parameter: 'input[1].model'.","type":"invalid_request_error","param":"input[1].model","code":"unknown_parameter"}}`)
		return
	}
	io.WriteString(w, `{"id":"r","object":"response","status":"completed","model":"served","output":[{"type":"message","id":"m","role":"assistant","status":"completed","content":[{"type":"output_text","text":"yes"}]}]}`)
}

// TestAStrictServiceTakesTheSecondTurn, unless the user wants the model on messages.
func TestAStrictServiceTakesTheSecondTurn(t *testing.T) {
	for rule, want := range map[talk.MessageModel]state.Verdict{talk.ModelWherePinned: state.Completed, talk.ModelNever: state.Completed, talk.ModelAlways: state.Failed} {
		apptest.RunElsewhere(t, http.HandlerFunc(strict), func(o *app.Options) { o.Connection.Model, o.Connection.MessageModel = "a/model", rule }, func(d *apptest.Driver) {
			for _, text := range []string{"one", "two"} {
				d.Type(text)
				d.Press("enter")
				d.WaitFor("the end", d.Idle)
			}
			if x := d.Desk.Shown().Conv.Current.Exchange; x.Verdict != want {
				t.Errorf("rule %d: the second turn: %s\n%s", rule, x.Verdict, x.Request)
			}
		})
	}
}

func TestAMissingCertificateFileIsReported(t *testing.T) {
	apptest.RunElsewhere(t, answering("", 0), func(o *app.Options) {
		o.Connection.CAFile, o.Transport = filepath.Join(t.TempDir(), "none.pem"), nil
	}, func(d *apptest.Driver) {
		sentModel(d)
		if v := d.Desk.Shown().Conv.Current.Exchange.Verdict; v != state.Failed {
			t.Errorf("verdict %q", v)
		}
		d.Shows("none.pem")
	})
}

func TestTheFooterNamesWhatWorksNow(t *testing.T) {
	footer := func(d *apptest.Driver) string {
		lines := strings.Split(d.Screen(), "\n")
		return lines[len(lines)-1]
	}
	check := func(d *apptest.Driver, shown, hidden string) {
		t.Helper()
		if f := footer(d); !strings.Contains(f, shown) || hidden != "" && strings.Contains(f, hidden) {
			t.Errorf("want %q and not %q: %q", shown, hidden, f)
		}
	}
	apptest.Run(t, 100, 24, apptest.Slow, func(d *apptest.Driver) {
		check(d, "enter send", "esc stop")
		d.Type("hello")
		check(d, "enter send", "esc stop")
		d.Press("enter")
		d.Sleep(300 * time.Millisecond)
		d.Type("next")
		check(d, "esc stop   F1 keys", "enter send")
		d.Press("ctrl+p")
		check(d, "enter choose", "esc stop")
		d.Press("esc", "esc")
		check(d, "enter send", "esc stop")
	})
}

func TestRawAndFindReachTheTranscriptFromTheText(t *testing.T) {
	apptest.RunAgainst(t, apptest.Scripted(apptest.Deltas, 0), 100, 30, nil, func(d *apptest.Driver) {
		d.Type("hello")
		d.Press("enter")
		d.WaitFor("the end", d.Idle)
		d.Press("alt+v")
		d.Shows("sequence_number")
		if d.Focus() != chat.ComposerPane {
			t.Error("looking at the raw turn takes the keys away from the text")
		}
		d.Press("alt+v")
		d.Hides("sequence_number")
		d.Press("alt+/")
		if d.Focus() != chat.TranscriptPane {
			t.Fatal("find has no keys")
		}
		d.Type("staging")
		if got := d.Composer().Text(); got != "" {
			t.Errorf("the words that are searched went into the text: %q", got)
		}
		d.Press("esc", "f2")
		d.Type("x")
		if got := d.Composer().Text(); got != "x" {
			t.Errorf("f2 does not go back to the text: %q", got)
		}
	})
}

// TestABuiltRequestIsLeftForANewConversation: what was set in it does not go with the first question of another.
func TestABuiltRequestIsLeftForANewConversation(t *testing.T) {
	apptest.RunAgainst(t, apptest.Scripted(apptest.Deltas, 0), 100, 30, nil, func(d *apptest.Driver) {
		d.Do(views.Edit{Pointer: "/provider", Value: json.RawMessage(`{"order":["atlas"]}`)})
		d.Press("f2", "alt+n")
		d.Shows("2 of 2")
		if got := string(d.Desk.Shown().Conv.Draft.Bytes()); strings.Contains(got, "atlas") {
			t.Errorf("the new one begins with %s", got)
		}
	})
}

func TestSwitchingConversationsKeepsEachText(t *testing.T) {
	apptest.RunAgainst(t, apptest.Scripted(apptest.Deltas, 0), 100, 30, nil, func(d *apptest.Driver) {
		d.Press("alt+n")
		d.Shows("this conversation is new")
		d.Type("hello")
		d.Press("enter")
		d.WaitFor("the end", d.Idle)
		d.Type("unsent in the first")
		d.Press("alt+n")
		d.Shows("2 of 2")
		d.Type("unsent in the second")
		for index, want := range map[int]string{0: "❯ unsent in the first", 1: "❯ unsent in the second"} {
			d.Do(views.ShowConversation{Index: index})
			d.Shows(want)
		}
		if d.Desk.Show(7) != nil || d.Desk.Show(-1) != nil {
			t.Error("a conversation that is not there is shown")
		}
	})
}
