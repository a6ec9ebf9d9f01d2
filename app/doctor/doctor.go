// Package doctor looks at what the program needs, terminal, config, history,
// proxies and connection, and says what does not work and what to do about it.
package doctor

import (
	"context"

	"github.com/charmbracelet/colorprofile"

	"gatehouse/app/connection"
	"gatehouse/state/report"
)

// Machine is what is looked at.
type Machine struct {
	Getenv   func(string) string
	LookPath func(string) (string, error) // finds a program as exec.LookPath does

	Terminal      bool                 // somebody looks: the output is a terminal
	Width, Height int                  // of it, in cells; 0: not known
	Colours       colorprofile.Profile // of it

	ConfigPath string   // where the config file is, or would be
	HasConfig  bool     // there is one
	ConfigErr  error    // why it, or what was asked for, cannot be used
	Warnings   []string // of the config

	DataDir string // of the history
	Persist bool   // exchanges are saved there

	ProxyAddress string // where the recording proxy listens, or would; empty: not looked at
	ProxyOn      bool   // it is of this program, and on

	Connection  string                                                        // its name
	ConnectWith string                                                        // the keys that choose a connection; empty for none
	Target      func(context.Context) (connection.Target, error)              // nil: which one is not known
	Offers      func(context.Context, func(string) string) []connection.Offer // nil: none are looked for
}

// Examine looks at everything and calls found with each finding as it is made. It returns
// whether nothing failed.
func Examine(ctx context.Context, m Machine, found func(report.Examined)) bool {
	works := true
	area := func(name string) func(report.Finding) {
		return func(s report.Finding) {
			works = works && s.Level != report.Failed
			found(report.Examined{Area: name, Finding: s})
		}
	}
	m.terminal(area("terminal"))
	m.config(area("config"))
	m.history(ctx, area("history"))
	base := m.connection(ctx, area("connection"))
	m.recording(ctx, area("recording"))
	m.proxies(area("proxies"))
	m.offers(ctx, base, area("offers"))
	return works
}

// step makes a step of three texts.
func step(name string, level report.Level, said, detail, remedy string) report.Finding {
	return report.Finding{Name: name, Level: level, Said: said, Detail: detail, Remedy: remedy}
}
