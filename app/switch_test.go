package app

import (
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"

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

func onHosts(t *testing.T, change func(*Options), test func(d *driver, h *hosts)) {
	h := &hosts{local: gateway.New(gateway.WithKeys("test-key"))}
	within(t, h, 120, 35, func(o *Options) {
		o.Environ = append(o.Environ, "WORK_KEY=canary-of-work")
		if change != nil {
			change(o)
		}
	}, func(d *driver) { test(d, h) })
}

func workConnection() Connection {
	return Connection{Name: "work", BaseURL: "http://work.test/v1", Key: profile.Key{Env: "WORK_KEY"}}
}

func (d *driver) connect(c Connection) {
	d.land(d.m.desk.Connect(c, nil))
	d.until("the connection", func() bool { return d.m.desk.LeaveConnecting().Do == nil })
	d.flush()
}

func (d *driver) says(text string) {
	d.typeText(text)
	d.keys("enter")
	d.until("the answer", d.idle)
}

// TestAConversationHasItsConnection: it alone changes it, a new one inherits it, and each
// exchange remembers the one it was sent over.
func TestAConversationHasItsConnection(t *testing.T) {
	onHosts(t, nil, func(d *driver, h *hosts) {
		d.says("first, with canary-of-work in it")
		before := d.m.look().Exchange()
		d.connect(workConnection())
		d.shows(" work  only/model")
		if model := d.m.desk.Shown().Conv.Draft.Model(); model != "only/model" {
			t.Errorf("a model of the simulator stays: %q", model)
		}
		d.says("second")
		if got := h.last(); got != "work.test Bearer canary-of-work" {
			t.Errorf("it went to %s", got)
		}
		after := d.m.look().Exchange().About
		if after.Connection != "work" || after.BaseURL != "http://work.test/v1" || before.About.Connection != history.Local {
			t.Errorf("the exchanges are told as %+v and %+v", before.About, after)
		}
		if body := string(d.m.look().Exchange().Capture.Sent.Body); strings.Contains(body, "canary-of-work") {
			t.Errorf("the key is in what is kept of the request: %s", body)
		}

		d.keys("alt+n")
		d.says("in a new conversation")
		if got := h.last(); !strings.HasPrefix(got, "work.test ") {
			t.Errorf("a new conversation went to %s", got)
		}
		d.connect(d.m.Options.Connection)
		d.says("canary-of-work is over there")
		if got := h.last(); got != "gateway.test Bearer test-key" {
			t.Errorf("back at the local gateway it went to %s", got)
		}
		if body := string(d.m.look().Exchange().Capture.Sent.Body); strings.Contains(body, "canary-of-work") {
			t.Errorf("over another connection the key is kept: %s", body)
		}
		d.land(d.m.desk.Show(0))
		d.shows(" work  only/model")
	})
}

// TestTheOnlyModelIsThatOfItsConnectionAlone: a conversation over another is unchanged.
func TestTheOnlyModelIsThatOfItsConnectionAlone(t *testing.T) {
	onHosts(t, nil, func(d *driver, _ *hosts) {
		d.says("first")
		local := d.m.desk.Shown().Conv.Draft
		local.Delete("/model")
		d.keys("alt+n")
		d.connect(workConnection())
		if model := d.m.desk.Shown().Conv.Draft.Model(); model != "only/model" || local.Model() != "" {
			t.Errorf("the one shown asks for %q, the one at the local gateway for %q", model, local.Model())
		}
	})
}

// TestAKeyThatIsNotThereLeavesTheConnection, with a notice.
func TestAKeyThatIsNotThereLeavesTheConnection(t *testing.T) {
	onHosts(t, nil, func(d *driver, h *hosts) {
		c := workConnection()
		c.Key = profile.Key{Env: "NO_SUCH_KEY"}
		d.connect(c)
		for _, want := range []string{"not connected to work: ", "NO_SUCH_KEY", "local (simulated)"} {
			d.shows(want)
		}
		d.says("hello")
		if got := h.last(); !strings.HasPrefix(got, "gateway.test") {
			t.Errorf("it went to %s", got)
		}
	})
}

// TestWhatGoesOverAConnectionThatSavesNothingIsNotSaved, while the rest of the run is.
func TestWhatGoesOverAConnectionThatSavesNothingIsNotSaved(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	onHosts(t, func(o *Options) { o.History = archiveIn(dir) }, func(d *driver, _ *hosts) {
		d.says("kept words")
		d.keys("alt+n")
		c := workConnection()
		c.NoHistory = true
		d.connect(c)
		d.shows("no history")
		d.says("private words")
		d.m.quit(nil)
		d.flush()
		d.m.History.Close()
	})
	a, err := archiveIn(dir)(t.Context(), func(err error) { t.Error(err) })
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
