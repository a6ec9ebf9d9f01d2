package desk_test

import (
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"gatehouse/app"
	"gatehouse/app/apptest"
	"gatehouse/client/profile"
	"gatehouse/gateway"
	"gatehouse/state/archive"
	"gatehouse/state/history"
)

// hosts is one transport to the local gateway and other servers; it notes where
// requests went, and with what key.
type hosts struct {
	local http.Handler
	mu    sync.Mutex
	went  []string
}

func (h *hosts) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	if strings.HasSuffix(req.URL.Path, "/responses") {
		h.mu.Lock()
		h.went = append(h.went, req.Host+" "+req.Header.Get("Authorization"))
		h.mu.Unlock()
	}
	if req.Host == "gateway.test" {
		h.local.ServeHTTP(w, req)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	if strings.HasSuffix(req.URL.Path, "/models") {
		io.WriteString(w, `{"data":[{"id":"only/model"}]}`)
		return
	}
	io.WriteString(w, `{"id":"r","object":"response","status":"completed","model":"served","output":[{"type":"message","role":"assistant","content":[{"type":"output_text","text":"you said canary-of-work"}]}]}`)
}

func (h *hosts) last() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.went[len(h.went)-1]
}

func onHosts(t *testing.T, change func(*app.Options), test func(d *apptest.Driver, h *hosts)) {
	h := &hosts{local: gateway.New(gateway.WithKeys("test-key"))}
	apptest.RunAgainst(t, h, 120, 35, func(o *app.Options) {
		o.Environ = append(o.Environ, "WORK_KEY=canary-of-work")
		if change != nil {
			change(o)
		}
	}, func(d *apptest.Driver) { test(d, h) })
}

func workConnection() app.Connection {
	return app.Connection{Name: "work", BaseURL: "http://work.test/v1", Key: profile.Key{Env: "WORK_KEY"}}
}

func useConnection(d *apptest.Driver, c app.Connection) {
	d.Apply(d.Desk.Connect(c, nil))
	d.WaitFor("the connection", func() bool { return d.Desk.LeaveConnecting().Do == nil })
	d.Flush()
}

func says(d *apptest.Driver, text string) {
	d.Type(text)
	d.Press("enter")
	d.WaitFor("the answer", d.Idle)
}

// TestAConversationHasItsConnection: it alone changes it, a new one inherits it, and each
// exchange remembers the one it was sent over.
func TestAConversationHasItsConnection(t *testing.T) {
	onHosts(t, nil, func(d *apptest.Driver, h *hosts) {
		says(d, "first, with canary-of-work in it")
		before := d.Look().Exchange()
		useConnection(d, workConnection())
		d.Shows(" work  only/model")
		if model := d.Desk.Shown().Conv.Draft.Model(); model != "only/model" {
			t.Errorf("a model of the simulator stays: %q", model)
		}
		says(d, "second")
		if got := h.last(); got != "work.test Bearer canary-of-work" {
			t.Errorf("it went to %s", got)
		}
		after := d.Look().Exchange().About
		if after.Connection != "work" || after.BaseURL != "http://work.test/v1" || before.About.Connection != history.Local {
			t.Errorf("the exchanges are told as %+v and %+v", before.About, after)
		}
		if body := string(d.Look().Exchange().Capture.Sent.Body); strings.Contains(body, "canary-of-work") {
			t.Errorf("the key is in what is kept of the request: %s", body)
		}

		d.Press("alt+n")
		says(d, "in a new conversation")
		if got := h.last(); !strings.HasPrefix(got, "work.test ") {
			t.Errorf("a new conversation went to %s", got)
		}
		useConnection(d, d.Options.Connection)
		says(d, "canary-of-work is over there")
		if got := h.last(); got != "gateway.test Bearer test-key" {
			t.Errorf("back at the local gateway it went to %s", got)
		}
		if body := string(d.Look().Exchange().Capture.Sent.Body); strings.Contains(body, "canary-of-work") {
			t.Errorf("over another connection the key is kept: %s", body)
		}
		d.Apply(d.Desk.Show(0))
		d.Shows(" work  only/model")
	})
}

// TestTheOnlyModelIsThatOfItsConnectionAlone: a conversation over another is unchanged.
func TestTheOnlyModelIsThatOfItsConnectionAlone(t *testing.T) {
	onHosts(t, nil, func(d *apptest.Driver, _ *hosts) {
		says(d, "first")
		local := d.Desk.Shown().Conv.Draft
		local.Delete("/model")
		d.Press("alt+n")
		useConnection(d, workConnection())
		if model := d.Desk.Shown().Conv.Draft.Model(); model != "only/model" || local.Model() != "" {
			t.Errorf("the one shown asks for %q, the one at the local gateway for %q", model, local.Model())
		}
	})
}

// TestAKeyThatIsNotThereLeavesTheConnection, with a notice.
func TestAKeyThatIsNotThereLeavesTheConnection(t *testing.T) {
	onHosts(t, nil, func(d *apptest.Driver, h *hosts) {
		c := workConnection()
		c.Key = profile.Key{Env: "NO_SUCH_KEY"}
		useConnection(d, c)
		for _, want := range []string{"not connected to work: ", "NO_SUCH_KEY", "local (simulated)"} {
			d.Shows(want)
		}
		says(d, "hello")
		if got := h.last(); !strings.HasPrefix(got, "gateway.test") {
			t.Errorf("it went to %s", got)
		}
	})
}

// TestWhatGoesOverAConnectionThatSavesNothingIsNotSaved, while the rest of the run is.
func TestWhatGoesOverAConnectionThatSavesNothingIsNotSaved(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	onHosts(t, func(o *app.Options) { o.History = apptest.ArchiveIn(dir) }, func(d *apptest.Driver, _ *hosts) {
		says(d, "kept words")
		d.Press("alt+n")
		c := workConnection()
		c.NoHistory = true
		useConnection(d, c)
		d.Shows("no history")
		says(d, "private words")
		d.Quit(nil)
		d.Flush()
		d.History.Close()
	})
	a, err := apptest.ArchiveIn(dir)(t.Context(), func(err error) { t.Error(err) })
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	list, err := a.List(t.Context(), archive.Page{Limit: 10})
	if err != nil || len(list) != 1 || !strings.Contains(list[0].Words, "kept") {
		t.Errorf("the history has %+v, %v", list, err)
	}
	runs, err := a.Runs(t.Context())
	if err != nil || len(runs) != 1 || strings.Contains(runs[0].Title+runs[0].Detail+string(runs[0].State), "private") {
		t.Errorf("the next run would continue %+v, %v", runs, err)
	}
}
