// Package gatehouse_test guards the structure of the whole: which room may
// import which (docs/house.md).
package gatehouse_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "gatehouse"

// room is one row of the import table.
type room struct {
	path   string   // a package, or with /* all packages below it
	allow  []string // what it may import of ours, in the same notation
	forbid []string // taken out of allow again
}

// rooms is the table, the most special room first: a package belongs to the
// first row that names it.
func rooms() []room {
	return []room{
		{path: "client/wire"},
		{path: "client/scan"},
		{path: "client/read", allow: []string{"client/wire", "client/scan"}},
		{path: "client/sse", allow: []string{"client/wire"}},
		{path: "client/har", allow: []string{"client/wire", "client/scan", "client/websocket"}},
		{path: "client/websocket", allow: []string{"client/wire"}},
		{path: "client/*", allow: []string{"client/*"}},
		{path: "gateway/*", allow: []string{"gateway/*"}},
		{path: "state/archive/team/teamtest"},
		{path: "state/archive/team", allow: []string{"state/*", "client/wire"}},
		{path: "state/archive", allow: []string{"state/*", "client/wire", "client/read", "client/sse"}},
		{path: "state/statetest", allow: []string{"client/*", "gateway/*", "state/*"}},
		{path: "state/wiretest", allow: []string{"client/wire", "client/read"}},
		{
			path:   "state",
			allow:  []string{"state/*", "client/wire", "client/scan", "client/read"},
			forbid: []string{"state/archive/*", "state/talk"},
		},
		{path: "state/dialect/*", allow: []string{
			"state/dialect", "state/dialect/answers", "state/dialect/assembly", "state/dialect/translate",
			"state/lint", "state/rope", "state/tree", "client/wire", "client/scan", "client/read",
		}},
		{path: "state/*", allow: []string{"state/*", "client/wire", "client/scan", "client/read", "client/har", "client/websocket"}, forbid: []string{"state/archive/*"}},
		{path: "themes"},
		{path: "views/viewstest", allow: []string{"views", "views/text"}},
		shared("views/text"),
		shared("views/markdown", "views/text"),
		shared("views/json", "views/text", "views/markdown"),
		shared("views/page", "views/text", "views/markdown", "views/json"),
		shared("views/edit", "views/text", "views/markdown", "views/json", "views/page"),
		shared("views/pixels"),
		shared("views/report", "views/text", "views/markdown", "views/json", "views/page"),
		shared("views/*", "views/text", "views/markdown", "views/json", "views/page", "views/edit", "views/pixels", "views/report"),
		{path: "app/alert", allow: []string{"app/tool", "client/*", "state/*"}},
		{path: "app/answer", allow: []string{"client/*", "state/*", "views", "views/text"}},
		{path: "app/config", allow: []string{"client/*", "state/*"}},
		{path: "app/connection", allow: []string{"client/*", "state/*"}},
		{path: "app/doctor", allow: []string{"app/connection", "app/tool", "client/*", "state/*"}},
		{path: "app/telemetry", allow: []string{"app/files", "client/*", "state/*"}},
		{path: "app/relay", allow: []string{"client/*", "state/*"}},
		{path: "app/progress", allow: []string{"state/figures", "views"}},
		{path: "app/files", allow: []string{"app/progress", "client/*", "state/*"}},
		{path: "app/jq", allow: []string{"client/*", "state/*"}},
		{path: "app/tool", allow: []string{"client/*", "state/*"}},
		{path: "app/share", allow: []string{"app/files", "app/progress", "client/*", "state/*"}},
		{path: "app/checks", allow: []string{"app/files", "app/progress", "app/share", "client/*", "state/*"}},
		{path: "app/mcp", allow: []string{"app/checks", "app/progress", "app/share", "client/*", "state/*", "views", "views/text"}},
		{path: "app/team", allow: []string{"app/files", "app/progress", "app/share", "client/*", "state/*"}},
		{path: "app/imports", allow: []string{"app/files", "app/progress", "client/*", "state/*"}},
		{path: "app/screen", allow: append(effects(), "client/*", "state/*", "views/*", "themes")},
		{path: "app/desk", allow: append(effects(), "app/screen", "client/*", "state/*", "views/*", "themes")},
		{path: "app/look", allow: append(effects(), "app/screen", "app/desk", "client/*", "state/*", "views/*", "themes")},
		{path: "app/plain", allow: append(effects(), "app/answer", "app/screen", "client/*", "state/*", "views", "views/text", "views/report")},
		{path: "app/rerank", allow: append(effects(), "app/screen", "client/*", "state/*", "views/*", "themes")},
		{path: "app", allow: []string{"app/*", "client/*", "state/*", "views/*", "themes"}},
		// The other screens: never one another.
		{path: "app/*", allow: append(effects(), "app/screen", "app/desk", "app/look", "client/*", "state/*", "views/*", "themes")},
		{path: "cmd/*", allow: []string{"*"}},
	}
}

