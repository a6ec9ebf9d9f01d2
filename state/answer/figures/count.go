package figures

import (
	"fmt"
	"strconv"
	"strings"
)

// Size writes a number of bytes as people read it: 190 B, 5.0 KB, 1.2 MB.
func Size(n int) string {
	switch {
	case n < 1000:
		return fmt.Sprintf("%d B", n)
	case n < 999_950: // what rounds to 1000.0 KB is 1.0 MB
		return fmt.Sprintf("%.1f KB", float64(n)/1e3)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/1e6)
}

// Thousands writes a count with a comma at each thousand.
func Thousands(n int) string { return Grouped(strconv.Itoa(n)) }

// Counted writes a count and a noun; the plural ends in s, or in ies for query.
func Counted(n int, thing string) string {
	if n != 1 {
		thing = Plural(thing)
	}
	return Thousands(n) + " " + thing
}

// Plural returns what several things are called.
func Plural(thing string) string {
	if before, ok := strings.CutSuffix(thing, "query"); ok {
		return before + "queries"
	}
	if strings.HasSuffix(thing, "search") {
		return thing + "es"
	}
	return thing + "s"
}

// ShortCount writes a count in three digits or fewer: 128000 as "128k", 1048576 as
// "1.05M". It is empty for 0.
func ShortCount(n int) string {
	switch {
	case n <= 0:
		return ""
	case n < 1000:
		return strconv.Itoa(n)
	case n < 999_500:
		return digits(float64(n)/1e3) + "k"
	}
	return digits(float64(n)/1e6) + "M"
}

// digits writes a number with three significant digits.
func digits(f float64) string {
	decimals := 0
	switch {
	case f < 9.995:
		decimals = 2
	case f < 99.95:
		decimals = 1
	}
	text := strconv.FormatFloat(f, 'f', decimals, 64)
	if decimals > 0 {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text
}

// Share writes a share from 0 to 1 in percent.
func Share(part float64) string {
	switch percent := 100 * part; {
	case percent <= 0:
		return "0 %"
	case percent < 0.1:
		return "<0.1 %"
	case percent < 9.95:
		return strconv.FormatFloat(percent, 'f', 1, 64) + " %"
	default:
		return strconv.FormatFloat(percent, 'f', 0, 64) + " %"
	}
}

// Bar draws a bar of a length in eighths of a cell.
func Bar(eighths int) string {
	bar := strings.Repeat("█", eighths/8)
	if part := eighths % 8; part > 0 {
		bar += string([]rune("▏▎▍▌▋▊▉")[part-1])
	}
	return bar
}
