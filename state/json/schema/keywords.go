package schema

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"gatehouse/client/scan"
	"gatehouse/state/json/tree"
	"gatehouse/state/text/spelling"
)

func figure(schema []byte, keyword string) (float64, bool) {
	v := scan.Get(schema, keyword)
	if scan.KindOf(v) != scan.Number {
		return 0, false
	}
	f, _ := strconv.ParseFloat(string(v), 64) // out of range it is an infinity, which compares as it should
	return f, true
}

func numberFits(schema, v []byte, at string) error {
	n, _ := strconv.ParseFloat(string(v), 64)
	for _, rule := range []struct {
		keyword string
		wrong   func(bound float64) bool
		words   string
	}{
		{"minimum", func(b float64) bool { return n < b }, "at least"},
		{"maximum", func(b float64) bool { return n > b }, "at most"},
		{"exclusiveMinimum", func(b float64) bool { return n <= b }, "above"},
		{"exclusiveMaximum", func(b float64) bool { return n >= b }, "below"},
		{"multipleOf", func(b float64) bool { return b > 0 && !isMultiple(n, b) }, "a multiple of"},
	} {
		if bound, ok := figure(schema, rule.keyword); ok && rule.wrong(bound) {
			return misfit(at, "%s, must be %s %v", Excerpt(v), rule.words, bound)
		}
	}
	return nil
}

// isMultiple tolerates the rounding of decimals in binary.
func isMultiple(n, of float64) bool {
	q := n / of
	return math.Abs(q-math.Round(q)) < 1e-9*max(1, math.Abs(q))
}

func textFits(schema, v []byte, at string) error {
	if err := counted(schema, "Length", scan.Runes(v), "characters", at); err != nil {
		return err
	}
	if p := scan.Get(schema, "pattern"); p != nil {
		ok, err := matches(p, scan.Text(v))
		if err != nil {
			return err
		}
		if !ok {
			return misfit(at, "%s does not match %s", Excerpt(v), Excerpt(p))
		}
	}
	return nil
}

// matches checks a text against a pattern. What Go's regular expressions lack (lookahead,
// backreferences) cannot be checked.
func matches(pattern []byte, text string) (bool, error) {
	re, err := regexp.Compile(scan.Text(pattern))
	if err != nil {
		return false, fmt.Errorf("%w: pattern %s: %w", ErrSchema, Excerpt(pattern), err)
	}
	return re.MatchString(text), nil
}

func (f *fitter) object(schema, v []byte, at string, depth int) error {
	names, count := map[string]bool{}, 0
	for m := range scan.Members(v) {
		names[m.Key] = true
		count++
	}
	for _, need := range scan.Elements(scan.Get(schema, "required")) {
		if name := scan.Text(need); !names[name] {
			return misfit(at+scan.JQMember(name), "is required but missing")
		}
	}
	if err := counted(schema, "Properties", count, "members", at); err != nil {
		return err
	}
	for _, keyword := range []string{"dependentRequired", "dependentSchemas", "dependencies"} { // before draft 2019-09 the last was both
		for m := range scan.Members(scan.Get(schema, keyword)) {
			if !names[m.Key] {
				continue
			}
			if err := f.depends(m, names, v, at, depth); err != nil {
				return err
			}
		}
	}
	for m := range scan.Members(v) {
		if err := f.member(schema, m, at+scan.JQMember(m.Key), depth); err != nil {
			return err
		}
	}
	return nil
}

// depends checks an object against what one of its members requires: other members, or a schema.
func (f *fitter) depends(on scan.Member, names map[string]bool, v []byte, at string, depth int) error {
	if scan.KindOf(on.Value) != scan.Array {
		return f.fits(on.Value, v, at, depth+1)
	}
	for _, need := range scan.Elements(on.Value) {
		if name := scan.Text(need); !names[name] {
			return misfit(at+scan.JQMember(name), "is required with %s but missing", on.Key)
		}
	}
	return nil
}

func (f *fitter) member(schema []byte, m scan.Member, at string, depth int) error {
	known := false
	if f.steps += len(schema) / stepBytes; f.steps > maxSteps {
		return fmt.Errorf("%w: too large for an object with that many members", ErrSchema)
	}
	if s := scan.Get(scan.Get(schema, "properties"), m.Key); s != nil {
		known = true
		if err := f.fits(s, m.Value, at, depth+1); err != nil {
			return err
		}
	}
	for p := range scan.Members(scan.Get(schema, "patternProperties")) {
		ok, err := matches(scan.Quote(p.Key), m.Key)
		if err != nil {
			return err
		}
		if ok {
			known = true
			if err := f.fits(p.Value, m.Value, at, depth+1); err != nil {
				return err
			}
		}
	}
	if s := scan.Get(schema, "propertyNames"); s != nil {
		if err := f.fits(s, scan.Quote(m.Key), at, depth+1); err != nil {
			return err
		}
	}
	other := scan.Get(schema, "additionalProperties")
	switch {
	case known || other == nil:
		return nil
	case string(other) == "false":
		return misfit(at, "is not in the schema, which allows no other members")
	}
	return f.fits(other, m.Value, at, depth+1)
}