// effects are the rooms of effects without a screen.
func effects() []string {
	return []string{"app/alert", "app/config", "app/connection", "app/doctor", "app/files", "app/tool", "app/jq", "app/progress", "app/relay", "app/telemetry", "app/share", "app/checks", "app/team"}
}

// shared is a room of views that may import the parts of panes before it.
func shared(path string, parts ...string) room {
	return room{path: path, allow: append([]string{"views", "state/*", "client/wire", "client/scan", "client/read", "themes"}, parts...), forbid: []string{"state/archive/*"}}
}

// covers tells whether pattern names the package; "state/*" names state too.
func covers(pattern, pkg string) bool {
	base, below := strings.CutSuffix(pattern, "*")
	if !below {
		return pattern == pkg
	}
	return pkg == strings.TrimSuffix(base, "/") || strings.HasPrefix(pkg, base)
}

func coveredBy(patterns []string, pkg string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return covers(p, pkg) })
}

func TestImportTable(t *testing.T) {
	rooms := rooms()
	seen := 0
	forEachSource(t, func(file string) {
		pkg := path.Dir(filepath.ToSlash(file))
		i := slices.IndexFunc(rooms, func(r room) bool { return covers(r.path, pkg) })
		if i < 0 {
			t.Errorf("%s: package %s is no room of the table", file, pkg)
			return
		}
		seen++
		for _, imported := range ours(t, file) {
			if strings.HasSuffix(imported, "test") && !strings.HasSuffix(pkg, "test") {
				t.Errorf("%s: %s is for tests alone", file, imported)
			}
			if imported == pkg || coveredBy(rooms[i].allow, imported) && !coveredBy(rooms[i].forbid, imported) {
				continue
			}
			t.Errorf("%s: %s may not import %s", file, rooms[i].path, imported)
		}
	})
	if seen == 0 {
		t.Fatal("no source file was looked at")
	}
}

// TestNoUnboundedValid: gjson's checks recurse with each level of nesting, and a
// stack overflow ends the process. The gateway checks with encoding/json, which
// stops at 10,000 levels, everybody else with scan.Valid, which does the same.
func TestNoUnboundedValid(t *testing.T) {
	forEachSource(t, func(file string) {
		set := token.NewFileSet()
		parsed, err := parser.ParseFile(set, file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			selector, ok := n.(*ast.SelectorExpr)
			if !ok || !strings.HasPrefix(selector.Sel.Name, "Valid") {
				return true
			}
			if of, ok := selector.X.(*ast.Ident); ok && of.Name == "gjson" {
				t.Errorf("%s: gjson.%s recurses without a bound; use scan.Valid, in gateway json.Valid", set.Position(n.Pos()), selector.Sel.Name)
			}
			return true
		})
	})
}

func TestTopLevel(t *testing.T) {
	allowed := []string{
		"app", "views", "client", "state", "themes", "gateway", "cmd", "docs",
		"go.mod", "go.sum", "README.md", "arch_test.go", ".ci", ".github", ".git", ".gitignore", ".goreleaser.yaml", "CHANGELOG.md",
	}
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !slices.Contains(allowed, e.Name()) {
			t.Errorf("%s stands at the top level, which holds only %s", e.Name(), strings.Join(allowed, " "))
		}
	}
}

// forEachSource calls f with every Go file that is no test and of this module.
func forEachSource(t *testing.T, f func(file string)) {
	t.Helper()
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir():
			return enter(name, d)
		case strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go"):
			f(name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// enter skips hidden folders, test data and nested modules.
func enter(name string, d fs.DirEntry) error {
	if name == "." {
		return nil
	}
	if _, err := os.Stat(filepath.Join(name, "go.mod")); err == nil || d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") {
		return filepath.SkipDir
	}
	return nil
}

// ours returns the packages of this module that file imports, without the
// module's name.
func ours(t *testing.T, file string) []string {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, spec := range parsed.Imports {
		name, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		if rest, found := strings.CutPrefix(name, module+"/"); found {
			out = append(out, rest)
		}
	}
	return out
}
