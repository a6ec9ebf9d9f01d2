package evidence

import (
	"bytes"
	"fmt"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state/expect"
	"gatehouse/state/report"
	"gatehouse/state/text/spelling"
)

// TAP writes a line for each check, and what is wrong below it (Test Anything Protocol 14).
func TAP(all []expect.Result) ([]byte, error) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "TAP version 14\n1..%d\n", len(all))
	for i, r := range all {
		sign := "ok"
		if !r.Passed() {
			sign = "not ok"
		}
		fmt.Fprintf(&b, "%s %d - %s\n", sign, i+1, description(r.Name))
		failed := r.Failed()
		if len(failed) == 0 {
			continue
		}
		b.WriteString("  ---\n")
		field(&b, "  ", "message", report.ExpectedWords(failed[0]))
		field(&b, "  ", "file", r.File)
		fmt.Fprintf(&b, "  line: %d\n  failures:\n", failed[0].Line)
		for _, f := range failed {
			field(&b, "    - ", "expectation", f.Name)
			fmt.Fprintf(&b, "      line: %d\n", f.Line)
			field(&b, "      ", "expected", f.Want)
			field(&b, "      ", "got", f.Got)
			if f.Frame >= 0 {
				fmt.Fprintf(&b, "      frame: %d\n", f.Frame)
			}
			field(&b, "      ", "exchange", f.Run.Exchange)
		}
		b.WriteString("  ...\n")
	}
	return b.Bytes(), nil
}

// description returns the name of a check on one line, without what TAP takes for a directive.
func description(name string) string {
	return strings.NewReplacer("\\", `\\`, "#", `\#`).Replace(spelling.OneLine(name))
}

// field writes a member of the YAML below a line: as JSON, which YAML reads.
func field(b *bytes.Buffer, indent, name, value string) {
	fmt.Fprintf(b, "%s%s: %s\n", indent, name, scan.Quote(spelling.OneLine(value)))
}
