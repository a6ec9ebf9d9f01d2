package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gatehouse/app/effect/config"
	"gatehouse/app/effect/relay"
	"gatehouse/app/effect/telemetry"
	"gatehouse/client/profile"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/archive"
	"gatehouse/state/history"
	"gatehouse/state/history/stats"
	"gatehouse/state/share/otlp"
	"gatehouse/state/share/redact"
	"gatehouse/state/text/spelling"
	"gatehouse/themes"
	"gatehouse/views"
)

// common are the flags of every command, and the config file.
type common struct {
	flags     config.Flags
	config    string // --config; may be empty
	data      string // --data-dir; may be empty
	noPersist bool   // --no-persist

	allowFiles []string // --allow-files, of the commands that have it

	file    *config.File // that load read; nil: it could not, or was not called yet
	exposed bool         // the warning of an unencrypted history of the team was shown
}

func (c *common) register(f *pflag.FlagSet) {
	f.StringVar(&c.flags.Profile, "profile", "", "profile `NAME` of config.toml to use")
	f.StringVar(&c.flags.BaseURL, "base-url", "", "`ADDRESS` of the gateway, with its path prefix, for example https://host/api/v1")
	f.StringVarP(&c.flags.Model, "model", "m", "", "model `SLUG`, for example vendor/model")
	f.StringVar(&c.flags.Service, "service", "", "the service's `WORD` in headers, metadata and tool names (default \"service\")")
	f.StringVar(&c.flags.Theme, "theme", "", "theme `NAME`: auto, "+strings.Join(themes.Names(), ", "))
	f.BoolVar(&c.flags.NoMouse, "no-mouse", false, "leave the mouse to the terminal")
	f.StringVar(&c.config, "config", "", "config `FILE` (default: gatehouse/config.toml in the XDG config directory)")
	f.StringVar(&c.data, "data-dir", "", "`DIR` of the history (default: gatehouse in the XDG data directory)")
	f.BoolVar(&c.noPersist, "no-persist", false, "save nothing in the history")
}

// inheritedFlags returns the given flags of paths and of saving, for another command.
func (c *common) inheritedFlags() []string {
	var all []string
	if c.config != "" {
		all = append(all, "--config", c.config)
	}
	if c.data != "" {
		all = append(all, "--data-dir", c.data)
	}
	if c.noPersist {
		all = append(all, "--no-persist")
	}
	return all
}

// path returns the path of the config file, which need not exist.
func (c *common) path() string {
	return cmp.Or(c.config, config.DefaultPath())
}

// loaded is load for a command: it prints the warnings.
func (c *common) loaded(h host) (config.Settings, error) {
	s, lines, err := c.load(h)
	h.sayLines(lines...)
	return s, err
}

// load reads the config file, and returns the settings and warnings for the user.
func (c *common) load(h host) (config.Settings, []string, error) {
	file, err := config.Load(c.path(), c.config != "")
	env := config.ReadEnvironment(h.getenv)
	if wrong, ok := errors.AsType[*config.Wrong](err); ok && wrong.Read != nil {
		err = config.With(err, append(c.nameFaults(wrong.Read), wrong.Unchosen(env, c.flags)...)...)
	}
	var s config.Settings
	if err == nil {
		c.file = file
		s, err = config.Merge(file, env, c.flags)
		err = config.With(err, c.nameFaults(file)...)
	}
	if c.flags.Theme == "" && c.brokenTheme(s.Theme) {
		s.Theme = themes.Auto // the playground shows why; requests do not depend on it
	}
	if fault := c.themeFault(s.Theme); err == nil && fault != "" {
		err = fmt.Errorf("--theme: %s", fault)
	}
	if err != nil {
		return config.Settings{}, nil, wrongUsage("%w", err)
	}
	var lines []string
	for _, w := range file.Warnings {
		lines = append(lines, "warning: "+w.String())
	}
	return s, append(lines, s.Notes...), nil
}

// nameFaults returns the unknown theme and actions of a file.
func (c *common) nameFaults(file *config.File) (faults []config.Fault) {
	if fault := c.themeFault(file.Theme); fault != "" && c.flags.Theme == "" && !c.brokenTheme(file.Theme) {
		faults = append(faults, file.FaultOf("theme", fault))
	}
	known := views.ActionNames()
	for _, name := range slices.Sorted(maps.Keys(file.Keys)) {
		if !slices.Contains(known, name) {
			faults = append(faults, file.FaultOf("keys."+name, "no such action"+suggestion(name, known)))
		}
	}
	return faults
}

// brokenTheme reports whether the file of a theme has a fault.
func (c *common) brokenTheme(name string) bool {
	_, faults := userThemes(c.path())
	return faults[name] != nil && !slices.Contains(themeNames(nil), name)
}

