package foreign

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"strings"
	"unicode/utf8"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// Request is a request that a file holds.
type Request struct {
	wire.Sent
	Line int // of the file, from 1
}

// ErrNoCurl is the error of a text without a curl command.
var ErrNoCurl = errors.New("no curl command")

// errAddress does not repeat the address, which may hold a password or a key.
var errAddress = errors.New("its address cannot be read; write it like https://host/api/v1/responses")

// errEscaped is the error of a command for Windows PowerShell, which loses plain quotes.
var errEscaped = errors.New(`the quotes of its body are written \", as Windows PowerShell needs them; copy it as cURL (bash)`)

// errPowerShell is the error of a command with what only PowerShell reads.
var errPowerShell = errors.New("this is written for PowerShell; copy it as cURL (bash)")

// curlLine matches a line that begins with a curl command.
var curlLine = regexp.MustCompile(`(?m)^\s*(\$ )?curl\s`)

// Curl reads the curl commands of a shell script; read returns what a file holds that one
// of them names. Header fields are as the command gives them, with its credentials. The
// error is ErrNoCurl, or joins a *LineError for each command that cannot be read, beside
// the requests of the others.
func Curl(script []byte, read func(name string) ([]byte, error)) ([]Request, error) {
	if !bytes.Contains(script, []byte("curl")) || bytes.IndexByte(script, 0) >= 0 {
		return nil, ErrNoCurl
	}
	all, err := commands(string(wire.TrimBOM(script)))
	if err != nil && !curlLine.Match(script) { // a text that happens to have the word
		return nil, ErrNoCurl
	}
	if err != nil {
		return nil, err
	}
	var requests []Request
	var faults []error
	found := false
	input, fed := "", false
	for _, c := range all {
		if c.powerShell {
			found, fed = true, false
			faults = append(faults, at(c.line, "%w", errPowerShell))
			continue
		}
		if fed && !c.fed {
			c.input, c.fed = input, true
		}
		args, is := c.curl()
		if !is {
			input, fed = c.output(read)
			fed = fed && c.pipe
			continue
		}
		found, fed = true, false
		for rest := args; rest != nil; {
			if err := otherShell(rest); err != nil {
				faults = append(faults, at(c.line, "%w", err))
				break
			}
			r := &reader{command: &c, read: read, header: http.Header{}}
			if rest, err = r.options(rest); err == nil {
				var more []Request
				more, err = r.requests()
				requests = append(requests, more...)
			}
			if err != nil {
				faults = append(faults, at(c.line, "%w", err))
				break
			}
		}
	}
	if !found {
		return nil, ErrNoCurl
	}
	return requests, errors.Join(faults...)
}

// otherShell says of the words of a command that it was not written for the shells that are
// read, or not as these write it.
func otherShell(words []string) error {
	if len(words) > 0 && words[len(words)-1] == "^" {
		return errors.New("this is written for cmd.exe; copy it as cURL (bash)")
	}
	for _, w := range words {
		switch first, _ := utf8.DecodeRuneInString(w); first {
		case '“', '”', '„', '‘', '’', '‚', '«', '–', '—':
			return fmt.Errorf("its quotes or dashes are typographic (%c), as word processors write them; write \", ' and -", first)
		}
	}
	return nil
}

