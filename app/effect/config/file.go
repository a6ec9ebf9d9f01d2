// Package config reads config.toml and merges flags, environment, profile and defaults,
// in this order, each setting by itself. It reads files and nothing else: it returns the
// source of a key, which the caller fetches.
package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/adrg/xdg"

	"gatehouse/app/effect/relay"
	"gatehouse/state/text/spelling"
)

// File is config.toml as the user wrote it (CONTRACT "config.toml"). The zero
// value is a missing file: every setting has its default.
type File struct {
	Profile  string              `toml:"profile"`
	Theme    string              `toml:"theme"`
	Mouse    *bool               `toml:"mouse"`      // nil: not written
	Session  bool                `toml:"session_id"` // new conversations get a session_id
	Profiles map[string]Profile  `toml:"profiles"`
	Keys     map[string][]string `toml:"keys"` // by action; keys as Bubble Tea writes them
	Tools    map[string]Tool     `toml:"tools"`
	History  History             `toml:"history"`
	Redact   Redact              `toml:"redact"`
	Alerts   map[string]Alert    `toml:"alert"`
	Prices   map[string]Price    `toml:"prices"` // by model; * is any text
	Team     Team                `toml:"team"`
	OTLP     OTLP                `toml:"otlp"`
	Relay    Relay               `toml:"proxy"`

	Path     string    `toml:"-"` // of the file; empty: there is none
	Faulty   []string  `toml:"-"` // names of the profiles with a fault, sorted; see Wrong
	Warnings []Warning `toml:"-"` // in the order of the file

	lines map[string]int // of the keys, counted from 1
}

// Profile is one connection. Of the three key members at most one is set.
type Profile struct {
	BaseURL    string            `toml:"base_url"`
	Service    string            `toml:"service"` // the word in header, metadata and tool names
	Model      string            `toml:"model"`
	Persist    *bool             `toml:"persist"`
	KeyEnv     string            `toml:"key_env"`       // name of an environment variable
	KeyCommand []string          `toml:"key_command"`   // program and arguments, no shell
	KeyKeyring string            `toml:"key_keyring"`   // entry of the system's keyring
	Auth       string            `toml:"auth"`          // how the key is sent: bearer (also when empty), or basic
	Headers    map[string]string `toml:"headers"`       // sent to base_url in addition to ours
	CAFile     string            `toml:"ca_file"`       // PEM file of certificates trusted besides the system's
	Proxy      string            `toml:"proxy"`         // address of the proxy to base_url; empty: that of the environment
	Messages   *bool             `toml:"message_model"` // send model on assistant messages; nil: where pin_model needs it
	MaxBody    string            `toml:"max_body"`      // a size as ParseSize reads it
	Transport  string            `toml:"transport"`     // http or websocket; empty: what the gateway asks for
}

// Tool is a local command bound to a function tool's name.
type Tool struct {
	Command   []string `toml:"command"`    // program and arguments, no shell
	Timeout   string   `toml:"timeout"`    // as time.ParseDuration reads it; see Limit
	MaxOutput int64    `toml:"max_output"` // bytes; 0: not written
	Env       []string `toml:"env"`        // names of variables that it gets although they are credentials
}

// History limits what the archive stores; 0 is no limit.
type History struct {
	KeepDays  int   `toml:"keep_days"`
	KeepBytes int64 `toml:"keep_bytes"`
}

// Relay is what gatehouse proxy does with requests.
type Relay struct {
	Rules []relay.Rule `toml:"rule"` // in the order of the file
}

// rules returns the rules of the file.
func (f *File) rules() []relay.Rule {
	all := slices.Clone(f.Relay.Rules)
	for i := range all {
		all[i].InFile = true
	}
	return all
}

// Redact lists what is masked in an export in addition to known secrets.
type Redact struct {
	Patterns []string `toml:"patterns"` // regular expressions of Go
}

