package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/adrg/xdg"
)

// File is config.toml as a person wrote it (CONTRACT "config.toml"). The zero
// value is a file that is not there: every setting at its default.
type File struct {
	Profile  string              `toml:"profile"`
	Theme    string              `toml:"theme"`
	Mouse    *bool               `toml:"mouse"`      // nil: not written
	Session  bool                `toml:"session_id"` // new conversations get a session_id
	Profiles map[string]Profile  `toml:"profiles"`
	Keys     map[string][]string `toml:"keys"` // action: keys, as Bubble Tea writes them
	Tools    map[string]Tool     `toml:"tools"`
	History  History             `toml:"history"`
	Redact   Redact              `toml:"redact"`
	Alerts   map[string]Alert    `toml:"alert"`
	Prices   map[string]Price    `toml:"prices"` // by model; * is any text
	Team     Team                `toml:"team"`
	OTLP     OTLP                `toml:"otlp"`

	Path     string    `toml:"-"` // where it was read; empty when there is none
	Faulty   []string  `toml:"-"` // names of the profiles that a fault leaves out, sorted; see Wrong
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
	Headers    map[string]string `toml:"headers"`       // sent to base_url beside our own
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
}

// History bounds what the archive keeps; 0 is no limit.
type History struct {
	KeepDays  int   `toml:"keep_days"`
	KeepBytes int64 `toml:"keep_bytes"`
}

// Redact is what is masked in an export beside what is known to be private.
type Redact struct {
	Patterns []string `toml:"patterns"` // regular expressions of Go
}

// Limit is how long the command may run; 0 where the file names no time.
func (t Tool) Limit() time.Duration {
	d, _ := time.ParseDuration(t.Timeout) // Parse let only good ones in
	return d
}

// Warning is something in the file that changes nothing.
type Warning struct {
	Path string
	Line int // counted from 1
	Text string
}

// String is the warning with its place.
func (w Warning) String() string { return fmt.Sprintf("%s:%d: %s", w.Path, w.Line, w.Text) }

// DefaultPath is where config.toml is looked for without --config: the first
// of the XDG configuration directories that has it, else its place in the
// user's own (XDG Base Directory Specification).
func DefaultPath() string {
	name := filepath.Join("gatehouse", "config.toml")
	if found, err := xdg.SearchConfigFile(name); err == nil {
		return found
	}
	return filepath.Join(xdg.ConfigHome, name)
}

// Load reads the file at path. A missing file is an empty one, unless it was
// named by the person (required): then it is an error.
func Load(path string, required bool) (*File, error) {
	data, err := read(path)
	switch {
	case err == nil:
		return Parse(path, data)
	case errors.Is(err, fs.ErrNotExist) && !required:
		return &File{}, nil
	}
	var cause *fs.PathError
	if errors.As(err, &cause) {
		err = cause.Err
	}
	return nil, fmt.Errorf("%s: %w; name another file with --config", path, err)
}

// maxFile is how large a config may be, in bytes.
const maxFile = 1 << 20

// read reads a regular file: a pipe or a device may never give anything, or
// never end.
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

// byteOrderMark is what some editors put in front of a text.
const byteOrderMark = "\ufeff"

// Parse reads data as the config file at path. An unknown key, a value of the
// wrong type, or one that cannot be, is an error that names the line and what to
// write instead.
func Parse(path string, data []byte) (*File, error) {
	data = bytes.TrimPrefix(data, []byte(byteOrderMark))
	f, faults := parse(path, data)
	if len(faults) == 0 {
		return f, nil
	}
	return nil, With(&Wrong{faults, healthy(path, data), f})
}

// parse is Parse of a text without a byte order mark. Where there are faults, the file is
// what could be read.
func parse(path string, data []byte) (*File, []Fault) {
	f := &File{Path: path}
	data, faults, whole := f.decode(data)
	f.lines = lines(data)
	if !whole {
		return f, faults
	}
	faults = append(faults, f.otherCase(data)...)
	for _, more := range f.check() {
		if !more.lack || !about(more.key, faults) { // a misspelled command is one fault, not two
			faults = append(faults, more.Fault)
		}
	}
	f.warnOfKeysInClear()
	f.warnOfCollectorKeys()
	return f, faults
}
