package themes

import (
	"embed"
	"encoding/json"
	"fmt"
)

//go:embed palettes/*.json
var palettes embed.FS

// Palette is the colours of one theme, each as #rrggbb and each under the role
// that it plays. A terminal with fewer colours gets the nearest one, and one
// with NO_COLOR none: colorprofile sees to that where the screen is written.
// The terminal's own background shows, unless the person chose a theme that it
// does not suit: then Ground does (OnGround).
type Palette struct {
	Name string `json:"name"`
	Dark bool   `json:"dark"` // made for a dark background

	Ground string `json:"ground"` // background, where the terminal's own will not do
	Text   string `json:"text"`   // running text
	Strong string `json:"strong"` // titles, names, bold text
	Dim    string `json:"dim"`    // labels, times
	Faint  string `json:"faint"`  // what nobody has to read
	Accent string `json:"accent"` // where you are and what you can press
	Rule   string `json:"rule"`   // thin lines

	Selection   string `json:"selection"`  // background of the selected row
	Fill        string `json:"fill"`       // background of the filled part of a bar
	FillHere    string `json:"fill_here"`  // the same in the selected row
	Match       string `json:"match"`      // background of a find hit
	MatchHere   string `json:"match_here"` // background of the hit under the cursor
	OnMatch     string `json:"on_match"`
	OnMatchHere string `json:"on_match_here"`

	User      string `json:"user"`
	Model     string `json:"model"`
	Reasoning string `json:"reasoning"`
	Tool      string `json:"tool"`

	Good    string `json:"good"` // verdicts only, as are Warn and Bad
	Warn    string `json:"warn"`
	Bad     string `json:"bad"`
	Running string `json:"running"`
	Escape  string `json:"escape"` // a control character made visible

	Code     string `json:"code"` // code within a sentence
	Keyword  string `json:"keyword"`
	String   string `json:"string"`
	Number   string `json:"number"`
	Type     string `json:"type"`
	Function string `json:"function"`
}

// load reads an embedded palette. The data is part of the program, so a fault
// in it is a fault of the program and panics; a test loads every palette.
func load(name string) Palette {
	data, err := palettes.ReadFile("palettes/" + name + ".json")
	if err != nil {
		panic(fmt.Sprintf("themes: %v", err))
	}
	var p Palette
	if err := json.Unmarshal(data, &p); err != nil {
		panic(fmt.Sprintf("themes: palette %s: %v", name, err))
	}
	return p
}
