package har

import (
	"bytes"
	"encoding/json"
	"mime"
	"net/url"
	"slices"
	"strings"

	"gatehouse/client/scan"
)

// param is a field of a form, or a member of a JSON body (chrome-har): its value is then
// JSON.
type param struct {
	Name        string          `json:"name"`
	Value       json.RawMessage `json:"value"`
	FileName    string          `json:"fileName"`
	ContentType string          `json:"contentType"`
}

// fromParams rebuilds a body of which the file holds only the fields; ok is false where that
// cannot be done.
func (r *entry) fromParams(p *postData) (body []byte, ok bool) {
	media, parameters, err := mime.ParseMediaType(p.MimeType)
	if err != nil {
		media, _, _ = strings.Cut(strings.ToLower(p.MimeType), ";")
	}
	switch {
	case media == "application/json" || strings.HasSuffix(media, "+json"):
		body, ok = jsonOf(p.Params)
	case media == "multipart/form-data":
		body, ok = multipartOf(p.Params, parameters["boundary"])
	default:
		body, ok = formOf(p.Params), true
	}
	if !ok {
		r.remark("the body of the request is in the file only as fields, and they are not all of it")
		return nil, false
	}
	r.remark("the body of the request was rebuilt from the fields in the file")
	return body, true
}

// formOf writes fields as a form. Some programs keep them as they were escaped.
func formOf(params []param) []byte {
	escape := url.QueryEscape
	if !slices.ContainsFunc(params, func(p param) bool { return !isEscaped(p.Name) || !isEscaped(p.text()) }) &&
		slices.ContainsFunc(params, func(p param) bool { return strings.Contains(p.Name+p.text(), "%") }) {
		escape = func(s string) string { return s }
	}
	var b bytes.Buffer
	for i, p := range params {
		if i > 0 {
			b.WriteByte('&')
		}
		b.WriteString(escape(p.Name) + "=" + escape(p.text()))
	}
	return b.Bytes()
}

// isEscaped reports whether a text may stand in a form as it is.
func isEscaped(s string) bool {
	_, err := url.QueryUnescape(s)
	return err == nil && !strings.ContainsAny(s, " &=\"{}<>\r\n") && !strings.ContainsFunc(s, func(r rune) bool { return r > '~' })
}

// multipartOf writes fields as a form of parts (RFC 7578).
func multipartOf(params []param, boundary string) ([]byte, bool) {
	if boundary == "" {
		return nil, false
	}
	quote := strings.NewReplacer("\"", "%22", "\r", "%0D", "\n", "%0A")
	var b bytes.Buffer
	for _, p := range params {
		b.WriteString("--" + boundary + "\r\nContent-Disposition: form-data; name=\"" + quote.Replace(p.Name) + "\"")
		if p.FileName != "" {
			if len(p.Value) == 0 {
				return nil, false // browsers do not keep what is in a file
			}
			b.WriteString("; filename=\"" + quote.Replace(p.FileName) + "\"")
		}
		if p.ContentType != "" {
			b.WriteString("\r\nContent-Type: " + p.ContentType)
		}
		b.WriteString("\r\n\r\n" + p.text() + "\r\n")
	}
	b.WriteString("--" + boundary + "--\r\n")
	return b.Bytes(), true
}

// text is the value of a form's field.
func (p param) text() string { return scan.AnyText(p.Value) }

// lists are the members of requests that hold a list wherever they hold no text: chrome-har
// writes one element of a list as if it were the value.
var lists = []string{"input", "messages", "tools", "plugins", "documents", "models", "include", "modalities"}

// jsonOf writes fields as the members of an object. A name that comes again is that of a
// list, as chrome-har writes one.
func jsonOf(params []param) ([]byte, bool) {
	typed := slices.ContainsFunc(params, func(p param) bool { return !scan.IsNull(p.Value) && scan.KindOf(p.Value) != scan.String })
	var names []string
	values := map[string][]json.RawMessage{}
	for _, p := range params {
		value := p.Value
		switch {
		case len(value) == 0:
			value = json.RawMessage("null")
		case strings.HasPrefix(p.text(), "[object "): // JavaScript's words for what it did not write
			return nil, false
		case !typed:
			value = unquoted(value)
		}
		if _, again := values[p.Name]; !again {
			names = append(names, p.Name)
		}
		values[p.Name] = append(values[p.Name], value)
	}
	var members []any
	for _, name := range names {
		all := values[name]
		value := all[0]
		if kind := scan.KindOf(value); len(all) > 1 || slices.Contains(lists, name) && kind != scan.Array && (kind == scan.Object || name != "input") {
			value = scan.MakeArray(all)
		}
		members = append(members, name, []byte(value))
	}
	return scan.MakeObject(members...), true
}

// unquoted is the value that a program wrote as text: what reads as JSON other than a text
// is that.
func unquoted(value json.RawMessage) json.RawMessage {
	text := []byte(strings.TrimSpace(scan.Text(value)))
	if len(text) > 0 && scan.KindOf(text) != scan.String && scan.Check(text) == nil {
		return text
	}
	return value
}