func (f *fitter) array(schema, v []byte, at string, depth int) error {
	count := 0
	for range scan.Elements(v) {
		count++
	}
	if err := counted(schema, "Items", count, "items", at); err != nil {
		return err
	}
	var places [][]byte
	first, rest := scan.Get(schema, "prefixItems"), scan.Get(schema, "items")
	if scan.KindOf(rest) == scan.Array { // before draft 2020-12
		first, rest = rest, scan.Get(schema, "additionalItems")
	}
	for _, p := range scan.Elements(first) {
		places = append(places, p)
	}
	unique := string(scan.Get(schema, "uniqueItems")) == "true"
	var seen [][]byte
	i := 0
	for _, e := range scan.Elements(v) {
		place := at + "[" + strconv.Itoa(i) + "]"
		s := rest
		if i < len(places) {
			s = places[i]
		}
		if s != nil {
			if err := f.fits(s, e, place, depth+1); err != nil {
				return err
			}
		}
		for _, other := range seen {
			if f.steps++; f.steps > maxSteps {
				return fmt.Errorf("%w: too many items to compare", ErrSchema)
			}
			if tree.Equal(other, e) {
				return misfit(place, "%s appears twice, items must be unique", Excerpt(e))
			}
		}
		if unique {
			seen = append(seen, e)
		}
		i++
	}
	return f.contains(schema, v, at, depth)
}

func (f *fitter) contains(schema, v []byte, at string, depth int) error {
	s := scan.Get(schema, "contains")
	if s == nil {
		return nil
	}
	n := 0.0
	for _, e := range scan.Elements(v) {
		switch err := f.fits(s, e, at, depth+1); {
		case err == nil:
			n++
		case !isMisfit(err):
			return err
		}
	}
	least, ok := figure(schema, "minContains")
	if !ok {
		least = 1
	}
	if most, ok := figure(schema, "maxContains"); n < least || ok && n > most {
		return misfit(at, "%v items match contains", n)
	}
	return nil
}

// counted checks a number of characters, members or items against its bounds.
func counted(schema []byte, of string, n int, words, at string) error {
	if least, ok := figure(schema, "min"+of); ok && float64(n) < least {
		return misfit(at, "%d %s, at least %v required", n, words, least)
	}
	if most, ok := figure(schema, "max"+of); ok && float64(n) > most {
		return misfit(at, "%d %s, at most %v allowed", n, words, most)
	}
	return nil
}

func ofType(t, v []byte) bool {
	if scan.KindOf(t) == scan.String {
		return isType(scan.Text(t), v)
	}
	for _, one := range scan.Elements(t) {
		if isType(scan.Text(one), v) {
			return true
		}
	}
	return false
}

var typeNamesOf = map[scan.Kind]string{scan.Null: "null", scan.Bool: "boolean", scan.String: "string", scan.Array: "array", scan.Object: "object", scan.Number: "number"}

func isType(t string, v []byte) bool {
	if t != "integer" {
		return t == typeNamesOf[scan.KindOf(v)]
	}
	f, err := strconv.ParseFloat(string(v), 64)
	return scan.KindOf(v) == scan.Number && err == nil && f == math.Trunc(f)
}

func typeNames(t []byte) string {
	var names []string
	for _, one := range scan.Elements(t) {
		names = append(names, scan.Text(one))
	}
	if len(names) == 0 {
		return scan.Text(t)
	}
	return strings.Join(names, " or ")
}

// Describe names a value for a message: "a string", "an array", "an object", or the value
// itself.
func Describe(v []byte) string {
	switch scan.KindOf(v) {
	case scan.String:
		return "a string"
	case scan.Array:
		return "an array"
	case scan.Object:
		return "an object"
	}
	return Excerpt(v)
}

// Excerpt quotes a value for a message, shortened to 60 bytes.
func Excerpt(v []byte) string {
	const maxExcerpt = 60
	return spelling.ShortenBytes(string(v[:min(len(v), maxExcerpt+utf8.UTFMax)]), maxExcerpt)
}
