package main

import (
	"bytes"
	"image/gif"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gatehouse/app/effect/config"
	"gatehouse/gateway/guard"
	"gatehouse/themes"
	"gatehouse/views"
)

// link finds links and pictures: what is shown, and where it leads.
var link = regexp.MustCompile(`\[[^\]]*\]\(([^)\s]+)\)`)

// TestLinksOfTheManual: a link leads to a file and a heading that are there, and every
// page and picture of docs/ is linked from another page.
func TestLinksOfTheManual(t *testing.T) {
	linked := map[string]bool{}
	pages := manual(t)
	for _, p := range pages {
		prose, _ := p.split()
		for _, m := range link.FindAllStringSubmatch(strings.Join(prose, "\n"), -1) {
			file, anchor, _ := strings.Cut(m[1], "#")
			switch {
			case strings.HasPrefix(m[1], "https://"):
				continue
			case file == "":
				file = p.name
			default:
				file = path.Join(path.Dir(p.name), file)
				linked[file] = true
			}
			text, err := os.ReadFile("../../" + file)
			if err != nil {
				t.Errorf("%s: %s leads nowhere", p.name, m[1])
			} else if anchor != "" && !slices.Contains(anchors(string(text)), anchor) {
				t.Errorf("%s: %s has no heading for #%s", p.name, file, anchor)
			}
		}
	}
	entries, err := os.ReadDir("../../docs")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if name := "docs/" + e.Name(); !linked[name] && !e.IsDir() {
			t.Errorf("no page leads to %s", name)
		}
	}
}

// TestPicturesOfTheManual: every picture and film of docs/ can be made again, and exists.
func TestPicturesOfTheManual(t *testing.T) {
	var made, there []string
	for file, ext := range map[string]string{"scenes.go": ".png", "tour.go": ".gif"} {
		scenes, err := os.ReadFile("../../docs/pictures/" + file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`\{name: "(\w+)"`).FindAllSubmatch(scenes, -1) {
			made = append(made, "../../docs/"+string(m[1])+ext)
		}
		found, err := filepath.Glob("../../docs/*" + ext)
		if err != nil {
			t.Fatal(err)
		}
		there = append(there, found...)
	}
	slices.Sort(made)
	slices.Sort(there)
	if !slices.Equal(made, there) {
		t.Errorf("scenes for %q; there are %q", made, there)
	}
}

