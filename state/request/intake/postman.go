package intake

import (
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
)

// collection reads a collection of Postman.
type collection struct {
	filler
	at time.Time
	Exchanges
}

// Postman reads a collection, version 2.0 or 2.1
// (https://schema.postman.com/collection/json/v2.1.0/draft-07/docs/index.html): each saved
// response with its request, and each request without one. When they were made it does not
// tell.
func Postman(file []byte, at time.Time) (Exchanges, error) {
	file = wire.TrimBOM(file)
	if err := scan.Check(file); err != nil {
		return Exchanges{}, err
	}
	p := collection{filler: filler{variables: map[string]string{}}, at: at}
	p.items(file)
	return p.Exchanges, nil
}

// items reads the requests of a folder, and of those in it. A variable of a folder holds from
// there on.
func (p *collection) items(folder []byte) {
	for _, v := range scan.Elements(scan.Get(folder, "variable")) {
		name := scan.Text(scan.Get(v, "key"))
		if name == "" {
			name = scan.Text(scan.Get(v, "id"))
		}
		p.variables[name] = scan.AnyText(scan.Get(v, "value"))
	}
	for _, item := range scan.Elements(scan.Get(folder, "item")) {
		p.items(item)
		request := scan.Get(item, "request")
		if request == nil {
			continue
		}
		answered := false
		for _, saved := range scan.Elements(scan.Get(item, "response")) {
			of := scan.Get(saved, "originalRequest")
			if of == nil {
				of = request
			}
			p.add(of, saved)
			answered = true
		}
		if !answered {
			p.add(request, nil)
		}
	}
}

// add adds an exchange of an endpoint that is read.
func (p *collection) add(request, saved []byte) {
	sent, remarks := p.sent(request)
	if !state.Reads(sent) {
		p.Others = append(p.Others, Place(sent))
		return
	}
	c := Unanswered(Request{Sent: sent}, p.at)
	if saved != nil {
		c = p.answered(sent, saved)
	}
	c.Lacks.Start, c.Lacks.Request, c.Remarks = true, len(sent.Body) == 0, remarks
	p.List = append(p.List, Exchange{c, state.KindOf(sent)})
}

// answered returns a saved response with its request.
func (p *collection) answered(sent wire.Sent, saved []byte) *wire.Capture {
	status, _ := strconv.Atoi(scan.AnyText(scan.Get(saved, "code")))
	c := &wire.Capture{
		ID: id("postman", sent.URL, string(sent.Body), string(saved)), Start: p.at, Sent: sent, Timing: wire.NoTiming(),
		Head: &wire.Head{Status: status, Header: p.header(scan.Get(saved, "header"), nil), AtUS: unknownUS}, End: &wire.End{Cause: wire.EndClean, AtUS: unknownUS},
	}
	if ms, err := strconv.ParseFloat(scan.AnyText(scan.Get(saved, "responseTime")), 64); err == nil && ms > 0 && ms < 1e9 {
		c.Timing.End = int64(ms * 1000)
		c.End.AtUS = c.Timing.End
	}
	body := scan.Get(saved, "body")
	if c.Lacks.Answer = scan.KindOf(body) != scan.String; c.Lacks.Answer {
		c.End.Cause, c.End.Message = wire.EndUnread, "the collection does not hold the body of the answer"
		return c
	}
	c.Body.Append([]byte(scan.Text(body)), unknownUS)
	return c
}

