package config

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/http/httpguts"

	"gatehouse/client/profile"
	"gatehouse/state/share/otlp"
)

// OTLP configures where spans of exchanges are sent. Of the three key members at most one is
// set.
type OTLP struct {
	URL        string            `toml:"url"` // of a collector, or OTLPVariables
	Format     string            `toml:"format"`
	Content    bool              `toml:"content"` // prompts and answers are sent too
	Headers    map[string]string `toml:"headers"`
	KeyEnv     string            `toml:"key_env"`
	KeyCommand []string          `toml:"key_command"`
	KeyKeyring string            `toml:"key_keyring"`
	KeyHeader  string            `toml:"key_header"` // that carries the key; empty: Authorization
	CAFile     string            `toml:"ca_file"`
}

// Words instead of a collector's address.
const (
	OTLPVariables = "env" // the address in the variables OTEL_EXPORTER_OTLP_*
	OTLPOff       = "off" // none, whatever the file and the environment set
)

// defaultCollector is the address if the variables name none
// (https://opentelemetry.io/docs/specs/otel/protocol/exporter/).
const defaultCollector = "http://localhost:4318"

// OTLPFlags are the flags of the command line.
type OTLPFlags struct {
	URL, Format string
	Content     bool
}

// Spans is where spans of exchanges are sent, and how. Without a URL none are sent.
type Spans struct {
	URL       string // to which they are posted, path included
	Format    otlp.Format
	Content   bool
	CAFile    string
	Header    http.Header
	Key       profile.Key
	KeyHeader string
	Service   string // its name; empty: gatehouse

	From  string   // the setting that named the address
	Asked bool     // a flag or the file asks for it, not the environment alone
	Notes []string // remarks for the user, a line each
}

// On reports whether spans are sent.
func (s *Spans) On() bool { return s.URL != "" }

// spans merges flags, file and variables, in this order. A wrong flag is an error; a wrong
// variable is a note, since variables are shared with other programs.
func (f *File) spans(env OTLPEnvironment, flags OTLPFlags) (Spans, error) {
	s := Spans{Content: flags.Content || f.OTLP.Content, Service: env.Service, Asked: true}
	if format, ok := otlp.ParseFormat(flags.Format); ok || flags.Format == "" {
		s.Format = format
	} else {
		return Spans{}, fmt.Errorf("--otlp-format %s: must be %s or %s", flags.Format, otlp.Protobuf, otlp.JSON)
	}
	target := cmp.Or(flags.URL, f.OTLP.URL)
	s.From = spot(flags.URL, "--otlp", "otlp.url in config.toml")
	switch {
	case target == OTLPOff:
		return Spans{}, nil
	case target == OTLPVariables:
		s.ofVariables(env)
	case target != "":
		url, err := Collector(target)
		if err != nil {
			return Spans{}, fmt.Errorf("%s: %w", s.From, err) // a flag: the file has been checked
		}
		s.URL = url
	case env.Named() && !env.Off:
		s.Asked = false
		s.ofVariables(env)
	default:
		return Spans{}, nil
	}
	if s.On() {
		s.ofFile(&f.OTLP, env.URL)
		s.rest(env)
	}
	return s, nil
}

// ofVariables sets the address that the variables name. One that cannot be used is a note.
func (s *Spans) ofVariables(env OTLPEnvironment) {
	s.From = env.From
	if s.Format == "" && env.Protocol != "" && env.Format == "" {
		s.Notes = append(s.Notes, fmt.Sprintf("no spans are sent: %s is not supported, OTLP goes over HTTP here; set it to http/protobuf, and the address to that of HTTP, as a rule port 4318", env.Protocol))
		return
	}
	if env.URL == "" && env.From != "" {
		s.Notes = append(s.Notes, fmt.Sprintf("no spans are sent: %s is no address; write for example http://localhost:4318", env.From))
		return
	}
	if s.URL = env.URL; s.URL == "" {
		s.URL = defaultCollector + tracesPath
		s.From = "the default of OTEL_EXPORTER_OTLP_ENDPOINT"
	}
}