// TestFilmOfTheManual: it is short, and small enough to be loaded with a page.
func TestFilmOfTheManual(t *testing.T) {
	data, err := os.ReadFile("../../docs/tour.gif")
	if err != nil {
		t.Fatal(err)
	}
	film, err := gif.DecodeAll(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	hundredths := 0
	for _, d := range film.Delay {
		hundredths += d
	}
	if hundredths < 1000 || hundredths > 3000 || len(data) > 1_500_000 {
		t.Errorf("it takes %d hundredths of a second and %d bytes", hundredths, len(data))
	}
}

// anchors are the names by which headings of a page can be linked, as GitHub makes them.
func anchors(text string) (names []string) {
	for _, h := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(text, -1) {
		name := strings.ToLower(strings.ReplaceAll(h[1], " ", "-"))
		names = append(names, regexp.MustCompile(`[^a-z0-9_-]`).ReplaceAllString(name, ""))
	}
	return names
}

// TestKeysOfTheManual: a key that a page names is bound to something, and a letter to
// something on the screens that the page is about.
func TestKeysOfTheManual(t *testing.T) {
	bound := map[views.Scope][]string{}
	var everywhere []string
	for _, c := range views.NewKeys(views.DefaultCommands()).Commands() {
		bound[c.Scope] = append(bound[c.Scope], c.Keys...)
		everywhere = append(everywhere, c.Keys...)
	}
	about := map[string][]views.Scope{
		"docs/connections.md": {views.Connections},
		"docs/building.md":    {views.Outline, views.Form, views.Source, views.Preview, views.Transcript},
		"docs/inspecting.md":  {views.Inspect, views.Figures, views.Tree, views.Events, views.Comparison, views.Transcript},
		"docs/reranking.md":   {views.Rerank},
		"docs/history.md":     {views.History, views.Runs, views.Statistics},
	}
	chord := regexp.MustCompile(`^((ctrl|alt|shift)\+)+[^ ]+$|^[Ff][0-9]+$`)
	for _, p := range manual(t) {
		prose, _ := p.split()
		for i, text := range prose {
			for _, m := range code.FindAllStringSubmatch(text, -1) {
				name := m[1]
				switch {
				case chord.MatchString(name):
					if !slices.Contains(everywhere, strings.ToLower(name)) {
						t.Errorf("%s:%d: %s is bound to nothing", p.name, i+1, name)
					}
				case len(name) == 1 && about[p.name] != nil && !strings.Contains("*@-~", name): // signs of the text, not keys
					if !slices.ContainsFunc(append(about[p.name], views.Common, views.Global), func(s views.Scope) bool { return slices.Contains(bound[s], name) }) {
						t.Errorf("%s:%d: %s is bound to nothing on the screens of this page", p.name, i+1, name)
					}
				}
			}
		}
	}
}

// TestCommandsThatTheManualNames: a command or a flag in the prose is one of the
// program's.
func TestCommandsThatTheManualNames(t *testing.T) {
	root := newRoot(host{})
	flags, commands := map[string]bool{"--help": true}, []string{}
	var visit func(*cobra.Command)
	visit = func(c *cobra.Command) {
		commands = append(commands, c.Name())
		for _, set := range []*pflag.FlagSet{c.Flags(), c.PersistentFlags()} {
			set.VisitAll(func(f *pflag.Flag) { flags["--"+f.Name] = true })
		}
		for _, inner := range c.Commands() {
			visit(inner)
		}
	}
	visit(root)
	flag := regexp.MustCompile(`--[a-z][a-z-]*`)
	for _, p := range manual(t) {
		prose, blocks := p.split()
		check := func(line int, text string) {
			words := strings.Fields(text)
			if len(words) > 1 && words[0] == "gatehouse" && regexp.MustCompile(`^[a-z]+$`).MatchString(words[1]) && !slices.Contains(commands, words[1]) {
				t.Errorf("%s:%d: there is no command %q", p.name, line, words[1])
			}
			if len(words) == 0 || words[0] != "gatehouse" && !strings.HasPrefix(text, "--") {
				return
			}
			for _, name := range flag.FindAllString(text, -1) {
				if !flags[name] {
					t.Errorf("%s:%d: there is no flag %s", p.name, line, name)
				}
			}
		}
		for i, line := range prose {
			for _, m := range code.FindAllStringSubmatch(line, -1) {
				check(i+1, m[1])
			}
		}
		for _, b := range blocks { // those that are not run too
			for line := range strings.Lines(b.text) {
				check(b.line, line)
			}
		}
	}
}

// TestSettingsOfTheManual: every block of settings can be read, and every setting is in
// one.
func TestSettingsOfTheManual(t *testing.T) {
	var all strings.Builder
	for _, p := range manual(t) {
		_, blocks := p.split()
		for _, b := range blocks {
			if b.language != "toml" || b.mark == "settings of Codex" { // gateway/sdktest/node runs Codex with them
				continue
			}
			if strings.Contains(b.text, "[[rules]]") {
				if _, err := guard.Parse([]byte(b.text)); err != nil {
					t.Errorf("%s:%d: %v", p.name, b.line, err)
				}
				continue
			}
			if strings.HasPrefix(b.text, "base = ") {
				if _, err := themes.Parse("mine", []byte(b.text)); err != nil {
					t.Errorf("%s:%d: %v", p.name, b.line, err)
				}
				continue
			}
			file, err := config.Parse("config.toml", []byte(b.text))
			if err != nil {
				t.Errorf("%s:%d: %v", p.name, b.line, err)
				continue
			}
			for _, w := range views.NewKeys(views.DefaultCommands()).Rebind(file.Keys) {
				t.Errorf("%s:%d: %s", p.name, b.line, w)
			}
			all.WriteString(b.text)
		}
	}
	for _, name := range config.SettingNames() {
		_, member := path.Split(strings.TrimSuffix(strings.ReplaceAll(name, ".", "/"), "/*"))
		if !regexp.MustCompile(`(?m)^\[?` + member + `( = |\])`).MatchString(all.String()) {
			t.Errorf("no page shows the setting %s", name)
		}
	}
}

// TestTestsOfTheSecurityPage: each test that the page names exists.
func TestTestsOfTheSecurityPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/security.md")
	if err != nil {
		t.Fatal(err)
	}
	missing := map[string]bool{}
	for _, name := range regexp.MustCompile("`((?:Test|Fuzz)[A-Za-z0-9]+)`").FindAllSubmatch(page, -1) {
		missing["func "+string(name[1])+"("] = true
	}
	if len(missing) < 20 {
		t.Fatalf("only %d tests are named", len(missing))
	}
	err = filepath.WalkDir("../..", func(path string, _ os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile(path)
		for name := range missing {
			if strings.Contains(string(source), name) {
				delete(missing, name)
			}
		}
		return err
	})
	if err != nil || len(missing) > 0 {
		t.Errorf("%v; there are no tests %v", err, missing)
	}
}