// sent returns a request with its variables filled in.
func (p *collection) sent(request []byte) (wire.Sent, []string) {
	f := &p.filler
	f.filled, f.left, f.skipped = nil, nil, nil
	if scan.KindOf(request) == scan.String { // an address alone
		return wire.Sent{Method: http.MethodGet, URL: f.fill(scan.Text(request))}, nil
	}
	s := wire.Sent{Method: strings.ToUpper(scan.Text(scan.Get(request, "method"))), URL: f.fill(addressOf(scan.Get(request, "url"))), Header: p.header(scan.Get(request, "header"), f)}
	if s.Method == "" {
		s.Method = http.MethodGet
	}
	if s.URL != "" && !strings.Contains(s.URL, "://") && !strings.HasPrefix(s.URL, "{{") {
		s.URL = "http://" + s.URL // as Postman does
	}
	body := scan.Get(request, "body")
	var remarks []string
	switch scan.Text(scan.Get(body, "mode")) {
	case "raw":
		s.Body = []byte(f.fill(scan.Text(scan.Get(body, "raw"))))
	case "urlencoded":
		form := url.Values{}
		for _, field := range scan.Elements(scan.Get(body, "urlencoded")) {
			if string(scan.Get(field, "disabled")) != "true" {
				form.Add(f.fill(scan.Text(scan.Get(field, "key"))), f.fill(scan.AnyText(scan.Get(field, "value"))))
			}
		}
		s.Body = []byte(form.Encode())
		remarks = append(remarks, "the body of the request was rebuilt from the fields in the collection")
	}
	if len(f.filled) > 0 {
		remarks = append(remarks, "variables of the collection were filled in: "+strings.Join(f.filled, ", "))
	}
	if len(f.left) > 0 {
		remarks = append(remarks, "variables that the collection does not define are left as they are: "+strings.Join(f.left, ", "))
	}
	if len(f.skipped) > 0 {
		remarks = append(remarks, "variables that name themselves, or make the collection too large, are left as they are: "+strings.Join(f.skipped, ", "))
	}
	return s, remarks
}

// addressOf returns an address, written as text or in its parts.
func addressOf(v []byte) string {
	if scan.KindOf(v) == scan.String {
		return scan.Text(v)
	}
	if raw := scan.Text(scan.Get(v, "raw")); raw != "" {
		return raw
	}
	joined := func(name, between string) string {
		list := scan.Get(v, name)
		if scan.KindOf(list) == scan.String {
			return scan.Text(list)
		}
		var parts []string
		for _, part := range scan.Elements(list) {
			parts = append(parts, scan.Text(part))
		}
		return strings.Join(parts, between)
	}
	address := joined("host", ".") + "/" + strings.TrimPrefix(joined("path", "/"), "/")
	if protocol := scan.Text(scan.Get(v, "protocol")); protocol != "" {
		address = protocol + "://" + address
	}
	return address
}

// header returns a list of fields; nil where there is none. Those of a request may have variables.
func (p *collection) header(list json.RawMessage, f *filler) http.Header {
	if scan.KindOf(list) != scan.Array {
		return nil
	}
	h := http.Header{}
	for _, field := range scan.Elements(list) {
		name, value := scan.Text(scan.Get(field, "key")), scan.AnyText(scan.Get(field, "value"))
		if name == "" || string(scan.Get(field, "disabled")) == "true" {
			continue
		}
		if f != nil {
			value = f.fill(value)
		}
		h.Add(name, value)
	}
	return h
}

// variable matches a variable of Postman.
var variable = regexp.MustCompile(`\{\{([^{}\s]+)\}\}`)

// filler fills variables in.
type filler struct {
	variables             map[string]string
	spent                 int      // bytes of names and values, in the collection
	filled, left, skipped []string // the names in one request, each once; skipped ones have a value
}

// maxFilled is how much is filled in in a collection, in bytes: a few names can stand for a
// text that no memory holds.
const maxFilled = 4 << 20

// fill replaces variables in a text by their values, which may name others. A variable that names
// itself is left, and so are all after maxFilled bytes.
func (f *filler) fill(text string) string {
	const deepest = 8
	for range deepest {
		again := false
		text = variable.ReplaceAllStringFunc(text, func(found string) string {
			name := found[2 : len(found)-2]
			value, known := f.variables[name]
			list := &f.filled
			switch cost := len(found) + len(value); {
			case !known:
				list, value = &f.left, found
			case strings.Contains(value, found) || f.spent+cost > maxFilled:
				list, value = &f.skipped, found
			default:
				f.spent, again = f.spent+cost, true
			}
			if !slices.Contains(*list, name) {
				*list = append(*list, name)
			}
			return value
		})
		if !again {
			break
		}
	}
	return text
}
