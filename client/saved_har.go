package client

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"slices"

	"gatehouse/client/capture"
	"gatehouse/client/har"
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
	for _, e := range withTurns(entries) {
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

// withTurns replaces each WebSocket of another program by its responses.
func withTurns(entries []har.Entry) (all []har.Entry) {
	for _, e := range entries {
		if turns := savedTurns(e); turns != nil {
			all = append(all, turns...)
			continue
		}
		all = append(all, e)
	}
	return all
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
