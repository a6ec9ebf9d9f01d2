package history

import (
	"bytes"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/client"
	"gatehouse/client/proxy"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/figures"
	"gatehouse/state/dialect/registry"
	past "gatehouse/state/history"
	"gatehouse/state/history/output"
	"gatehouse/state/json/tree"
	"gatehouse/state/request/talk"
	"gatehouse/views"
	"gatehouse/views/kit/picker"
	"gatehouse/views/overlay/ask"
	"gatehouse/views/overlay/reply"
)

// untilItWaits is in the notice of a breakpoint, which is replaced once a request waits.
const untilItWaits = " waits here until you let it go; "

// sayWaits names the keys for what waits.
func (s *Screen) sayWaits() {
	if s.Retract(untilItWaits); !s.isShown() {
		return
	}
	words := "1 request waits"
	if n := len(s.Proxy.Paused()); n > 1 {
		words = figures.Thousands(n) + " requests wait"
	}
	keys := s.Keys.In(views.History)
	s.Notify("%s: on its row %s edits it, %s answers it, %s sends it", words, keys.Name(views.ActOpenRow), keys.Name(views.ActHistoryDrop), keys.Name(views.ActSendNow))
}

// toggleBreakpoint asks for the filter of a breakpoint, or removes it.
func (s *Screen) toggleBreakpoint() tea.Cmd {
	switch {
	case s.Proxy.Pauses.IsSet():
		s.Proxy.Pauses.Remove()
		s.filter.SetFacts(s.counts())
		return s.Notify("the breakpoint is removed")
	case !s.Proxy.On():
		return s.Notify("the proxy is off: %s, then %s starts it", s.Keys.Name(views.ActConnections), s.Keys.In(views.Connections).Name(views.ActConnectionProxy))
	}
	var a *ask.Model
	a = ask.New(s.Styles, s.Keys, func(filter string) views.Intent {
		filter = strings.TrimSpace(filter)
		if err := s.Proxy.Pauses.Set(filter); err != nil {
			a.SetFault(err.Error())
			return nil
		}
		s.filter.SetFacts(s.counts())
		what := "the next request"
		if filter != "" {
			what = "what matches"
		}
		return screen.Confirmed{Do: func() tea.Cmd {
			return s.Notify(what+untilItWaits+"%s removes the breakpoint", s.Keys.In(views.History).Name(views.ActHistoryBreak))
		}}
	}, nil)
	a.SetNote("a filter, as path:/messages model:claude-*; empty: the next request")
	return s.OpenOverlay("Requests that wait in the proxy", a)
}

// paused returns the request that a key of the list is for: the selected one if it waits, else the one that is
// edited, else the first; nil if none waits.
func (s *Screen) paused() *screen.Exchange {
	if e, ok := s.selected(); ok && s.isShown() {
		if x := s.Sent.Find(e.Key); x != nil && x.Waits() {
			return x
		}
	}
	if x := s.Proxy.Edited; x != nil && x.Waits() {
		return x
	}
	if all := s.Proxy.Paused(); len(all) > 0 {
		return all[0]
	}
	return nil
}

// editPaused opens a request that waits: in the builder, or that of another API as JSON.
func (s *Screen) editPaused(x *screen.Exchange) tea.Cmd {
	fixed := func(why string) tea.Cmd {
		keys := s.Keys.In(views.History)
		return tea.Batch(s.Host.Do(screen.ShowExchange{Of: x}), s.Notify("not to be edited: %s; %s sends it as it was, %s answers it in the list", why, keys.Name(views.ActSendAsItWas), keys.Name(views.ActHistoryDrop)))
	}
	keys := s.Keys.Name(views.ActSendNow) + " sends it, " + s.Keys.Name(views.ActSendAsItWas) + " as it was"
	body := x.Capture.Sent.Body
	switch {
	case x.Capture.Redacted > 0:
		return fixed("its body holds a credential, which is not shown")
	case proxy.Signed(x.Capture.Sent):
		return fixed("it is signed, and its signature covers its body")
	case scan.KindOf(body) != scan.Object || !scan.Valid(body):
		return fixed("its body is no JSON object")
	}
	s.Proxy.Edit(x)
	if x.About.Kind == state.Responses {
		if conv, err := talk.Open(body); err == nil {
			cmd := s.desk.EditFor(x.Capture.ID, conv, func() string {
				if !x.Waits() {
					return ""
				}
				return "this request waits in the proxy, " + screen.WaitedFor(x) + ": " + keys
			}, func(edited []byte) tea.Cmd {
				if !x.Waits() {
					return s.Notify("not sent: its program left; %s on its row opens a copy, which can be sent", s.Keys.In(views.History).Name(views.ActHistoryBuild))
				}
				return tea.Batch(s.release(x, edited), s.Show(ListPane))
			})
			return tea.Batch(cmd, s.Host.Do(screen.EditRequest{Pointer: ""}))
		}
	}
	return s.OpenOverlay("Waits in the proxy: "+x.Called(), reply.New(s.Styles, s.Keys, reply.Reply{
		What: keys, Text: output.Indented(body), JSON: true,
		Take: func(edited string) views.Intent {
			return screen.Confirmed{Do: func() tea.Cmd { return s.release(x, []byte(edited)) }}
		},
		AsItWas: screen.Confirmed{Do: func() tea.Cmd { return s.release(x, nil) }},
	}))
}

