package client

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"gatehouse/client/capture"
	"gatehouse/client/har"
	"gatehouse/client/read"
	"gatehouse/client/scan"
	"gatehouse/client/websocket"
	"gatehouse/client/wire"
)

// HAR is the exchanges of an HTTP Archive.
type HAR struct {
	Entries []har.Entry // those that are read, each once, the oldest first
	Others  []har.Entry // of other requests, such as a model list, in the same order
	Faults  error       // joins an *har.EntryError for each entry that cannot be read; nil for none
}

// ReadHAR reads an HTTP Archive of any program. Credentials in it are masked, and the known
// secrets. An exchange without an ID gets one derived from its bytes. is reports whether
// the exchange of a request belongs to Entries. The error is a *scan.SyntaxError,
// har.ErrNotHAR or that of each.
func ReadHAR(file []byte, each har.Each, is func(wire.Sent) bool, known ...string) (HAR, error) {
	entries, err := har.ReadEach(file, each)
	if entries == nil && err != nil {
		return HAR{}, err
	}
	out := HAR{Faults: err}
	seen := map[string]bool{}
	var turns []har.Entry // with the responses on a WebSocket of another program instead of it
	for _, e := range entries {
		if all := savedTurns(e); all != nil {
			turns = append(turns, all...)
		} else {
			turns = append(turns, e)
		}
	}
	for _, e := range turns {
		if body := e.Capture.Body.All(); e.Foreign { // most programs write the decoded body
			if codings := savedCodings(e.Capture.Head, body); len(codings) > 0 {
				decode(e.Capture, codings, body, maxDecoded)
			}
		}
		clean(&e, known)
		if !validID.MatchString(e.Capture.ID) {
			e.Capture.ID = contentID(e)
		}
		switch {
		case !is(e.Capture.Sent):
			out.Others = append(out.Others, e)
		case !seen[e.Capture.ID]:
			seen[e.Capture.ID] = true
			out.Entries = append(out.Entries, e)
		}
	}
	// The format asks readers to sort.
	slices.SortStableFunc(out.Entries, byStart)
	slices.SortStableFunc(out.Others, byStart)
	return out, nil
}

// All returns the exchanges and the other requests in the order of their starts.
func (h HAR) All() []har.Entry {
	all := slices.Concat(h.Entries, h.Others)
	slices.SortStableFunc(all, byStart)
	return all
}

func byStart(a, b har.Entry) int { return a.Capture.Start.Compare(b.Capture.Start) }

// titleAddress matches an address in a title: browsers use the address of the page.
var titleAddress = regexp.MustCompile(`[A-Za-z][A-Za-z0-9+.-]*://\S+`)

// clean removes the credentials from an entry. One in a member of the entry may be anywhere
// in the capture, and the reverse.
func clean(e *har.Entry, known []string) {
	addresses := append(titleAddress.FindAllString(e.Title, -1), e.About.BaseURL)
	for _, address := range addresses {
		known = append(known[:len(known):len(known)], capture.InAddress(address)...)
	}
	s := capture.Clean(e.Capture, known...)
	e.About.BaseURL = s.Address(e.About.BaseURL)
	e.Title = titleAddress.ReplaceAllStringFunc(e.Title, s.Address)
	for i := range e.Capture.Remarks {
		e.Capture.Remarks[i] = s.Text(e.Capture.Remarks[i])
	}
	for _, text := range []*string{&e.Title, &e.Reason, &e.About.Connection, &e.About.Service, &e.About.Session} {
		*text = s.Text(*text)
	}
}

// validID matches what the IDs of our exchanges are made of.
var validID = regexp.MustCompile(`^[a-z0-9-]{8,64}$`)

// contentID returns the ID of an exchange that has none: a hash of its start and bytes.
func contentID(e har.Entry) string {
	c := e.Capture
	h := sha256.New()
	fmt.Fprintf(h, "%d %q %q ", c.Start.UnixMicro(), c.Sent.URL, c.Sent.Body)
	h.Write(c.Text().All())
	return hex.EncodeToString(h.Sum(nil)[:16])
}

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
