// Package doctor checks terminal, config, history, proxies and connection, and reports what does not
// work and the remedy.
package doctor

import (
	"context"

	"github.com/charmbracelet/colorprofile"

	"gatehouse/app/effect/connection"
	"gatehouse/state/report"
)

// Machine is the environment to check.
type Machine struct {
	Getenv   func(string) string
	LookPath func(string) (string, error) // finds a program as exec.LookPath does

	Terminal      bool                 // the output is a terminal
	Width, Height int                  // of the terminal, in cells; 0: unknown
	Colours       colorprofile.Profile // of the terminal

	ConfigPath string   // of the config file, which need not exist
	HasConfig  bool     // the file exists
	ConfigErr  error    // why the file or the settings cannot be used
	Warnings   []string // of the config

	DataDir string // of the history
	Persist bool   // exchanges are saved there

	ProxyAddress string // of the recording proxy; empty: not checked
	ProxyOn      bool   // this program runs it

	Connection  string                                                        // name
	ConnectWith string                                                        // the keys that choose a connection; empty for none
	Target      func(context.Context) (connection.Target, error)              // nil: unknown
	Offers      func(context.Context, func(string) string) []connection.Offer // nil: not checked
}

// Examine checks everything, calls found with each finding, and returns whether nothing failed.
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

func step(name string, level report.Level, text, detail, remedy string) report.Finding {
	return report.Finding{Name: name, Level: level, Message: text, Detail: detail, Remedy: remedy}
}
