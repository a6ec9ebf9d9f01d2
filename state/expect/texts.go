package expect

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"gatehouse/client/scan"
	"gatehouse/state"
	"gatehouse/state/json/schema"
	"gatehouse/state/json/tree"
	"gatehouse/state/text/spelling"
)

// texts reads texts; each is tested on the answer.
func texts(read func(want string) (words string, test func(answer string) bool, err error)) maker {
	return func(f *file, name string, v *value) (all []Expectation) {
		for _, want := range f.texts(name, v, name+` = ["words"]`, "the words") {
			words, test, err := read(want)
			if err != nil {
				f.fault(v.line, "%s: %v", name, err)
				continue
			}
			all = append(all, Expectation{name, v.line, words, ifAnswered(func(s *Subject) observed {
				answer := s.Exchange.Text()
				if answer == "" && !ended(s.Exchange) {
					return unknown("there is no answer")
				}
				return found(test(answer), shown(answer))
			})})
		}
		return all
	}
}

// ended reports whether the model ended its answer, or its limit of tokens did. An error is none: no text of it
// lacks words.
func ended(x *state.Exchange) bool {
	return x.Verdict == state.Completed || x.Verdict == state.Incomplete
}

var errNoWords = errors.New("an empty text, which is in every answer; write the words")

func contains(want string) (string, func(string) bool, error) {
	if want == "" {
		return "", nil, errNoWords
	}
	return strconv.Quote(want) + " in the text", func(answer string) bool { return strings.Contains(answer, want) }, nil
}

func lacks(want string) (string, func(string) bool, error) {
	_, has, err := contains(want)
	return "no " + strconv.Quote(want) + " in the text", func(answer string) bool { return !has(answer) }, err
}

func matches(want string) (string, func(string) bool, error) {
	re, err := regexp.Compile(want)
	if err != nil {
		return "", nil, err
	}
	return "a match of " + want, re.MatchString, nil
}

// maxShown is how much of an answer a failure shows, in characters.
const maxShown = 80

func shown(answer string) string {
	if answer == "" {
		return "no text"
	}
	if begins := spelling.Shorten(answer, maxShown); begins != answer {
		return strconv.Quote(strings.TrimSuffix(begins, "…")) + "… (" + strconv.Itoa(utf8.RuneCountInString(answer)) + " characters)"
	}
	return strconv.Quote(answer)
}

// errSchema is schema.ErrSchema without an excerpt of the file.
var errSchema = fmt.Errorf("%w: it is not valid, too large, or a $ref leads out of it", schema.ErrSchema)

// textSchema reads the name of a file with the JSON Schema of the answer's text.
func textSchema(f *file, name string, v *value) []Expectation {
	if !f.is(name, v, text, `text_schema = "answer.schema.json"`) {
		return nil
	}
	doc := f.read(name, v)
	if doc == nil {
		return nil
	}
	if !scan.Valid(doc) {
		f.fault(v.line, "%s: %s is not JSON", name, v.text)
		return nil
	}
	if err := schema.Fits(doc, []byte("null")); errors.Is(err, schema.ErrSchema) {
		f.fault(v.line, "%s: %s: %v", name, v.text, errSchema)
		return nil
	}
	return one(name, v, "JSON that fits "+v.text, func(s *Subject) observed {
		answer := []byte(strings.Trim(s.Exchange.Text(), " \t\r\n")) // no other white space is JSON's
		if !scan.Valid(answer) {
			return found(false, "no JSON: "+shown(string(answer)))
		}
		switch err := schema.Fits(doc, answer); {
		case errors.Is(err, schema.ErrSchema):
			return unknown(errSchema.Error())
		case err != nil:
			return found(false, err.Error())
		}
		return found(true, "fits")
	})
}

// filters reads jq filters; each must return something other than false and null.
func filters(of func(*Subject) ([]byte, error)) maker {
	return func(f *file, name string, v *value) (all []Expectation) {
		for _, filter := range f.texts(name, v, name+" = ['.status == \"completed\"']", "a filter") {
			if err := tree.CheckFilter(nil, filter); err != nil {
				f.fault(v.line, "%s: %v", name, err)
				continue
			}
			all = append(all, Expectation{name, v.line, filter, func(s *Subject) observed {
				doc, err := of(s)
				if err != nil {
					return unknown(err.Error())
				}
				got, err := s.Filter(doc, filter)
				switch {
				case err != nil:
					return unknown(err.Error())
				case got.Count != 1:
					return found(false, shown(string(got.Doc)))
				}
				word := string(got.Doc)
				return found(word != "false" && word != "null", spelling.Shorten(word, maxShown))
			}})
		}
		return all
	}
}
