package intake

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"path"
	"strings"

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

// Curl reads the curl commands of a shell script; read returns the content of a file that one
// of them names. Header fields are as the command gives them, with its credentials. The
// error is ErrNoCurl, or joins a *LineError for each command that cannot be read; the requests
// of the others are returned.
func Curl(text []byte, read func(name string) ([]byte, error)) ([]Request, error) {
	if !bytes.Contains(text, []byte("curl")) || bytes.IndexByte(text, 0) >= 0 {
		return nil, ErrNoCurl
	}
	s := script{text: strings.ReplaceAll(string(wire.TrimBOM(text)), "\r\n", "\n"), read: read, line: 1}
	if s.parse(); !s.found {
		return nil, ErrNoCurl
	}
	return s.requests, errors.Join(s.faults...)
}

// command is a simple command of a script.
type command struct {
	words []string // the name and the arguments
	line  int      // of the name, from 1
	input *string  // standard input, nil if it is not known
}

// command reads a command if it is curl. Of others it returns the output, nil if it is not
// known.
func (s *script) command(c command) (output *string) {
	args, ok := c.curl()
	if !ok {
		return c.output(s.read)
	}
	s.found = true
	err := typographicError(args)
	for rest := args; rest != nil && err == nil; {
		r := &reader{command: &c, read: s.read, header: http.Header{}}
		if rest, err = r.options(rest); err == nil {
			var more []Request
			more, err = r.requests()
			s.requests = append(s.requests, more...)
		}
	}
	if err != nil {
		s.faults = append(s.faults, &LineError{c.line, err})
	}
	return nil
}

// curl returns the arguments of a curl command; ok is false for any other.
func (c *command) curl() (args []string, ok bool) {
	words := c.words
	for len(words) > 1 && skippedWord.MatchString(words[0]) {
		words = words[1:]
	}
	name := path.Base(strings.ReplaceAll(words[0], `\`, "/"))
	return words[1:len(words):len(words)], name == "curl" || name == "curl.exe"
}

// output returns what printf, echo and cat write, nil for any other command.
func (c *command) output(read func(string) ([]byte, error)) *string {
	args := c.words[1:]
	switch c.words[0] {
	case "printf":
		if len(args) == 2 && (args[0] == "%s" || args[0] == `%s\n`) {
			return new(args[1] + strings.TrimPrefix(strings.ReplaceAll(args[0], `\n`, "\n"), "%s"))
		}
		if len(args) == 1 && !strings.ContainsAny(args[0], `%\`) {
			return new(args[0])
		}
	case "echo":
		if len(args) > 0 && args[0] == "-n" {
			return new(strings.Join(args[1:], " "))
		}
		return new(strings.Join(args, " ") + "\n")
	case "cat":
		if len(args) == 0 {
			return c.input
		}
		if data, err := read(args[0]); err == nil && len(args) == 1 {
			return new(string(data))
		}
	}
	return nil
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

// requests returns the requests of the command, one for each address.
func (r *reader) requests() ([]Request, error) {
	if len(r.urls) == 0 {
		return nil, errors.New("the curl command has no address; add one like https://host/api/v1/responses")
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
		if strings.Contains(address, "[@]}") || strings.Contains(address, "[*]}") {
			return nil, errors.New("its words are in an array, which is not known; put them in place of it")
		}
		if _, err := url.Parse(address); err != nil {
			return nil, errAddress
		}
		one := Request{wire.Sent{Method: method, URL: address, Header: r.header.Clone(), Body: r.data}, r.line}
		if r.get {
			one.Body = nil
		}
		if one.IsNative() {
			if err := checkBody(one.Sent); err != nil {
				return nil, err
			}
		}
		all = append(all, one)
	}
	return all, nil
}

// checkBody returns an error if the body of a request is no JSON object.
func checkBody(sent wire.Sent) error {
	body := bytes.Trim(sent.Body, " \t\r\n") // the white space of JSON
	if bytes.HasPrefix(body, []byte(`\"`)) || bytes.HasPrefix(body, []byte(`{\"`)) {
		return errEscaped
	}
	if scan.KindOf(body) != scan.Object && len(wire.Codings(sent.Header)) > 0 {
		return errors.New("its body is encoded; decode the file and leave out Content-Encoding")
	}
	if scan.KindOf(body) != scan.Object {
		return errors.New("its body is no JSON object; if it is a variable or a command, put the value in place of it")
	}
	if err := scan.Check(body); err != nil {
		return fmt.Errorf("its body is no JSON: %w", err)
	}
	return nil
}

// maxBody is how large the body of a command may be in bytes, as for a document that is
// opened: a short command can name one file many times.
const maxBody = 64 << 20

// dataFile is what an option reads of the file that its value names after @.
type dataFile uint8

const (
	noFile      dataFile = iota // the value is the data, also with @
	bytesOfFile                 // its content
	linesOfFile                 // its content without line ends
)

// addData adds a part of the body, separated from the part before.
func (r *reader) addData(value string, from dataFile, separator string) error {
	data := []byte(value)
	if name, named := strings.CutPrefix(value, "@"); named && from != noFile {
		var err error
		if data, err = r.file(name); err != nil {
			return err
		}
		if from == linesOfFile {
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
	if len(r.data) > 0 {
		r.data = append(r.data, separator...)
	}
	r.data, r.has = append(r.data, data...), true
	return nil
}

// file returns the content of a file; - is standard input.
func (r *reader) file(name string) ([]byte, error) {
	if name == "-" {
		if r.input == nil {
			return nil, errors.New("its body comes from standard input, which is not in the file")
		}
		return []byte(*r.input), nil
	}
	return r.read(name)
}

// removed marks a field that curl would write, and that the command removes.
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

// field adds a field as curl reads it: "Name:" removes it, "Name;" is an empty one.
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
