package overview

import (
	"bufio"
	"bytes"
	"net/textproto"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"gatehouse/client"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/viewstest"
)

// Moments of every exchange here, in microseconds.
const (
	headUS    = 212_400
	silenceUS = 412_000 // before frame 40
)

// stored is an exchange with the local gateway as curl wrote it down
// (testdata/*.request.json, *.response.http); in the routed one temperature and
// metadata of the result were changed by hand. The stamps are made up: a frame
// every few milliseconds, one silence.
func stored(t testing.TB, name string) *wire.Capture {
	t.Helper()
	request, err := os.ReadFile(filepath.Join("testdata", name+".request.json"))
	if err != nil {
		t.Fatal(err)
	}
	response, err := os.ReadFile(filepath.Join("testdata", name+".response.http"))
	if err != nil {
		t.Fatal(err)
	}
	head, body, _ := bytes.Cut(response, []byte("\r\n\r\n"))
	r := textproto.NewReader(bufio.NewReader(bytes.NewReader(append(head, "\r\n\r\n"...))))
	line, _ := r.ReadLine()
	header, err := r.ReadMIMEHeader()
	if err != nil {
		t.Fatal(err)
	}
	proto, rest, _ := strings.Cut(line, " ")
	status, err := strconv.Atoi(rest[:3])
	if err != nil {
		t.Fatal(err)
	}
	c := &wire.Capture{ID: "x7kq2", Sent: wire.Sent{Method: "POST", Body: request}, Timing: wire.NoTiming()}
	c.Timing.ConnectStart, c.Timing.ConnectDone, c.Timing.WroteRequest, c.Timing.FirstByte = 300, 1200, 1500, headUS
	c.Head = &wire.Head{Status: status, Proto: proto, Header: map[string][]string(header), AtUS: headUS + 60}
	at := int64(headUS + 600)
	for i := 0; len(body) > 0; i++ {
		n := bytes.Index(body, []byte("\n\n")) + 2
		if n == 1 || !bytes.HasPrefix(body, []byte("event:")) && !bytes.HasPrefix(body, []byte("data:")) {
			n = len(body)
		}
		c.Body.Append(body[:n], at)
		c.Timing.End = at
		body = body[n:]
		if at += int64(4_000 + i*7_919%9_000); i == 38 {
			at += silenceUS
		}
	}
	c.End = &wire.End{Cause: wire.EndClean, AtUS: c.Timing.End + 90}
	return c
}

// subject folds a capture, at most its first frames.
func subject(c *wire.Capture, frames int) views.Subject {
	x := state.NewExchange(c.ID, c.Sent.Body)
	for a := range client.Replay(c) {
		if frames < 0 || x.Frames < frames {
			x.Apply(a)
		}
	}
	return views.Subject{Turn: 1, Exchange: x, Capture: c, BaseURL: "http://127.0.0.1:8080/api/v1", KeySent: true, Metadata: true, Service: "Service"}
}

// scenes are the exchanges that every size is drawn of.
func scenes(t testing.TB) map[string]views.Subject {
	plain := subject(stored(t, "plain"), -1)
	plain.Metadata = false
	plain.Exchange.Routing = nil
	return map[string]views.Subject{
		"nothing":   {},
		"running":   subject(stored(t, "routed"), 60),
		"routed":    subject(stored(t, "routed"), -1),
		"failed":    subject(stored(t, "failed"), -1),
		"truncated": subject(stored(t, "truncated"), -1),
		"plain":     plain,
	}
}

func pageOf(s views.Subject, compact bool, width, height int) *Model {
	styles := themes.Dark()
	keys := views.NewKeys(views.DefaultCommands())
	m := New(&styles, keys)
	if compact {
		m = NewCompact(&styles, keys)
	}
	m.SetSize(width, height)
	m.SetFocus(true)
	m.SetSubject(s)
	return m
}

func screen(m *Model) string { return viewstest.Screen(m.View()) }
