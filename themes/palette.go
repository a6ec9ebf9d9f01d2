package themes

import (
	"bytes"
	"cmp"
	"embed"
	"errors"
	"fmt"
	"iter"
	"reflect"
	"regexp"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

//go:embed palettes/*.toml
var palettes embed.FS

// Palette is the colours of one theme by their roles: #rrggbb, a number of the terminal's
// 256 colours, or empty for the terminal's foreground or background. colorprofile replaces
// colours that the terminal does not have by the nearest one; a terminal with 16 gets
// another theme (Styles.Limit). Ground replaces the terminal's background only if that does
// not suit the theme that the user chose (OnGround).
type Palette struct {
	Name string `toml:"-"`
	Dark bool   `toml:"dark"` // made for a dark background

	Ground string `toml:"ground"` // background, if the terminal's does not suit
	Text   string `toml:"text"`   // running text
	Strong string `toml:"strong"` // titles, names, bold text
	Dim    string `toml:"dim"`    // labels, times
	Faint  string `toml:"faint"`  // text that can be skipped
	Accent string `toml:"accent"` // where you are and what you can press
	Rule   string `toml:"rule"`   // thin lines

	Selection   string `toml:"selection"`  // background of the selected row
	Fill        string `toml:"fill"`       // background of the filled part of a bar
	FillHere    string `toml:"fill_here"`  // the same in the selected row
	Match       string `toml:"match"`      // background of a find hit
	MatchHere   string `toml:"match_here"` // background of the hit under the cursor
	OnMatch     string `toml:"on_match"`
	OnMatchHere string `toml:"on_match_here"`

	Removed     string `toml:"removed"`      // background of a line that only the first of two texts has
	RemovedWord string `toml:"removed_word"` // background of the words in it that differ
	Added       string `toml:"added"`        // the same for the second text
	AddedWord   string `toml:"added_word"`

	User      string `toml:"user"`
	Model     string `toml:"model"`
	Reasoning string `toml:"reasoning"`
	Tool      string `toml:"tool"`

	Good    string `toml:"good"` // verdicts only, as are Warn and Bad
	Warn    string `toml:"warn"`
	Bad     string `toml:"bad"`
	Running string `toml:"running"`
	Escape  string `toml:"escape"` // a control character made visible

	Code     string `toml:"code"` // code within a sentence
	Keyword  string `toml:"keyword"`
	String   string `toml:"string"`
	Number   string `toml:"number"`
	Type     string `toml:"type"`
	Function string `toml:"function"`
}

// Parse reads the palette of a theme in TOML. Missing roles are those of the built-in theme
// that base names, dark by default. The error has every fault, with its line or role.
func Parse(name string, data []byte) (Palette, error) {
	var head struct {
		Base string `toml:"base"`
	}
	if err := toml.Unmarshal(data, &head); err != nil {
		return Palette{}, placed(err)
	}
	base, ok := ByName(cmp.Or(head.Base, NameDark))
	if !ok {
		return Palette{}, fmt.Errorf("base: no built-in theme %q", head.Base)
	}
	file := struct {
		Base string `toml:"base"`
		Palette
	}{Palette: base.Palette}
	file.Name = name
	var faults []string
	if err := toml.NewDecoder(bytes.NewReader(data)).DisallowUnknownFields().Decode(&file); err != nil {
		faults = append(faults, placed(err).Error())
	}
	var colours []string
	for role, colour := range file.Palette.roles() {
		if !isColour(colour) {
			colours = append(colours, fmt.Sprintf("%s: %q", role, colour))
		}
	}
	if len(colours) > 0 {
		faults = append(faults, strings.Join(colours, ", ")+" is no colour; write \"#rrggbb\", a number from \"0\" to \"255\", or \"\" for the terminal's own")
	}
	if len(faults) > 0 {
		return Palette{}, errors.New(strings.Join(faults, "; "))
	}
	return file.Palette, nil
}

// placed returns the faults of the TOML with their lines.
func placed(err error) error {
	var unknown *toml.StrictMissingError
	if errors.As(err, &unknown) {
		var all []string
		for _, one := range unknown.Errors {
			line, _ := one.Position()
			all = append(all, fmt.Sprintf("line %d: there is no role %q", line, one.Key()[0]))
		}
		return errors.New(strings.Join(all, "; "))
	}
	var wrong *toml.DecodeError
	if errors.As(err, &wrong) {
		line, _ := wrong.Position()
		return fmt.Errorf("line %d: %s", line, wrong.Error())
	}
	return err
}

// load reads an embedded palette. It panics at a fault, which is one of the program; a test
// loads every palette.
func load(name string) Palette {
	data, err := palettes.ReadFile("palettes/" + name + ".toml")
	if err != nil {
		panic(fmt.Sprintf("themes: %v", err))
	}
	p := Palette{Name: name}
	if err := toml.Unmarshal(data, &p); err != nil {
		panic(fmt.Sprintf("themes: palette %s: %v", name, err))
	}
	return p
}

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
