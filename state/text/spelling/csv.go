package spelling

import (
	"bytes"
	"regexp"
	"strings"
)

// CSV returns rows as CSV (RFC 4180, lines end in LF), or with a tab as comma as TSV. It writes cells as
// Cell does, and CellText reads them. A cell with any separator is quoted, since a spreadsheet may
// expect another one than comma.
func CSV(comma rune, rows [][]string) []byte {
	var out bytes.Buffer
	for _, row := range rows {
		for i, text := range row {
			if i > 0 {
				out.WriteRune(comma)
			}
			if text = Cell(text); strings.ContainsAny(text, ",;\t\"\r\n") || strings.HasPrefix(text, " ") {
				text = `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
			}
			out.WriteString(text)
		}
		out.WriteByte('\n')
	}
	return out.Bytes()
}

// ReportCSV returns the rows of a report as CSV does. Each cell is one line of OneLine, and one that a CI
// system would execute at the beginning of a line has a ' in front.
func ReportCSV(rows [][]string) []byte {
	lines := make([][]string, len(rows))
	for i, row := range rows {
		for _, text := range row {
			if text = OneLine(text); strings.HasPrefix(strings.TrimSpace(text), "::") {
				text = "'" + text
			}
			lines[i] = append(lines[i], text)
		}
	}
	return CSV(',', lines)
}

// number matches what a spreadsheet reads as a number, although it begins with a sign.
var number = regexp.MustCompile(`^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$`)

// Cell returns a text as a cell of CSV: one that a spreadsheet would compute as a formula has a ' in
// front. So has one that begins with such a ' itself, for CellText to return it unchanged.
func Cell(text string) string {
	if isFormula(strings.TrimLeft(text, "'")) {
		return "'" + text
	}
	return text
}

// CellText returns the text of a cell that Cell wrote.
func CellText(cell string) string {
	if text, ok := strings.CutPrefix(cell, "'"); ok && isFormula(strings.TrimLeft(text, "'")) {
		return text
	}
	return cell
}

// isFormula reports whether a spreadsheet may compute a cell.
func isFormula(cell string) bool {
	return cell != "" && strings.ContainsRune("=+-@\t\r", rune(cell[0])) && !number.MatchString(cell)
}
