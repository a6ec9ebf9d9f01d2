package checks

import (
	"gatehouse/state/lab"
	"gatehouse/state/report"
	"gatehouse/state/share/evidence"
	"gatehouse/state/share/export"
	"gatehouse/state/share/page"
)

// LabFormats returns the formats of LabWriter.
func LabFormats() []string { return []string{"json", "csv", "markdown", "html"} }

// LabWriter returns the function that writes the results of a lab in a format, by its name or the ending of a file's name;
// nil for another.
func LabWriter(format string) func(lab.Results) ([]byte, error) {
	switch format {
	case "json":
		return evidence.LabJSON
	case "csv":
		return func(r lab.Results) ([]byte, error) { return evidence.LabCSV(r), nil }
	case "markdown", "md":
		return func(r lab.Results) ([]byte, error) { return []byte(export.Reports(report.Lab(r)...) + "\n"), nil }
	case "html":
		return func(r lab.Results) ([]byte, error) { return page.Reports("Lab", report.Lab(r)...) }
	}
	return nil
}