// curl returns the arguments of a curl command; is is false for any other.
func (c *command) curl() (args []string, is bool) {
	words := c.words
	for len(words) > 0 && (isAssignment(words[0]) || words[0] == "$" || words[0] == "time" || words[0] == "exec") {
		words = words[1:]
	}
	if len(words) == 0 {
		return nil, false
	}
	name := path.Base(strings.ReplaceAll(words[0], `\`, "/"))
	return words[1:len(words):len(words)], name == "curl" || name == "curl.exe"
}

func isAssignment(word string) bool {
	name, _, ok := strings.Cut(word, "=")
	return ok && name != "" && strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == ""
}

// output is what a command writes, where that is known.
func (c *command) output(read func(string) ([]byte, error)) (text string, known bool) {
	if len(c.words) == 0 {
		return "", false
	}
	args := c.words[1:]
	switch c.words[0] {
	case "printf":
		if len(args) == 2 && (args[0] == "%s" || args[0] == `%s\n`) {
			return args[1] + strings.TrimPrefix(strings.ReplaceAll(args[0], `\n`, "\n"), "%s"), true
		}
		if len(args) == 1 && !strings.ContainsAny(args[0], `%\`) {
			return args[0], true
		}
	case "echo":
		if len(args) > 0 && args[0] == "-n" {
			return strings.Join(args[1:], " "), true
		}
		return strings.Join(args, " ") + "\n", true
	case "cat":
		if len(args) == 0 {
			return c.input, c.fed
		}
		if data, err := read(args[0]); err == nil && len(args) == 1 {
			return string(data), true
		}
	}
	return "", false
}

// reader reads the options of one command up to --next.
type reader struct {
	*command
	read func(string) ([]byte, error)

	urls   []string
	method string
	header http.Header
	data   []byte
	has    bool // there is data
	json   bool // from --json
	plain  bool // from another option than --json
	get    bool // the data goes into the address
	head   bool
}

// requests are those of the command, one for each address.
func (r *reader) requests() ([]Request, error) {
	if len(r.urls) == 0 {
		return nil, errors.New("the curl command has no URL")
	}
	method := r.method
	switch {
	case method != "":
	case r.head:
		method = http.MethodHead
	case r.has && !r.get:
		method = http.MethodPost
	default:
		method = http.MethodGet
	}
	if r.json {
		for _, name := range []string{"Content-Type", "Accept"} {
			if r.header[name] == nil {
				r.header.Set(name, "application/json")
			}
		}
	}
	if r.plain && r.header["Content-Type"] == nil && r.has {
		r.header.Set("Content-Type", "application/x-www-form-urlencoded") // as curl does
	}
	for name, values := range r.header {
		if values[0] == removed {
			delete(r.header, name)
		}
	}
	var all []Request
	for _, address := range r.urls {
		if !strings.Contains(address, "://") {
			address = "http://" + address
		}
		if _, err := url.Parse(address); err != nil {
			return nil, errAddress
		}
		one := Request{wire.Sent{Method: method, URL: address, Header: r.header.Clone(), Body: r.data}, r.line}
		if r.get {
			one.Body = nil
		}
		if one.IsOwn() && scan.KindOf(bytes.TrimSpace(one.Body)) != scan.Object {
			if bytes.HasPrefix(bytes.TrimSpace(one.Body), []byte(`\"`)) {
				return nil, errEscaped
			}
			return nil, errors.New("its body is no JSON object: what variables and commands stand for is not known")
		}
		if one.IsOwn() {
			if bytes.HasPrefix(bytes.TrimSpace(one.Body), []byte(`{\"`)) {
				return nil, errEscaped
			}
			if err := scan.Check(one.Body); err != nil {
				return nil, fmt.Errorf("its body is no JSON: %w", err)
			}
		}
		all = append(all, one)
	}
	return all, nil
}

// maxBody is how large the body of a command may be in bytes, as for a document that is
// opened: a short command can name one file many times.
const maxBody = 64 << 20

// addData adds a part of the body, which may be in a file.
func (r *reader) addData(value string, files, lines bool, between string) error {
	data := []byte(value)
	if name, named := strings.CutPrefix(value, "@"); named && files {
		var err error
		if data, err = r.file(name); err != nil {
			return err
		}
		if lines { // curl takes line ends out
			data = bytes.Map(func(c rune) rune {
				if c == '\n' || c == '\r' || c == 0 {
					return -1
				}
				return c
			}, data)
		}
	}
	if len(r.data)+len(data) > maxBody {
		return fmt.Errorf("its body has more than the %d MiB that are read; take some of its files out", maxBody>>20)
	}
	if r.has && len(r.data) > 0 {
		r.data = append(r.data, between...)
	}
	r.data, r.has = append(r.data, data...), true
	return nil
}

// file is what a file holds; - is standard input.
func (r *reader) file(name string) ([]byte, error) {
	if name == "-" {
		if !r.fed {
			return nil, errors.New("its body comes from standard input, which is not in the file")
		}
		return []byte(r.input), nil
	}
	return r.read(name)
}

// removed marks a field that curl would write, and that the command takes away.
const removed = "\x00"

// addHeader adds the fields of -H.
func (r *reader) addHeader(value string) error {
	if name, named := strings.CutPrefix(value, "@"); named {
		data, err := r.file(name)
		if err != nil {
			return err
		}
		for line := range strings.Lines(string(data)) {
			if line = strings.TrimSpace(line); line != "" {
				r.field(line)
			}
		}
		return nil
	}
	r.field(value)
	return nil
}

// field adds a field as curl reads it: "Name:" takes it away, "Name;" is an empty one.
func (r *reader) field(text string) {
	name, value, ok := strings.Cut(text, ":")
	switch value = strings.TrimSpace(value); {
	case ok && value == "":
		r.header[http.CanonicalHeaderKey(name)] = []string{removed}
	case ok && !strings.HasPrefix(name, ":"):
		r.header.Add(strings.TrimSpace(name), value)
	case strings.HasSuffix(text, ";"):
		r.header.Add(strings.TrimSuffix(text, ";"), "")
	}
}

func basic(user string) string { return "Basic " + base64.StdEncoding.EncodeToString([]byte(user)) }
