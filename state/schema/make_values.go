package schema

import (
	"math"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"

	"gatehouse/client/scan"
)

// mostMade bounds how many elements or members a schema can ask for.
const mostMade = 200

func (m *maker) object(n node, depth int) []byte {
	var names, must []string
	of := map[string]node{}
	for _, s := range n {
		for p := range scan.Members(scan.Get(s, "properties")) {
			if of[p.Key] == nil {
				names = append(names, p.Key)
			}
			of[p.Key] = m.expand(of[p.Key], p.Value, 0)
			if string(p.Value) == "false" {
				names = slices.DeleteFunc(names, func(name string) bool { return name == p.Key })
			}
		}
		for _, name := range scan.Elements(scan.Get(s, "required")) {
			must = append(must, scan.Text(name))
		}
	}
	most, bounded := n.most("maxProperties", -1)
	if depth >= deep || bounded && float64(len(names)) > most {
		names = slices.DeleteFunc(names, func(name string) bool { return !slices.Contains(must, name) })
	}
	for _, name := range must {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	other := m.expand(nil, n.first("additionalProperties"), 0)
	if least, ok := n.most("minProperties", 1); ok {
		for i := 1; len(names) < int(min(least, mostMade)); i++ {
			if name := "key" + strconv.Itoa(i); !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	b := []byte{'{'}
	for i, name := range names {
		if i > 0 {
			b = append(b, ',')
		}
		p, ok := of[name]
		if !ok {
			p = other
		}
		b = append(append(b, scan.Quote(name)...), ':')
		b = append(b, m.value(p, 0, depth+1)...)
	}
	return append(b, '}')
}

func (m *maker) array(n node, depth int) []byte {
	var places []node
	for _, p := range scan.Elements(n.first("prefixItems")) {
		places = append(places, m.expand(nil, p, 0))
	}
	if c := n.first("contains"); c != nil {
		places = append(places, m.expand(nil, c, 0))
	}
	items := n.first("items")
	count := len(places)
	if items != nil && string(items) != "false" && depth < deep {
		count = max(count, 1)
	}
	if least, ok := n.most("minItems", 1); ok {
		count = max(count, int(min(least, mostMade)))
	}
	if most, ok := n.most("maxItems", -1); ok {
		count = min(count, int(max(most, 0)))
	}
	each := m.expand(nil, items, 0)
	b := []byte{'['}
	for i := range count {
		if i > 0 {
			b = append(b, ',')
		}
		place := each
		if i < len(places) {
			place = places[i]
		}
		b = append(b, m.value(place, i, depth+1)...)
	}
	return append(b, ']')
}

// number returns a small number within the bounds; nth distinguishes those of one array.
func (n node) number(whole bool, nth int) []byte {
	b := n.bounds(whole)
	up := math.Ceil(b.low/b.step) * b.step
	down := math.Floor(b.high/b.step) * b.step
	for _, f := range []float64{b.step, 0, up, up + b.step, down, down - b.step, b.low, b.high, (b.low + b.high) / 2} {
		if !b.hold(f) {
			continue
		}
		if more := f + float64(nth)*b.step; b.hold(more) {
			f = more
		} else if less := f - float64(nth)*b.step; b.hold(less) {
			f = less
		}
		return strconv.AppendFloat(nil, f, 'f', -1, 64)
	}
	return []byte("0")
}

// bounds are the limits of a number.
type bounds struct {
	low, high   float64 // inclusive, infinite for no bound
	over, below float64 // exclusive
	step        float64 // default distance, and the required multiple
	multiple    bool
}

func (n node) bounds(whole bool) bounds {
	b := bounds{math.Inf(-1), math.Inf(1), math.Inf(-1), math.Inf(1), 1, whole}
	if f, ok := n.most("minimum", 1); ok {
		b.low = f
	}
	if f, ok := n.most("maximum", -1); ok {
		b.high = f
	}
	if f, ok := n.most("exclusiveMinimum", 1); ok {
		b.over, b.low = f, max(f, b.low)
	}
	if f, ok := n.most("exclusiveMaximum", -1); ok {
		b.below, b.high = f, min(f, b.high)
	}
	if f, ok := n.most("multipleOf", 1); ok && f > 0 {
		b.step, b.multiple = f, true
		if whole && f < 1 {
			b.step = 1
		}
	}
	return b
}

func (b bounds) hold(f float64) bool {
	if math.IsInf(f, 0) || math.IsNaN(f) || f < b.low || f > b.high || f <= b.over || f >= b.below {
		return false
	}
	return !b.multiple || math.Abs(math.Remainder(f, b.step)) < 1e-9
}

// text returns a string of the required format, pattern or length.
func (n node) text(nth int) string {
	s := "text"
	switch scan.Text(n.first("format")) {
	case "date-time":
		s = "2026-01-01T00:00:00Z"
	case "date":
		s = "2026-01-01"
	case "time":
		s = "00:00:00Z"
	case "email", "idn-email":
		s = "someone@example.com"
	case "uri", "iri", "uri-reference", "url":
		s = "https://example.com/"
	case "hostname":
		s = "example.com"
	case "uuid":
		s = "00000000-0000-4000-8000-00000000000" + strconv.Itoa(nth%10)
	case "ipv4":
		s = "192.0.2.1"
	case "ipv6":
		s = "2001:db8::1"
	default:
		if nth > 0 {
			s += strconv.Itoa(nth + 1)
		}
	}
	if pattern := n.first("pattern"); pattern != nil {
		if re, err := syntax.Parse(scan.Text(pattern), syntax.Perl); err == nil {
			s = matching(re.Simplify(), nth)
		}
	}
	if most, ok := n.most("maxLength", -1); ok && float64(len(s)) > most {
		s = s[:int(max(most, 0))]
	}
	if least, ok := n.most("minLength", 1); ok && float64(len(s)) < least {
		s += strings.Repeat("x", int(min(least, 1<<16))-len(s))
	}
	return s
}

// matching returns a short string that matches a regular expression.
func matching(re *syntax.Regexp, nth int) string {
	all := func() string {
		var b strings.Builder
		for _, sub := range re.Sub {
			b.WriteString(matching(sub, nth))
		}
		return b.String()
	}
	switch re.Op {
	case syntax.OpLiteral:
		return string(re.Rune)
	case syntax.OpCharClass:
		return inClass(re.Rune, nth)
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return "x"
	case syntax.OpCapture, syntax.OpConcat, syntax.OpPlus:
		return all()
	case syntax.OpAlternate:
		return matching(re.Sub[nth%len(re.Sub)], nth)
	case syntax.OpRepeat:
		return strings.Repeat(all(), min(re.Min, mostMade))
	}
	return "" // what matches nothing, or the empty string
}

// inClass returns a character of a class, which is a list of ranges: a letter or a digit
// where it has one.
func inClass(ranges []rune, nth int) string {
	best := rune(-1)
	for i := 0; i+1 < len(ranges); i += 2 {
		for _, common := range "ax1A_- " {
			if best < 0 && ranges[i] <= common && common <= ranges[i+1] {
				best = common
			}
		}
		if best >= 0 {
			return string(min(best+rune(nth%5), ranges[i+1]))
		}
	}
	if len(ranges) > 0 {
		return string(ranges[0])
	}
	return ""
}
