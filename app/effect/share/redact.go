package share

import (
	"gatehouse/app/effect/progress"
	"gatehouse/state/history"
	"gatehouse/state/share/export"
	"gatehouse/state/share/redact"
)

// Redacted is masked exchanges, and what was masked in them.
type Redacted struct {
	List    []export.Exchange
	Found   []Found
	Decoded []Decoded
}

// Decoded is a body that was sent compressed and is written decompressed, so that it can be searched.
type Decoded struct {
	ID   string // of the exchange
	Body string // request or response
}

// Found are the hits of one exchange.
type Found struct {
	ID   string // of the exchange
	Hits []redact.Hit
}

// Count returns how many places were masked.
func (r Redacted) Count() (n int) {
	for _, f := range r.Found {
		for _, hit := range f.Hits {
			if hit.Masked() {
				n++
			}
		}
	}
	return n
}

// Redact masks in exchanges what the rules find. The capture is masked and folded again, so that every
// document is derived from masked bytes. With labelled rules the bytes of a stream are masked by stars,
// and the texts that are read from it have labels. The error is a *redact.UnsearchableError, or a
// *progress.StoppedError; then nothing may be written.
func Redact(w *progress.Work, rules *redact.Rules, list []export.Exchange) (out Redacted, err error) {
	const maxRounds = 4 // a mask may be the border at which another value is found
	rules = rules.WithValues()
	for range maxRounds {
		known := rules.Values()
		if out, err = redactAll(w, rules, list); err != nil || rules.Values() == known {
			return out, err
		}
	}
	return Redacted{}, &redact.UnsearchableError{ID: id(&list[0]), Why: "each search found other secrets than the one before"}
}

// redactAll masks what the rules find, and the values that they have recorded so far.
func redactAll(w *progress.Work, rules *redact.Rules, list []export.Exchange) (Redacted, error) {
	var out Redacted
	titles := map[string]string{} // masked titles of the exchanges, by original title
	for i := range list {
		of := &list[i]
		if of.Capture == nil {
			return Redacted{}, &redact.UnsearchableError{ID: id(of), Why: "it was read from a file that holds an answer without what was sent and when"}
		}
		c, labelled, hits, err := rules.CaptureLabelled(of.Capture, func(searched int) error {
			if len(list) > 1 {
				return w.Err() // the exchanges are counted
			}
			return w.Counted("masking", searched, 0, progress.Bytes)
		})
		if err != nil {
			return Redacted{}, err
		}
		about, more := redactAbout(rules, of.About)
		hits = append(hits, more...)
		clean := Of(about, c)
		if labelled != nil {
			frames := clean.State.FrameList
			if clean = Of(about, labelled); clean.State.Stream {
				clean.Capture, clean.State.FrameList = c, frames
			}
		}
		clean.Local, clean.Listed = of.Local, of.Listed
		titles[history.Asked(of.State, of.Capture)] = clean.Title
		if title, known := titles[of.Title]; known {
			clean.Title = title
		} else {
			clean.Title, more = rules.Text(of.Title, "title")
			hits = append(hits, more...)
		}
		clean.Prompt, _ = rules.Text(of.Prompt, "prompt") // it is in the request
		out.List = append(out.List, clean)
		if len(hits) > 0 {
			out.Found = append(out.Found, Found{id(of), hits})
		}
		if e := of.Capture.Sent.Encoded; e != nil && e.Fault == "" {
			out.Decoded = append(out.Decoded, Decoded{id(of), "request"})
		}
		if redact.Decoded(of.Capture) != "" {
			out.Decoded = append(out.Decoded, Decoded{id(of), "response"})
		}
		if err := w.Counted("masking", i+1, len(list), "exchanges"); err != nil {
			return Redacted{}, err
		}
	}
	return out, nil
}

func redactAbout(rules *redact.Rules, about history.About) (history.About, []redact.Hit) {
	base, hits := rules.Text(about.BaseURL, "base URL")
	connection, more := rules.Text(about.Connection, "connection")
	about.BaseURL, about.Connection = base, connection
	return about, append(hits, more...)
}

// id returns the id of an exchange, or "unsent".
func id(of *export.Exchange) string {
	if of.Capture != nil && of.Capture.ID != "" {
		return of.Capture.ID
	}
	return "unsent"
}
