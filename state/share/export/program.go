package export

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"text/template"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"gatehouse/client/scan"
)

//go:embed program.go.tmpl program.py.tmpl program.ts.tmpl
var templates embed.FS

// program is a request as its template writes it.
type program struct {
	Notes      []string
	Base, Path string
	Responses  bool   // the answer has a text; of any other the answer is printed as received
	Stream     bool   // the answer is printed as it arrives
	Body       string // a literal of the language
	Key        bool   // an Authorization is sent
	Bearer     bool   // the library sends the key as it always does
	Fields     []Field
	Query      []Field
}

// responsesPath is the path below the base URL whose answer has a text.
const responsesPath = "/responses"

// maxDepth is how deep a body may nest: Python's json reads some 1,000 levels.
const maxDepth = 500

var (
	errMethod = errors.New("the library's call is a POST, and this request is none; curl sends it")
	errNoJSON = errors.New("the body is no JSON object in UTF-8, which is what the library sends; curl sends it")
	errDeep   = fmt.Errorf("the body nests more than %d levels deep; curl sends it", maxDepth)
)

// goDocument returns a program for github.com/openai/openai-go that sends the very bytes of
// the body: typed parameters could hold no member that the library has no field for.
func goDocument(r Request) ([]byte, error) {
	return writeProgram(r, "program.go.tmpl", strconv.Quote, func(body []byte) (string, error) { return goRaw(string(body)), nil })
}

// pythonDocument returns a program for the openai package of Python.
func pythonDocument(r Request) ([]byte, error) {
	return writeProgram(r, "program.py.tmpl", strconv.Quote, pythonBody)
}

// typescriptDocument returns a program for the npm package openai.
func typescriptDocument(r Request) ([]byte, error) {
	return writeProgram(r, "program.ts.tmpl", scriptQuote, scriptBody)
}

// writeProgram fills a template; quote writes a text as a string of the language, literal the
// body. The error is the reason why no program can send the request.
func writeProgram(r Request, name string, quote func(string) string, literal func(body []byte) (string, error)) ([]byte, error) {
	switch {
	case r.method() != http.MethodPost:
		return nil, errMethod
	case !utf8.Valid(r.Body) || !scan.Valid(r.Body) || scan.KindOf(r.Body) != scan.Object:
		return nil, errNoJSON
	}
	body, err := literal(r.Body)
	if err != nil {
		return nil, err
	}
	a := r.address()
	p := program{
		Notes: r.notes(), Base: a.base, Path: a.path, Responses: a.path == responsesPath,
		Stream: string(scan.Get(r.Body, "stream")) == "true", Body: body, Key: r.Key, Fields: r.programFields(),
	}
	p.Bearer = r.Key && !slices.ContainsFunc(p.Fields, func(f Field) bool { return f.Scheme != "" })
	for _, f := range a.query {
		p.Query = append(p.Query, f.Field)
	}
	var out bytes.Buffer
	err = template.Must(template.New(name).Funcs(template.FuncMap{"quote": quote, "cut": strings.TrimPrefix}).ParseFS(templates, name)).Execute(&out, p)
	return out.Bytes(), err
}

// programFields returns the header fields without those that the library writes. Those of one
// name are joined, as RFC 9110, section 5.3, lets a list of them be: a dictionary has each name
// once.
func (r *Request) programFields() (fields []Field) {
	for _, f := range r.Fields() {
		name, last := http.CanonicalHeaderKey(f.Name), len(fields)-1
		switch {
		case name == "Accept", name == "Content-Type" && strings.HasPrefix(f.Value, "application/json"), f.Scheme == Bearer:
		case last >= 0 && fields[last].Name == f.Name:
			fields[last].Value += ", " + f.Value
		default:
			fields = append(fields, f)
		}
	}
	return fields
}

// Variables reports whether the program reads environment variables.
func (p program) Variables() bool {
	hasVariable := func(f Field) bool { return f.Variable != "" }
	return p.Bearer || slices.ContainsFunc(p.Fields, hasVariable) || slices.ContainsFunc(p.Query, hasVariable)
}