// themeFault returns why a theme cannot be used, or "".
func (c *common) themeFault(name string) string {
	if name == "" || slices.Contains(themeNames(nil), name) {
		return ""
	}
	user, faults := userThemes(c.path())
	if err := faults[name]; err != nil {
		return err.Error()
	}
	if known := themeNames(user); !slices.Contains(known, name) {
		return fmt.Sprintf("no theme %q%s", name, suggestion(name, known))
	}
	return ""
}

// suggestion names the nearest of some names, else all of a few.
func suggestion(word string, names []string) string {
	if near := spelling.Nearest(word, names); near != "" {
		return fmt.Sprintf("; did you mean %q?", near)
	}
	if len(names) > 12 {
		return "; the help (F1) and docs/keys.md list them"
	}
	return "; there are: " + strings.Join(names, ", ")
}

// completeValues completes profiles, presets and themes in the shell.
func (c *common) completeValues(root *cobra.Command) {
	completeFlag(root, "profile", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return c.profileNames(), cobra.ShellCompDirectiveNoFileComp
	})
	completeFlag(root, "theme", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		user, _ := userThemes(c.path())
		return themeNames(user), cobra.ShellCompDirectiveNoFileComp
	})
}

// completeFlag completes the value of a flag in the shell.
func completeFlag(cmd *cobra.Command, flag string, values cobra.CompletionFunc) {
	if err := cmd.RegisterFlagCompletionFunc(flag, values); err != nil {
		panic(err) // a flag that the command does not have
	}
}

// completeWords completes a flag that has a few values.
func completeWords(cmd *cobra.Command, flag string, words ...string) {
	completeFlag(cmd, flag, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
}

// profileNames returns the values of --profile: the presets, and the profiles of the config file without
// faults. The error of a file that cannot be read is ignored.
func (c *common) profileNames() []string {
	var names []string
	file, err := config.Load(c.path(), false)
	if wrong, ok := errors.AsType[*config.Wrong](err); ok {
		file = wrong.Rest
	}
	if file != nil {
		names = slices.Sorted(maps.Keys(file.Profiles))
	}
	for _, s := range profile.Services() {
		if !slices.Contains(names, s.ID) {
			names = append(names, s.ID)
		}
	}
	return names
}

const maxTheme = 64 << 10 // bytes of a theme's file

// userThemes reads the files NAME.toml in the folder themes next to the config file. faults has the errors
// of themes that cannot be used, by name.
func userThemes(config string) (all []themes.Palette, faults map[string]error) {
	faults = map[string]error{}
	paths, _ := filepath.Glob(filepath.Join(filepath.Dir(config), "themes", "*.toml"))
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".toml")
		palette, err := readTheme(path, name)
		switch {
		case err == nil:
			all = append(all, palette)
		case !errors.Is(err, fs.ErrNotExist):
			faults[name] = fmt.Errorf("%s: %w", path, err)
		}
	}
	return all, faults
}

func readTheme(path, name string) (themes.Palette, error) {
	if name == themes.Auto || slices.Contains(themes.Names(), name) {
		return themes.Palette{}, errors.New("a built-in theme has this name; rename the file")
	}
	f, err := os.Open(path)
	if err != nil {
		return themes.Palette{}, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxTheme+1))
	if err != nil {
		return themes.Palette{}, err
	}
	if len(data) > maxTheme {
		return themes.Palette{}, fmt.Errorf("larger than %d KiB", maxTheme>>10)
	}
	return themes.Parse(name, data)
}

// themeNames returns the values of --theme.
func themeNames(user []themes.Palette) []string {
	names := append([]string{themes.Auto}, themes.Names()...)
	for _, p := range user {
		names = append(names, p.Name)
	}
	return names
}

// spanFlags adds the flags of a command whose exchanges can be sent as spans.
func spanFlags(cmd *cobra.Command, c *common) {
	f, to := cmd.Flags(), &c.flags.OTLP
	f.StringVar(&to.URL, "otlp", "", "send each exchange as spans to the OpenTelemetry collector at `URL`; env: the one that OTEL_EXPORTER_OTLP_* name, off: none")
	f.StringVar(&to.Format, "otlp-format", "", "`FORMAT` of the spans: protobuf or json (default protobuf)")
	f.BoolVar(&to.Content, "otlp-content", false, "also send what was asked and answered, masked as exports are")
	completeWords(cmd, "otlp-format", string(otlp.Protobuf), string(otlp.JSON))
}

// flushWithin is how long a program that ends waits for a collector.
const flushWithin = 2 * time.Second

