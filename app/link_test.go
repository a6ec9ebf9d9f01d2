package app

import (
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

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
	elsewhere(t, r, func(o *Options) {
		o.Connection.Key, o.Connection.Service = profile.Key{Value: "secret-key-of-mine"}, "openword"
		o.Connection.Header = http.Header{"X-Title": {"gatehouse test"}}
	}, func(d *driver) {
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
			d.keys(keys...)
			d.hides("secret-key-of-mine")
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
		elsewhere(t, http.HandlerFunc(strict), func(o *Options) { o.Connection.Model, o.Connection.MessageModel = "a/model", rule }, func(d *driver) {
			for _, text := range []string{"one", "two"} {
				d.typeText(text)
				d.keys("enter")
				d.until("the end", d.idle)
			}
			if x := d.m.desk.Shown().Conv.Current.Exchange; x.Verdict != want {
				t.Errorf("rule %d: the second turn: %s\n%s", rule, x.Verdict, x.Request)
			}
		})
	}
}

func TestAMissingCertificateFileIsReported(t *testing.T) {
	elsewhere(t, answering("", 0), func(o *Options) {
		o.Connection.CAFile, o.Transport = filepath.Join(t.TempDir(), "none.pem"), nil
	}, func(d *driver) {
		sentModel(d)
		if v := d.m.desk.Shown().Conv.Current.Exchange.Verdict; v != state.Failed {
			t.Errorf("verdict %q", v)
		}
		d.shows("none.pem")
	})
}

func TestTheFooterNamesWhatWorksNow(t *testing.T) {
	footer := func(d *driver) string {
		lines := strings.Split(d.screen(), "\n")
		return lines[len(lines)-1]
	}
	check := func(d *driver, shown, hidden string) {
		t.Helper()
		if f := footer(d); !strings.Contains(f, shown) || hidden != "" && strings.Contains(f, hidden) {
			t.Errorf("want %q and not %q: %q", shown, hidden, f)
		}
	}
	bubble(t, 100, 24, slow, func(d *driver) {
		check(d, "enter send   F1 keys", "esc stop")
		d.typeText("hello")
		check(d, "enter send", "esc stop")
		d.keys("enter")
		d.pass(300 * time.Millisecond)
		d.typeText("next")
		check(d, "esc stop   F1 keys", "enter send")
		d.keys("ctrl+p")
		check(d, "enter choose", "esc stop")
		d.keys("esc", "esc")
		check(d, "enter send", "esc stop")
	})
}

func TestRawAndFindReachTheTranscriptFromTheText(t *testing.T) {
	against(t, scripted(answer, 0), 100, 30, func(d *driver) {
		d.typeText("hello")
		d.keys("enter")
		d.until("the end", d.idle)
		d.keys("alt+v")
		d.shows("sequence_number")
		if d.m.Focus() != chat.ComposerPane {
			t.Error("looking at the raw turn takes the keys away from the text")
		}
		d.keys("alt+v")
		d.hides("sequence_number")
		d.keys("alt+/")
		if d.m.Focus() != chat.TranscriptPane {
			t.Fatal("find has no keys")
		}
		d.typeText("staging")
		if got := d.m.composer().Text(); got != "" {
			t.Errorf("the words that are searched went into the text: %q", got)
		}
		d.keys("esc", "f2")
		d.typeText("x")
		if got := d.m.composer().Text(); got != "x" {
			t.Errorf("f2 does not go back to the text: %q", got)
		}
	})
}

func TestSwitchingConversationsKeepsEachText(t *testing.T) {
	against(t, scripted(answer, 0), 100, 30, func(d *driver) {
		d.keys("alt+n")
		d.shows("this conversation is new")
		d.typeText("hello")
		d.keys("enter")
		d.until("the end", d.idle)
		d.typeText("unsent in the first")
		d.keys("alt+n")
		d.shows("2 of 2")
		d.typeText("unsent in the second")
		for index, want := range map[int]string{0: "❯ unsent in the first", 1: "❯ unsent in the second"} {
			d.do(views.ShowConversation{Index: index})
			d.shows(want)
		}
		if d.m.desk.Show(7) != nil || d.m.desk.Show(-1) != nil {
			t.Error("a conversation that is not there is shown")
		}
	})
}
