package export

import (
	"errors"
	"fmt"
	"math/big"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"gatehouse/client/scan"
)

// program is a request as a program with the openai library sends it.
type program struct {
	Request
	address
	fields []Field // without those that the library writes itself
	stream bool    // the answer is to be printed as it arrives
}

// responsesPath is the path below the base URL whose answer has a text; of any other the
// answer is printed as it came.
const responsesPath = "/responses"

var (
	errMethod = errors.New("the library's call is a POST, and this request is none; curl sends it")
	errNoJSON = errors.New("the body is no JSON object in UTF-8, which is what the library sends; curl sends it")
	errDeep   = fmt.Errorf("the body nests more than %d levels deep; curl sends it", maxDepth)
)

// maxDepth is how deep a body may nest that is written as a literal: Python reads no more
// than some 200 brackets in one another.
const maxDepth = 100

// programOf prepares a request for a program. The error says why none can send it.
func programOf(r Request) (program, error) {
	switch {
	case r.method() != http.MethodPost:
		return program{}, errMethod
	case !utf8.Valid(r.Body) || !scan.Valid(r.Body) || scan.KindOf(r.Body) != scan.Object:
		return program{}, errNoJSON
	}
	p := program{Request: r, address: r.address(), stream: string(scan.Get(r.Body, "stream")) == "true"}
	p.fields = slices.DeleteFunc(r.Fields(), func(f Field) bool {
		switch http.CanonicalHeaderKey(f.Name) {
		case "Content-Type":
			return strings.HasPrefix(f.Value, "application/json")
		case "Accept":
			return true
		}
		return f.Scheme == Bearer
	})
	return p, nil
}

// bearer reports whether the library's own way to send a key is the right one.
func (p *program) bearer() bool {
	return p.Key && !slices.ContainsFunc(p.fields, func(f Field) bool { return f.Scheme != "" })
}

// joinedFields are the fields with those of one name joined, as RFC 9110, section 5.3,
// lets a list of them be: a dictionary has each name once.
func (p *program) joinedFields() []Field {
	var joined []Field
	for _, f := range p.fields {
		if last := len(joined) - 1; last >= 0 && joined[last].Name == f.Name {
			joined[last].Value += ", " + f.Value
			continue
		}
		joined = append(joined, f)
	}
	return joined
}

// exact reports whether a number stays the same value as a 64-bit float, which is what
// JavaScript has for each number, and Python for those with a fraction or an exponent.
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

// numberError is the error of a number that a program would send as another one.
type numberError struct{ number, language string }

func (e *numberError) Error() string {
	return fmt.Sprintf("%s would send %s as another number; curl sends it as it is", e.language, e.number)
}
