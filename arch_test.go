// Package gatehouse_test tests the structure of the whole: which package may import which
// (docs/house.md).
package gatehouse_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "gatehouse"

// rule is one row of the import table: what the packages of a path may import of ours. A path that
// ends in /* is that of all packages below it, too. A "-" takes packages out again.
type rule struct{ path, allow string }

// values are the packages of client that only read and hold what was received.
const values = "client/wire client/scan client/read client/frames client/har client/websocket "

// rules returns the import table, the most special rule first: a package is subject to the first that
// covers it.
func rules() []rule {
	rules := []rule{
		{"client/wire", ""},
		{"client/scan", ""},
		{"client/*", "client/*"},
		{"gateway/*", "gateway/*"},
		{"state/statetest", "client/* gateway/* state/*"},
		{"state/archive/*", "state/* client/sse " + values},
		{"state/dialect/registry", "state/dialect/* state/json/* state/text/* " + values},
		// One API never imports another.
		{"state/dialect/*", "state/dialect state/dialect/answers state/dialect/assembly state/dialect/translate state/dialect/lint state/dialect/usage state/json/* state/text/* " + values},
		{"state", "state/dialect/* state/json/* state/text/* " + values},
		{"state/*", "state/* -state/archive/* " + values},
		{"themes", ""},
		{"views", "state/* -state/archive/* themes " + values},
		{"views/viewstest", "views views/kit/text"},
	}
	kit := ""
	for _, name := range []string{"text", "markdown", "json", "page", "edit", "report", "pixels", "picker", "form", "bars"} {
		rules = append(rules, rule{"views/kit/" + name, "views state/* -state/archive/* themes " + values + kit})
		kit += "views/kit/" + name + " "
	}
	return append(rules,
		rule{"views/*", "views state/* -state/archive/* themes " + values + kit}, // one pane never imports another
		rule{"app/effect/*", "app/effect/* client/* state/* views views/kit/text"},
		rule{"app/screen", "app/effect/* client/* state/* views/* themes"},
		rule{"app/desk", "app/screen app/effect/* client/* state/* views/* themes"},
		rule{"app/look", "app/screen app/desk app/effect/* client/* state/* views/* themes"},
		rule{"app/apptest", "app/* gateway client/* state/* views/* themes"},
		rule{"app", "app/* client/* state/* views/* themes"},
		rule{"app/*", "app/screen app/desk app/look app/effect/* client/* state/* views/* themes"}, // one screen never imports another
		rule{"cmd/*", "*"},
	)
}

// covers reports whether a pattern names a package.
func covers(pattern, pkg string) bool {
	base, below := strings.CutSuffix(pattern, "*")
	return pattern == pkg || below && (pkg == strings.TrimSuffix(base, "/") || strings.HasPrefix(pkg, base))
}

func (r rule) allows(pkg string) bool {
	allowed := false
	for _, pattern := range strings.Fields(r.allow) {
		if not, found := strings.CutPrefix(pattern, "-"); found {
			allowed = allowed && !covers(not, pkg)
		} else {
			allowed = allowed || covers(pattern, pkg)
		}
	}
	return allowed
}

func TestImportTable(t *testing.T) {
	rules := rules()
	forEachSource(t, func(file string) {
		pkg := path.Dir(filepath.ToSlash(file))
		i := slices.IndexFunc(rules, func(r rule) bool { return covers(r.path, pkg) })
		if i < 0 {
			t.Errorf("%s: no rule covers package %s", file, pkg)
			return
		}
		for _, imported := range ours(t, file) {
			if strings.HasSuffix(imported, "test") && !strings.HasSuffix(pkg, "test") {
				t.Errorf("%s: %s is for tests only", file, imported)
			}
			if imported != pkg && !rules[i].allows(imported) {
				t.Errorf("%s: %s may not import %s", file, rules[i].path, imported)
			}
		}
	})
}

// TestGroupsHaveNoCircle: the folders directly below state import one another in one direction.
func TestGroupsHaveNoCircle(t *testing.T) {
	imports := map[string][]string{}
	forEachSource(t, func(file string) {
		from := group(path.Dir(filepath.ToSlash(file)))
		for _, imported := range ours(t, file) {
			if to := group(imported); to != from && !slices.Contains(imports[from], to) {
				imports[from] = append(imports[from], to)
			}
		}
	})
	var visit func(trail []string, name string)
	visit = func(trail []string, name string) {
		if i := slices.Index(trail, name); i >= 0 {
			t.Fatalf("%s import one another", strings.Join(append(trail[i:], name), " -> "))
		}
		for _, next := range imports[name] {
			visit(append(slices.Clip(trail), name), next)
		}
		delete(imports, name) // no circle leads through it
	}
	for name := range imports {
		visit(nil, name)
	}
}

// group returns the folder below state that has a package, and other packages as they are.
func group(pkg string) string {
	if parts := strings.Split(pkg, "/"); parts[0] == "state" && len(parts) > 2 {
		return "state/" + parts[1]
	}
	return pkg
}

// TestFoldersFitAHead: a folder has at most 14 packages, or 25 source files.
func TestFoldersFitAHead(t *testing.T) {
	files, folders := map[string]int{}, map[string]map[string]bool{}
	forEachSource(t, func(file string) {
		dir := path.Dir(filepath.ToSlash(file))
		files[dir]++
		for ; dir != "."; dir = path.Dir(dir) {
			parent := path.Dir(dir)
			if folders[parent] == nil {
				folders[parent] = map[string]bool{}
			}
			if !strings.HasSuffix(dir, "test") {
				folders[parent][dir] = true
			}
		}
	})
	for dir, n := range files {
		if n > 25 {
			t.Errorf("%s has %d source files, more than 25", dir, n)
		}
	}
	for dir, below := range folders {
		if len(below) > 14 {
			t.Errorf("%s has %d packages, more than 14", dir, len(below))
		}
	}
}

// TestHouseNamesPlaces: each path in docs/house.md exists.
func TestHouseNamesPlaces(t *testing.T) {
	page, err := os.ReadFile("docs/house.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile("`((?:client|state|views|app|gateway|cmd|themes|docs)/[^` ]*)`").FindAllSubmatch(page, -1) {
		if found, err := filepath.Glob(string(m[1])); err != nil || len(found) == 0 {
			t.Errorf("docs/house.md names %s, which does not exist", m[1])
		}
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
			t.Errorf("%s is not allowed at the top level, which has only %s", e.Name(), strings.Join(allowed, " "))
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
