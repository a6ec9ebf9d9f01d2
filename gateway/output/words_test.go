package output

import (
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestLazyExpressionsCompile looks at the sources, since an expression that is broken would only
// show when a prompt is first looked at.
func TestLazyExpressionsCompile(t *testing.T) {
	files, err := filepath.Glob("../*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, name := range files {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, src, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || !strings.HasSuffix(types.ExprString(call.Fun), "Lazy") {
				return true
			}
			seen++
			at := call.Args[0]
			v, err := types.Eval(token.NewFileSet(), nil, token.NoPos, string(src[at.Pos()-1:at.End()-1]))
			if err != nil {
				t.Errorf("%s: %v", name, err)
				return true
			}
			if _, err := regexp.Compile(constant.StringVal(v.Value)); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			return true
		})
	}
	if seen < 20 {
		t.Errorf("only %d expressions were found", seen)
	}
}