// spans starts the sender of a command's spans; nil if none are sent. If only the environment requests
// spans, say gets a line, or with asked nothing is sent. stop sends what is left.
func (c *common) spans(ctx context.Context, h host, s config.Settings, asked bool, say func(string)) (to *telemetry.Sender, stop func(), err error) {
	none := func() {}
	on := &s.Spans
	if asked && !on.Asked {
		return nil, none, nil
	}
	for _, line := range on.Notes {
		say(line)
	}
	if !on.On() {
		if flags := c.flags.OTLP; flags.URL == "" && (flags.Format != "" || flags.Content) {
			return nil, none, wrongUsage("--otlp-format and --otlp-content are without effect: spans go nowhere; give --otlp URL too")
		}
		return nil, none, nil
	}
	header, err := spanHeader(ctx, h, on)
	if err != nil {
		return nil, none, err
	}
	for _, line := range exposed("the key of the collector", on.URL, hasCredential(header)) {
		say(line)
	}
	program := otlp.Gatehouse(buildVersion(debug.ReadBuildInfo()))
	if on.Service != "" {
		program[0].Value = on.Service
	}
	end := telemetry.Endpoint{URL: on.URL, Header: header, Format: on.Format, CAFile: on.CAFile}
	to, err = telemetry.Start(telemetry.Options{
		Endpoint: end, Resource: program, Content: on.Content, Say: func(line string) { say("otlp: " + line) },
		Rules: func() (*redact.Rules, error) { return rulesOf(h, s, end.Secrets()...) },
	})
	if err != nil {
		return nil, none, wrongUsage("%s: %w", on.From, err)
	}
	if !on.Asked {
		say("spans go to " + to.Where() + ", as " + on.From + " says; --otlp off stops that")
	}
	return to, func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), flushWithin)
		defer cancel()
		to.Close(ctx)
	}, nil
}

// spanReports are lines about spans for the screen. The last ones arrive after it has closed.
type spanReports chan string

const maxReports = 16 // there are few of each kind

// say queues a line, if there is space.
func (r spanReports) say(line string) {
	select {
	case r <- line:
	default:
	}
}

// printRest prints the lines that the screen did not receive.
func (r spanReports) printRest(h host) {
	for len(r) > 0 {
		h.sayLine(<-r)
	}
}

// spanHeader returns the header fields of the collector, with its key.
func spanHeader(ctx context.Context, h host, s *config.Spans) (http.Header, error) {
	header := s.Header.Clone()
	key, err := s.Key.Read(ctx, h.getenv)
	switch {
	case err != nil:
		return nil, stopOr(ctx, wrongUsage("[otlp]: %w; correct it in config.toml", err))
	case key == "":
		return header, nil
	case s.KeyHeader != "":
	case !strings.Contains(key, " "): // without a scheme
		key = "Bearer " + key
	}
	header.Set(cmp.Or(s.KeyHeader, "Authorization"), key)
	return header, nil
}

// alerts watches the bounds of the settings while a proxy runs.
type alerts struct {
	watch   *telemetry.Watch
	archive *archive.Archive // nil: nothing is saved
	say     func(line string)

	stop    context.CancelFunc
	watched chan struct{}
}

// startAlerts watches alerts until close, and logs what they report. It returns nil without alerts.
func startAlerts(all []stats.Alert, store *archive.Archive, say func(string)) *alerts {
	if len(all) == 0 {
		return nil
	}
	a := &alerts{archive: store, say: say, watched: make(chan struct{})}
	a.watch = telemetry.New(all, time.Now(), func(context.Context) *archive.Archive { return store })
	ctx, stop := context.WithCancel(context.Background())
	a.stop = stop
	go func() {
		defer close(a.watched)
		for {
			n, ok := a.watch.Next(ctx)
			if !ok {
				return
			}
			a.log(n)
		}
	}()
	return a
}

// ended counts an exchange.
func (a *alerts) ended(t relay.Target, x *state.Exchange, c *wire.Capture) {
	switch {
	case a == nil:
	case a.archive != nil && !a.archive.Failing():
		a.watch.Saved()
	default:
		a.watch.Unsaved(history.Of(t.About(x.Kind()), x, c))
	}
}

// log logs the news.
func (a *alerts) log(n telemetry.News) {
	log := func(words ...string) { a.say(logLine(time.Now(), words...)) }
	for _, err := range n.Faults {
		log(err.Error())
	}
	for _, p := range n.Already {
		log(p.Text(), "filter: "+p.Filter, "(since before the start)")
	}
	for _, p := range n.Tripped {
		log(p.Text(), "filter: "+p.Filter)
	}
}

// close checks the exchanges that ended last.
func (a *alerts) close() {
	if a == nil {
		return
	}
	a.stop()
	<-a.watched
	ctx, stop := context.WithTimeout(context.Background(), time.Second)
	defer stop()
	a.log(a.watch.Last(ctx))
}
