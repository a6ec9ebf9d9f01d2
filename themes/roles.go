package themes

import (
	"iter"
	"reflect"
	"regexp"
	"strconv"
)

// roles yields the palette's roles and colours, in the order of its members.
func (p Palette) roles() iter.Seq2[string, string] {
	return func(yield func(role, colour string) bool) {
		v := reflect.ValueOf(p)
		for i := range v.NumField() {
			role := v.Type().Field(i).Tag.Get("toml")
			if v.Field(i).Kind() == reflect.String && role != "-" && !yield(role, v.Field(i).String()) {
				return
			}
		}
	}
}

var hex = regexp.MustCompile(`^#[0-9a-fA-F]{6}$`)

// basic reports whether a terminal with 16 colours can show the palette.
func (p Palette) basic() bool {
	for _, colour := range p.roles() {
		if n, err := strconv.Atoi(colour); colour != "" && (err != nil || n > 15) {
			return false
		}
	}
	return true
}

// isColour reports whether s is a colour of a palette.
func isColour(s string) bool {
	n, err := strconv.Atoi(s)
	return s == "" || hex.MatchString(s) || err == nil && n >= 0 && n < 256
}