// ofFile sets what the file has. Headers and keys belong to the file's address alone, which
// may be that of the variables.
func (s *Spans) ofFile(f *OTLP, variables string) {
	if format, ok := otlp.ParseFormat(f.Format); ok && s.Format == "" {
		s.Format = format
	}
	s.CAFile = f.CAFile
	url, _ := Collector(f.URL) // Parse has checked it
	if f.URL == OTLPVariables {
		url = variables
	}
	if url != s.URL {
		return
	}
	s.Header = http.Header{}
	for name, value := range f.Headers {
		s.Header.Set(name, value)
	}
	s.Key, s.KeyHeader = profile.Key{Env: f.KeyEnv, Command: f.KeyCommand, Keyring: f.KeyKeyring}, f.KeyHeader
}

// rest sets from the variables what is not set yet. Their headers may hold keys: they are
// sent to the host that the variables name, or if they name none to the chosen one.
func (s *Spans) rest(env OTLPEnvironment) {
	if s.Format == "" {
		s.Format = cmp.Or(env.Format, otlp.Protobuf)
	}
	s.CAFile = cmp.Or(s.CAFile, env.CAFile)
	s.Notes = append(s.Notes, env.Notes...)
	if len(env.Header) == 0 {
		return
	}
	if env.URL != "" && !sameHost(env.URL, s.URL) {
		s.Notes = append(s.Notes, fmt.Sprintf("%s is not sent: it belongs to the address in %s", env.HeaderFrom, env.From))
		return
	}
	if s.Header == nil {
		s.Header = http.Header{}
	}
	for name, values := range env.Header {
		if s.Header[name] == nil {
			s.Header[name] = values
		}
	}
}

func sameHost(a, b string) bool {
	ua, errA := url.Parse(a)
	ub, errB := url.Parse(b)
	return errA == nil && errB == nil && ua.Scheme == ub.Scheme && strings.EqualFold(ua.Host, ub.Host)
}

// tracesPath is the path, below its address, at which a collector receives spans.
const tracesPath = "/v1/traces"

// Collector returns the URL at which a collector receives spans: /v1/traces below its address,
// unless that ends so.
func Collector(address string) (string, error) {
	base, err := Address(address)
	if err != nil {
		return "", collectorFault(err)
	}
	u, err := url.Parse(base)
	if err != nil || strings.HasSuffix(u.Path, tracesPath) {
		return base, err
	}
	return u.JoinPath(tracesPath).String(), nil
}

// collectorFault returns a fault of an address in words that fit a collector's.
func collectorFault(err error) error {
	words := strings.NewReplacer(
		"https://host/api/v1", "http://localhost:4318",
		"the key comes from GATEHOUSE_API_KEY or from a profile", "the key comes from key_env, key_command or key_keyring under [otlp], or from OTEL_EXPORTER_OTLP_HEADERS",
	)
	return errors.New(words.Replace(err.Error()))
}