// Limit returns how long the command may run; 0: not written.
func (t Tool) Limit() time.Duration {
	d, _ := time.ParseDuration(t.Timeout) // Parse has checked it
	return d
}

// Warning is a remark on the file that does not affect the settings.
type Warning struct {
	Path string
	Line int // counted from 1; 0: of the file as a whole
	Text string
}

// String returns path:line: text, without a line where there is none.
func (w Warning) String() string {
	if w.Line == 0 {
		return w.Path + ": " + w.Text
	}
	return fmt.Sprintf("%s:%d: %s", w.Path, w.Line, w.Text)
}

// DefaultPath returns the path of config.toml without --config: in the first XDG
// configuration directory that has it, else in the user's (XDG Base Directory
// Specification).
func DefaultPath() string {
	name := filepath.Join("gatehouse", "config.toml")
	if found, err := xdg.SearchConfigFile(name); err == nil {
		return found
	}
	return filepath.Join(xdg.ConfigHome, name)
}

// Load reads the file at path. A missing file is an empty one, unless the user named it
// (required): then it is an error.
func Load(path string, required bool) (*File, error) {
	data, err := read(path)
	switch {
	case err == nil:
		f, err := Parse(path, data)
		if err == nil && othersWrite(path) {
			f.Warnings = append([]Warning{{path, 0, "others can write this file, and so name commands that it runs and gateways that get your keys; chmod go-w " + spelling.ShellWord(path)}}, f.Warnings...)
		}
		return f, err
	case errors.Is(err, fs.ErrNotExist) && !required:
		return &File{}, nil
	}
	var cause *fs.PathError
	if errors.As(err, &cause) {
		err = cause.Err
	}
	return nil, fmt.Errorf("%s: %w; name another file with --config", path, err)
}

// othersWrite reports whether other users may write a file.
func othersWrite(path string) bool {
	info, err := os.Stat(path)
	return err == nil && runtime.GOOS != "windows" && info.Mode().Perm()&0o022 != 0 // Windows has no such rights
}

const maxFile = 1 << 20 // bytes of a config

// read reads a regular file: reading a pipe or a device may wait for ever, or never end.
func read(path string) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errors.New("not a regular file")
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err == nil && len(data) > maxFile {
		err = fmt.Errorf("larger than %d MiB, so no config", maxFile>>20)
	}
	return data, err
}

// byteOrderMark is written by some editors at the beginning of a text.
const byteOrderMark = "\ufeff"

// Parse parses the text of the config file at path. An unknown key, a wrong type or an
// invalid value is an error that names the line and what to write instead.
func Parse(path string, data []byte) (*File, error) {
	data = bytes.TrimPrefix(data, []byte(byteOrderMark))
	f := &File{Path: path}
	faults, complete := f.decode(data)
	f.lines = lines(data)
	if !complete {
		return nil, &Wrong{Faults: faults}
	}
	faults = append(faults, f.otherCase(data)...)
	for _, more := range f.check() {
		if !more.lack || !about(more.key, faults) { // a misspelled command is one fault, not two
			faults = append(faults, more.Fault)
		}
	}
	f.warnOfKeysInClear()
	if len(faults) == 0 {
		return f, nil
	}
	return nil, With(&Wrong{faults, f.healthy(faults), f})
}

// healthy returns the profiles of a wrong file that have no fault themselves, so that a slip in one
// leaves the others usable. Faulty names the others: a preset of that name may have another address.
// It is nil if the table of a fault is not known: it may be any profile's.
func (f *File) healthy(faults []Fault) *File {
	rest := &File{Path: f.Path, Profiles: map[string]Profile{}}
	for name, p := range f.Profiles {
		if about("profiles."+name, faults) {
			rest.Faulty = append(rest.Faulty, name)
		} else {
			rest.Profiles[name] = p
		}
	}
	slices.Sort(rest.Faulty)
	for _, fault := range faults {
		if table, _, _ := strings.Cut(fault.key, "."); expectedValue([]string{table}) == "" {
			return nil
		}
	}
	return rest
}
