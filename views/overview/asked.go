package overview

import (
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state"
	"gatehouse/views"
	"gatehouse/views/text"
)

// asked is the method and the address of another program's request, on one line. Of what is
// too long the middle is left out: the end tells the endpoint.
func (p pen) asked(s views.Subject) []string {
	c := s.Capture
	if c == nil || c.Sent.URL == "" || c.Caller == nil && s.Exchange.Kind().IsOwn() {
		return nil
	}
	line := text.SafeLine(strings.TrimSpace(c.Sent.Method + " " + c.Sent.URL))
	if long := text.Width(line) - p.width; long > 0 {
		begin := p.width / 3
		line = text.Truncate(line, begin, "") + text.TruncateLeft(line, begin+long+1, "…")
	}
	return []string{p.styles.Dim.Render(line)}
}

// errorNames are the type and the code that another API's error has beside its message.
func (p pen) errorNames(x *state.Exchange) []string {
	if x.Failure == nil || !x.Kind().IsForeign() {
		return nil
	}
	var told []string
	if kind := x.Failure.Type; kind != "" {
		told = append(told, "type "+kind)
	}
	if !scan.IsNull(x.Failure.Code) {
		told = append(told, "code "+scan.AnyText(x.Failure.Code))
	}
	if told == nil {
		return nil
	}
	return p.wrapped("error "+strings.Join(told, ", "), p.styles.Dim)
}