// Basic reports whether the program sends a user and a password.
func (p program) Basic() bool {
	return slices.ContainsFunc(p.Fields, func(f Field) bool { return f.Scheme == Basic })
}

// KeyVariable returns the environment variable of the key.
func (p program) KeyVariable() string { return KeyVariable }

// goRaw writes a text in backquotes, so that JSON stays readable, or in quotes if it has
// characters that a raw string loses or a source does not show.
func goRaw(s string) string {
	if strings.ContainsFunc(s, func(r rune) bool { return r != '\n' && r != '\t' && !unicode.IsPrint(r) }) {
		return strconv.Quote(s)
	}
	return "`" + strings.ReplaceAll(s, "`", "` + \"`\" + `") + "`"
}

// surrogates match the escapes of JSON, and of them surrogates in pairs and alone.
var surrogates = regexp.MustCompile(`\\(?:u[dD][89abAB]..\\u[dD][c-fC-F]..|u[dD][89a-fA-F]..|.)`)

// pythonBody writes a body as a raw string for json.loads.
func pythonBody(body []byte) (string, error) {
	if _, err := checkValues(body, "Python"); err != nil {
		return "", err
	}
	for _, e := range surrogates.FindAll(body, -1) {
		if len(e) == len(`\ud800`) {
			return "", fmt.Errorf("%s is half of a character, which Python cannot send; curl sends it", e)
		}
	}
	// Quotes are in strings only, where JSON has an escape for them.
	return "r'''\n" + strings.ReplaceAll(readable(body), "''", `'\u0027`) + "\n'''", nil
}

// scriptBody writes a body as an object literal, which JSON is but for the member __proto__: in
// JavaScript it sets the prototype.
func scriptBody(body []byte) (string, error) {
	proto, err := checkValues(body, "JavaScript")
	if proto {
		return "JSON.parse(" + scriptQuote(string(body)) + ")", err
	}
	return readable(body), err
}

func scriptQuote(s string) string { return visible(string(scan.Quote(s))) }

// checkValues returns an error if a language cannot read the body, or would send a number as
// another one. proto is whether a string is "__proto__".
func checkValues(body []byte, language string) (proto bool, err error) {
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	for depth := 0; ; {
		token, err := decoder.Token()
		switch token := token.(type) {
		case json.Delim:
			if token == '}' || token == ']' {
				depth--
			} else if depth++; depth > maxDepth {
				return proto, errDeep
			}
		case json.Number:
			integer := language == "Python" && !strings.ContainsAny(token.String(), ".eE") // of any size
			if !integer && !exact(token.String()) {
				return proto, fmt.Errorf("%s would send %s as another number; curl sends it as it is", language, token)
			}
		case string:
			proto = proto || token == "__proto__"
		}
		if errors.Is(err, io.EOF) {
			return proto, nil
		} else if err != nil {
			return proto, err
		}
	}
}

// readable returns JSON with line ends, and what a source does not show as escapes.
func readable(body []byte) string {
	body = bytes.TrimSpace(body)
	if !bytes.Contains(body, []byte("\n")) {
		if laid, err := scan.AppendIndent(nil, body, ""); err == nil {
			body = laid
		}
	}
	return visible(string(body))
}

// visible returns JSON with what a source does not show as escapes.
func visible(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch high, low := utf16.EncodeRune(r); {
		case r == '\n' || r == '\r' || r == '\t' || unicode.IsPrint(r):
			b.WriteRune(r)
		case high == unicode.ReplacementChar:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		}
	}
	return b.String()
}

// exact reports whether a number is the same value as a 64-bit float, which JavaScript has for
// each number, and Python for those with a fraction or an exponent.
func exact(number string) bool {
	f, err := strconv.ParseFloat(number, 64)
	if err != nil {
		return false
	}
	if f == 0 {
		mantissa, _, _ := strings.Cut(strings.ToLower(number), "e")
		return !strings.ContainsAny(mantissa, "123456789")
	}
	was, ok := new(big.Rat).SetString(number)
	is, same := new(big.Rat).SetString(strconv.FormatFloat(f, 'g', -1, 64))
	return ok && same && was.Cmp(is) == 0
}