func (o *OTLP) faults() (all []memberFault) {
	add := func(name, format string, args ...any) {
		all = append(all, memberFault{name, fmt.Errorf(format, args...)})
	}
	if o.URL != "" && o.URL != OTLPVariables {
		if _, err := Collector(o.URL); err != nil {
			add("url", "%w", err)
		}
	}
	if _, ok := otlp.ParseFormat(o.Format); o.Format != "" && !ok {
		add("format", "%q is no format; write %s", o.Format, expectedValue([]string{"otlp", "format"}))
	}
	all = append(all, keySources(o.KeyEnv, o.KeyCommand, o.KeyKeyring)...)
	for _, name := range slices.Sorted(maps.Keys(o.Headers)) {
		switch err := Header(name, o.Headers[name]); {
		case http.CanonicalHeaderKey(name) == "Authorization":
			add("headers", "the header Authorization cannot be set here; the key comes from key_env, key_command or key_keyring")
		case err != nil:
			add("headers", "%w", err)
		}
	}
	if err := Header(o.KeyHeader, ""); o.KeyHeader != "" && err != nil && http.CanonicalHeaderKey(o.KeyHeader) != "Authorization" {
		add("key_header", "%w", err)
	}
	key := o.KeyEnv != "" || o.KeyCommand != nil || o.KeyKeyring != ""
	if o.URL == "" && (key || o.Headers != nil) {
		add("", "headers and keys are sent to url alone, and there is none; write one, for example url = %q", defaultCollector)
	}
	if o.KeyHeader != "" && !key {
		add("key_header", "without effect: there is no key; write key_env, key_command or key_keyring too, or remove it")
	}
	return all
}

// OTLPEnvironment holds the settings of the standard variables for an exporter of spans
// (https://opentelemetry.io/docs/specs/otel/protocol/exporter/,
// https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/). Those of
// traces alone replace the general ones.
type OTLPEnvironment struct {
	URL        string // to which spans are posted; empty: none is named, or it is no address
	From       string // the variable that names it; empty: none does
	Protocol   string // the variable and its value; empty: none
	Format     otlp.Format
	Header     http.Header
	HeaderFrom string // the variable that has them
	CAFile     string
	Service    string // OTEL_SERVICE_NAME
	Off        bool   // OTEL_SDK_DISABLED, or OTEL_TRACES_EXPORTER without otlp
	Notes      []string
}

// Named reports whether a variable names an address.
func (e *OTLPEnvironment) Named() bool { return e.From != "" }

func readOTLP(get func(string) string) (e OTLPEnvironment) {
	either := func(name string) (value, from string) {
		for _, from := range []string{"OTEL_EXPORTER_OTLP_TRACES_" + name, "OTEL_EXPORTER_OTLP_" + name} {
			if value := get(from); value != "" {
				return value, from
			}
		}
		return "", ""
	}
	if e.URL, e.From = get("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"), "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"; e.URL != "" {
		if _, err := Address(e.URL); err != nil {
			e.URL = ""
		}
	} else if base := get("OTEL_EXPORTER_OTLP_ENDPOINT"); base != "" {
		e.From = "OTEL_EXPORTER_OTLP_ENDPOINT"
		if at, err := Address(base); err == nil {
			e.URL = at + tracesPath
		}
	} else {
		e.From = ""
	}
	if value, from := either("PROTOCOL"); value != "" {
		e.Protocol = from + "=" + value
		e.Format = map[string]otlp.Format{"http/protobuf": otlp.Protobuf, "http/json": otlp.JSON}[value]
	}
	value, from := either("HEADERS")
	if e.Header, e.HeaderFrom = headersOf(value), from; value != "" && len(e.Header) == 0 {
		e.Notes = append(e.Notes, from+" holds no header; write name=value,name=value")
	}
	e.CAFile, _ = either("CERTIFICATE")
	exporters := get("OTEL_TRACES_EXPORTER")
	e.Off = strings.EqualFold(get("OTEL_SDK_DISABLED"), "true") || exporters != "" && !slices.Contains(strings.Split(exporters, ","), "otlp")
	e.Service = get("OTEL_SERVICE_NAME")
	return e
}

// headersOf parses name=value,name=value, with percent-encoded values, as in W3C baggage.
func headersOf(list string) http.Header {
	h := http.Header{}
	for one := range strings.SplitSeq(list, ",") {
		name, value, _ := strings.Cut(one, "=")
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		if decoded, err := url.PathUnescape(value); err == nil {
			value = decoded
		}
		if strings.Contains(one, "=") && httpguts.ValidHeaderFieldName(name) && httpguts.ValidHeaderFieldValue(value) {
			h.Set(name, value)
		}
	}
	return h
}
