package client

import (
	"net/http"
	"slices"
	"strings"

	"gatehouse/client/har"
	"gatehouse/client/read"
	"gatehouse/client/scan"
	"gatehouse/client/websocket"
	"gatehouse/client/wire"
)

// savedTurns returns the responses on a WebSocket that another program has saved, each an
// exchange as the proxy would have recorded it.
func savedTurns(e har.Entry) (turns []har.Entry) {
	var open []*har.Entry
	var lanes []string
	var events read.Decoder
	for _, m := range e.Messages {
		lane := scan.Text(scan.Get(m.Data, "stream_id"))
		if m.FromClient && scan.Text(scan.Get(m.Data, "type")) == "response.create" {
			open, lanes = append(open, savedTurn(e, m)), append(lanes, lane)
			continue
		}
		if len(open) == 0 {
			continue
		}
		i := max(slices.Index(lanes, lane), 0)
		c := open[i].Capture
		at := m.AtUS
		if at >= 0 {
			at -= c.Timing.WroteRequest
			c.Timing.End = at
		}
		if c.Head.AtUS < 0 {
			c.Head.AtUS, c.Timing.FirstByte = at, at
		}
		f := websocket.Frame{Fin: true, FromClient: m.FromClient, Opcode: m.Opcode, Payload: m.Data}
		c.Body.Append(f.Append(nil), at)
		if a := events.Arrival(wire.Frame{Data: m.Data}); !m.FromClient && read.Ends(&a) {
			c.End = &wire.End{Cause: wire.EndClean, AtUS: at}
			turns = append(turns, *open[i])
			open, lanes = slices.Delete(open, i, i+1), slices.Delete(lanes, i, i+1)
		}
	}
	for _, one := range open {
		c := one.Capture
		c.End = &wire.End{Cause: wire.EndUnread, AtUS: c.Timing.End, Message: "the file has no event that ends the answer"}
		turns = append(turns, *one)
	}
	for _, one := range turns {
		if c := one.Capture; c.Timing.WroteRequest >= 0 {
			c.Timing.WroteRequest = 0
		}
	}
	return turns
}

// savedTurn returns the exchange of the response that a message requests.
func savedTurn(e har.Entry, m har.Message) *har.Entry {
	from := e.Capture
	c := &wire.Capture{Start: from.Start, Sent: from.Sent, Timing: wire.NoTiming(), Lacks: from.Lacks, Remarks: from.Remarks}
	c.Lacks.Request, c.Lacks.Answer = false, false
	c.Sent.Method, c.Sent.Body = http.MethodGet, m.Data
	if rest, ok := strings.CutPrefix(c.Sent.URL, "ws"); ok {
		c.Sent.URL = "http" + rest
	}
	c.Sent.Header = upgraded(from.Sent.Header)
	c.Head = &wire.Head{Status: http.StatusSwitchingProtocols, Proto: "HTTP/1.1", AtUS: unknownUS, Header: http.Header{}}
	if from.Head != nil {
		c.Head.Header, c.Head.Proto = from.Head.Header, from.Head.Proto
	}
	c.Head.Header = upgraded(c.Head.Header)
	if c.Timing.WroteRequest = m.AtUS; m.AtUS >= 0 {
		c.Timing.Reused = true
	}
	turn := e
	turn.Capture, turn.WebSocket, turn.Messages = c, false, nil
	return &turn
}

// upgraded returns a header that requests a WebSocket: browsers may omit these fields.
func upgraded(h http.Header) http.Header {
	if h = h.Clone(); h == nil {
		h = http.Header{}
	}
	h.Set("Connection", "Upgrade")
	h.Set("Upgrade", "websocket")
	return h
}
