package history

import (
	"bytes"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/client/proxy"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	past "gatehouse/state/history"
	"gatehouse/state/history/output"
	"gatehouse/state/json/tree"
	"gatehouse/state/request/talk"
	"gatehouse/views"
	"gatehouse/views/kit/picker"
	"gatehouse/views/overlay/ask"
	"gatehouse/views/overlay/reply"
)

// toggleBreakpoint asks for the filter of a breakpoint, or removes it.
func (s *Screen) toggleBreakpoint() tea.Cmd {
	switch {
	case s.Proxy.HasBreakpoint():
		s.Proxy.RemoveBreakpoint()
		return s.Notify("the breakpoint is removed")
	case !s.Proxy.On():
		return s.Notify("the proxy is off: %s, then %s starts it", s.Keys.Name(views.ActConnections), s.Keys.In(views.Connections).Name(views.ActConnectionProxy))
	}
	var a *ask.Model
	a = ask.New(s.Styles, s.Keys, func(filter string) views.Intent {
		if err := s.Proxy.SetBreakpoint(strings.TrimSpace(filter)); err != nil {
			a.SetFault(err.Error())
			return nil
		}
		return screen.Confirmed{Do: func() tea.Cmd {
			return s.Notify("what matches waits here until you let it go; %s removes the breakpoint", s.Keys.In(views.History).Name(views.ActHistoryBreak))
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
	keys := s.Keys.Name(views.ActSendNow) + " sends it, " + s.Keys.Name(views.ActSendAsItWas) + " as it was"
	body := x.Capture.Sent.Body
	switch {
	case x.Capture.Redacted > 0:
		return tea.Batch(s.Host.Do(screen.ShowExchange{Of: x}), s.Notify("not to be edited: its body holds a credential, which is not shown; %s", keys))
	case scan.KindOf(body) != scan.Object || !scan.Valid(body):
		return tea.Batch(s.Host.Do(screen.ShowExchange{Of: x}), s.Notify("not to be edited: its body is no JSON object; %s", keys))
	}
	s.Proxy.Edited = x
	if x.About.Kind == state.Responses {
		if conv, err := talk.Open(body); err == nil {
			cmd := tea.Batch(s.desk.Adopt(conv), s.Host.Do(screen.EditRequest{Pointer: ""}))
			s.desk.EditFor(func() string {
				if !x.Waits() {
					return ""
				}
				return "this request waits in the proxy, " + screen.WaitedFor(x) + ": " + keys
			}, func(edited []byte) tea.Cmd { return tea.Batch(s.release(x, edited), s.Show(ListPane)) })
			s.Host.Arrange() // for the note
			return cmd
		}
	}
	return s.OpenOverlay("Waits in the proxy: "+x.Entry().Request.String(), reply.New(s.Styles, s.Keys, reply.Reply{
		What: keys, Text: output.Indented(body), JSON: true,
		Take: func(edited string) views.Intent {
			return screen.Confirmed{Do: func() tea.Cmd { return s.release(x, []byte(edited)) }}
		},
		AsItWas: screen.Confirmed{Do: func() tea.Cmd { return s.release(x, nil) }},
	}))
}

// release sends a request that waits: as it was edited, or nil as it was.
func (s *Screen) release(x *screen.Exchange, edited []byte) tea.Cmd {
	if edited == nil || tree.Equal(edited, x.Capture.Sent.Body) {
		return s.Proxy.Decide(x, proxy.Decision{}, "sent as it was")
	}
	return s.Proxy.Decide(x, proxy.Decision{Body: edited}, "sent as edited; "+s.Keys.In(views.History).Name(views.ActOpenRow)+" shows both requests")
}

// answerPaused lists the answers that a request can get without being sent.
func (s *Screen) answerPaused(x *screen.Exchange) tea.Cmd {
	recorded := picker.Item{Label: "A recorded answer", Words: "mark an exchange first: " + s.Keys.In(views.History).Name(views.ActHistoryMark)}
	if e, ok := s.marked(); ok {
		recorded.Words = "that of " + e.Words
		recorded.Choose = func() views.Intent {
			return screen.Confirmed{Do: func() tea.Cmd {
				return s.open(e, func(of *exchange) tea.Cmd { return s.answerWith(x, recordedAnswer(of)) })
			}}
		}
	}
	return s.OpenList("Answer "+x.Entry().Request.String()+" without sending it", []picker.Item{
		{Label: "An error", Words: "a status and a message", Choose: func() views.Intent { return screen.Confirmed{Do: func() tea.Cmd { return s.askError(x) }} }},
		{Label: "An answer by hand", Words: "JSON or events", Choose: func() views.Intent { return screen.Confirmed{Do: func() tea.Cmd { return s.writeAnswer(x) }} }},
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

// answerWith has the program get an answer; nil: there is none.
func (s *Screen) answerWith(x *screen.Exchange, a *proxy.Answer) tea.Cmd {
	if a == nil {
		return s.Notify("the marked exchange has no answer")
	}
	return s.Proxy.Decide(x, proxy.Decision{Answer: a}, "answered "+a.Of+"; nothing was sent")
}

// recordedAnswer returns the answer of an exchange as it was received; nil if there is none.
func recordedAnswer(of *exchange) *proxy.Answer {
	c := of.Capture
	if c.Head == nil {
		return nil
	}
	a := &proxy.Answer{Status: c.Head.Status, Header: http.Header{}, Body: c.Text().All(), Of: "with the answer of " + of.Listed.Word()}
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
	a.SetText("503 try again later")
	a.SetNote("a status and a message")
	return s.OpenOverlay("Answer with an error", a)
}

// writeAnswer has the user write an answer, beginning with one of the API.
func (s *Screen) writeAnswer(x *screen.Exchange) tea.Cmd {
	return s.OpenOverlay("Answer by hand", reply.New(s.Styles, s.Keys, reply.Reply{
		What: s.Keys.Name(views.ActSend) + " gives it to the program, with 200; events begin with event: or data:", Text: answerExample(x), At: 1,
		Take: func(text string) views.Intent {
			a := &proxy.Answer{Status: http.StatusOK, Body: []byte(text), Of: proxy.MadeByHand, Header: http.Header{"Content-Type": {contentType(text)}}}
			return screen.Confirmed{Do: func() tea.Cmd { return s.answerWith(x, a) }}
		},
	}))
}

func contentType(answer string) string {
	switch {
	case strings.HasPrefix(answer, "event:"), strings.HasPrefix(answer, "data:"):
		return wire.EventStream
	case scan.Valid([]byte(answer)):
		return "application/json"
	}
	return "text/plain; charset=utf-8"
}

// answerExample returns an answer to a /responses request, to begin with; "" for another API.
func answerExample(x *screen.Exchange) string {
	if x.About.Kind != state.Responses {
		return ""
	}
	const item = `{"type":"message","id":"msg_by_hand","role":"assistant","status":"completed","content":[{"type":"output_text","text":"Done.","annotations":[]}]}`
	response := fmt.Sprintf(`{"id":"resp_by_hand","object":"response","status":"completed","model":%s,"output":[%s]}`, scan.Quote(x.State.RequestModel), item)
	if !bytes.Equal(scan.Get(x.Capture.Sent.Body, "stream"), []byte("true")) {
		return output.Indented([]byte(response))
	}
	var b strings.Builder
	for i, event := range []string{
		`{"type":"response.created","sequence_number":%d,"response":{"id":"resp_by_hand","object":"response","status":"in_progress","output":[]}}`,
		`{"type":"response.output_item.done","sequence_number":%d,"output_index":0,"item":` + item + `}`,
		`{"type":"response.completed","sequence_number":%d,"response":` + response + `}`,
	} {
		event = strings.Replace(event, "%d", strconv.Itoa(i), 1)
		b.WriteString("event: " + scan.Text(scan.Get([]byte(event), "type")) + "\ndata: " + event + "\n\n")
	}
	return b.String() + "data: [DONE]\n\n"
}
