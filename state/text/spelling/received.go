package spelling

import (
	"fmt"
	"regexp"
	"strings"
)

// What a CI system executes wherever it appears in a line of a log. Commands that only count at the
// beginning of a line (::error::, not ok 1) need no entry here.
var (
	command    = regexp.MustCompile(`#(#[\w.-]*\[)`) // of Azure Pipelines and GitHub (##vso[, ##[), messages for TeamCity and Octopus Deploy (##teamcity[)
	attachment = regexp.MustCompile(`\[(\[\w+\|)`)   // that GitLab and Jenkins read from JUnit reports ([[ATTACHMENT|)
)

// Inert returns a text without commands for CI systems: a blank is within each.
func Inert(s string) string {
	if strings.Contains(s, "##") {
		s = command.ReplaceAllString(s, "# $1")
	}
	if strings.Contains(s, "[[") {
		s = attachment.ReplaceAllString(s, "[ $1")
	}
	return s
}

// InertJSON returns a JSON document without commands for CI systems: a character of each is escaped, so
// that every value is the same.
func InertJSON(doc []byte) []byte {
	escape := func(found []byte) []byte {
		return append([]byte(fmt.Sprintf(`%c\u%04x`, found[0], found[1])), found[2:]...)
	}
	return attachment.ReplaceAllFunc(command.ReplaceAllFunc(doc, escape), escape)
}

// OneLine returns received text as it may be part of a line of ours: inert, and with visible signs
// for control characters and for everything that ends a line. Tabs stay.
func OneLine(s string) string { return Inert(Pictured(s, breaks)) }

// Pictured returns a text with visible signs for some characters; a line that ends in CRLF ends in LF then.
func Pictured(s string, some func(rune) bool) string {
	if !strings.ContainsFunc(s, some) {
		return s
	}
	var b strings.Builder
	for _, r := range strings.ReplaceAll(s, "\r\n", "\n") {
		switch {
		case !some(r):
			b.WriteRune(r)
		case r < 0x20:
			b.WriteRune('\u2400' + r) // the pictures of the controls
		case r == 0x7f:
			b.WriteRune('␡')
		default:
			fmt.Fprintf(&b, "‹U+%04X›", r)
		}
	}
	return b.String()
}

// breaks reports whether a character ends a line or controls a terminal.
func breaks(r rune) bool {
	return r < 0x20 && r != '\t' || r >= 0x7f && r < 0xa0 || r == '\u2028' || r == '\u2029'
}

// Quoted returns received text on one line between quotation marks, whose end it cannot feign.
func Quoted(s string) string { return "“" + Enclosed(s) + "”" }

// The closing mark in a quotation, with the backslashes before it, and backslashes at the end.
var (
	closing  = regexp.MustCompile(`(\\*)”`)
	trailing = regexp.MustCompile(`(\\+)$`)
)

// Enclosed returns received text as it may be between quotation marks of ours: a closing mark is escaped
// with a backslash. A backslash is escaped only before such a mark and at the end, so that paths and
// regular expressions can be copied.
func Enclosed(s string) string {
	return OneLine(trailing.ReplaceAllString(closing.ReplaceAllString(s, `$1$1\”`), `$1$1`))
}

// word matches a name that can be no command and no sentence: of a model, a provider, a code.
var word = regexp.MustCompile(`^[\pL\pN][\pL\pN\pM._/:@+~-]*$`)

// Word returns a received name as it may be anywhere in a line of ours: quoted, unless it is a single
// word.
func Word(s string) string {
	if s == "" || word.MatchString(s) {
		return s
	}
	return Quoted(s)
}
