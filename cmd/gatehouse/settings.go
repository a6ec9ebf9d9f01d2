package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gatehouse/app/effect/config"
	"gatehouse/client/profile"
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