// release sends a request that waits: as it was edited, or nil as it was.
func (s *Screen) release(x *screen.Exchange, edited []byte) tea.Cmd {
	if edited != nil && scan.Valid(edited) {
		edited = tree.Respell(edited, x.Capture.Sent.Body) // with the order that the program's has
	}
	if edited == nil || tree.Equal(edited, x.Capture.Sent.Body) {
		return s.decide(x, proxy.Decision{}, "sent as it was")
	}
	return s.decide(x, proxy.Decision{Body: edited}, "sent as edited; "+s.Keys.In(views.History).Name(views.ActOpenRow)+" shows both requests")
}

// decide ends the wait of a request; words are what becomes of it.
func (s *Screen) decide(x *screen.Exchange, d proxy.Decision, words string) tea.Cmd {
	if !s.Proxy.Pauses.Decide(x.Capture.ID, d) {
		return s.Notify("the request no longer waits: its program left")
	}
	return tea.Batch(s.desk.Released(x.Capture.ID), s.Notify("%s", words))
}

// answerPaused lists the answers that a request can get without being sent.
func (s *Screen) answerPaused(x *screen.Exchange) tea.Cmd {
	recorded := picker.Item{Label: "A recorded answer", Words: "mark an exchange first: " + s.Keys.In(views.History).Name(views.ActHistoryMark)}
	if e, ok := s.marked(); ok {
		recorded.Words = "that of " + e.Words
		recorded.Choose = func() views.Intent {
			return screen.Confirmed{Do: func() tea.Cmd {
				return s.open(e, func(of *exchange) tea.Cmd { return s.answerRecorded(x, of) })
			}}
		}
	}
	return s.OpenList("Answer without sending", []picker.Item{
		{Label: "An error", Words: "a status and a message", Choose: func() views.Intent { return screen.Confirmed{Do: func() tea.Cmd { return s.askError(x) }} }},
		{Label: "An answer by hand", Words: "text, JSON or events", Choose: func() views.Intent { return screen.Confirmed{Do: func() tea.Cmd { return s.writeAnswer(x) }} }},
		recorded,
	})
}

// marked returns the first marked exchange that has ended.
func (s *Screen) marked() (past.Entry, bool) {
	for _, key := range s.list.Marked() {
		if e, ok := s.entry(key); ok && e.Verdict != state.Running {
			return e, true
		}
	}
	return past.Entry{}, false
}

// answerRecorded has the program get the answer of an exchange, if it is one to such a request.
func (s *Screen) answerRecorded(x *screen.Exchange, of *exchange) tea.Cmd {
	a, kind, want := recordedAnswer(of), of.State.Kind(), x.State.Kind()
	switch {
	case a == nil:
		return s.Notify("the marked exchange has no answer")
	case kind != want:
		return s.Notify("not answered: the request is one of %s, the marked answer one of %s", want, kind)
	case want == state.Other || a.Status >= http.StatusBadRequest || x.Capture.Sent.OnSocket(): // there all answers are events
	case x.State.AsksStream() && !of.State.Stream:
		return s.Notify("not answered: the request asks for a stream, and the marked answer is none")
	case !x.State.AsksStream() && of.State.Stream:
		return s.Notify("not answered: the request asks for no stream, and the marked answer is one")
	}
	return s.answerWith(x, a)
}

// answerWith has the program get an answer.
func (s *Screen) answerWith(x *screen.Exchange, a *proxy.Answer) tea.Cmd {
	return s.decide(x, proxy.Decision{Answer: a}, "answered "+a.Of+"; nothing was sent")
}

// recordedAnswer returns the answer of an exchange as it was received; nil if there is none.
func recordedAnswer(of *exchange) *proxy.Answer {
	c := of.Capture
	if c.Head == nil {
		return nil
	}
	a := &proxy.Answer{Status: c.Head.Status, Header: http.Header{}, Body: c.Text().All(), Of: "with the answer of " + of.Listed.Word()}
	if c.Head.IsSocket() {
		a.Status, a.Body = http.StatusOK, nil
		a.Header.Set("Content-Type", wire.EventStream)
		for arrival := range client.Replay(c) {
			if f := arrival.Frame; arrival.Kind == wire.ArrivedFrame && f.Kind == wire.FrameEvent {
				a.Body = fmt.Appendf(a.Body, "data: %s\n\n", f.Data)
			}
		}
	}
	if kind := c.Head.Header.Get("Content-Type"); kind != "" {
		a.Header.Set("Content-Type", kind)
	}
	return a
}

// askError asks for the status and the message of an error.
func (s *Screen) askError(x *screen.Exchange) tea.Cmd {
	var a *ask.Model
	a = ask.New(s.Styles, s.Keys, func(text string) views.Intent {
		word, message, _ := strings.Cut(strings.TrimSpace(text), " ")
		status, err := strconv.Atoi(word)
		if err != nil || status < 400 || status > 599 {
			a.SetFault("begin with a status from 400 to 599")
			return nil
		}
		message = strings.TrimSpace(message)
		if message == "" {
			message = http.StatusText(status)
		}
		return screen.Confirmed{Do: func() tea.Cmd { return s.answerWith(x, proxy.ErrorAnswer(status, message)) }}
	}, nil)
	a.SetNote("a status and a message, for example 503 try again later")
	return s.OpenOverlay("Answer with an error", a)
}

// writeAnswer has the user write an answer: a text, or all of it as JSON or events.
func (s *Screen) writeAnswer(x *screen.Exchange) tea.Cmd {
	var m *reply.Model
	m = reply.New(s.Styles, s.Keys, reply.Reply{
		What: s.Keys.Name(views.ActSend) + " gives it to the program: text, JSON or events",
		Take: func(text string) views.Intent {
			request := x.Capture.Sent.Body
			if x.Capture.Sent.OnSocket() { // there all answers are events
				request = scan.MakeObject("stream", []byte("true"), "model", scan.Quote(scan.Text(scan.Get(request, "model"))))
			}
			a, fault := writtenAnswer(x.About.Kind, request, text)
			if fault != "" {
				m.SetFault(fault)
				return nil
			}
			return screen.Confirmed{Do: func() tea.Cmd { return s.answerWith(x, a) }}
		},
	})
	return s.OpenOverlay("Answer by hand", m)
}

// writtenAnswer returns what was written as an answer to a request. A text is wrapped as the API of the request
// has it; fault is why it is not.
func writtenAnswer(kind state.Kind, request []byte, text string) (a *proxy.Answer, fault string) {
	body, media := []byte(text), "application/json"
	switch isJSON := scan.Valid(body); {
	case strings.TrimSpace(text) == "":
		return nil, "nothing is written"
	case strings.HasPrefix(text, "event:"), strings.HasPrefix(text, "data:"):
		media = wire.EventStream
	case isJSON && scan.KindOf(bytes.TrimSpace(body)) == scan.Object:
	default:
		wrapped, streams, ok := registry.Write(int(kind), request, text, time.Now().Unix())
		switch {
		case ok && streams:
			body, media = wrapped, wire.EventStream
		case ok:
			body = wrapped
		case !isJSON:
			return nil, "a text cannot be written as an answer of this API: write JSON, or events"
		}
	}
	a = &proxy.Answer{Status: http.StatusOK, Header: http.Header{"Content-Type": {media}}, Body: body, Of: proxy.MadeByHand}
	if media == wire.EventStream {
		a.Header.Set("Cache-Control", "no-cache")
	}
	return a, ""
}
