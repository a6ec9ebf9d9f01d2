// Package patch is the patches that simulated models write. One asks for no more
// than the prompt does: a file is deleted or created only where the prompt orders
// just that, and a change of a file that the prompt does not spell out fits no
// file.
package patch

import (
	"cmp"
	"strings"

	"gatehouse/gateway/fit"
	"gatehouse/gateway/intent"
)

// The operations, as an apply_patch_call names them (wire-notes §4).
const (
	Create = "create_file"
	Update = "update_file"
	Delete = "delete_file"
)

// Patch is one change of one file.
type Patch struct {
	Operation string
	Path      string
	Diff      string // in the V4A form; empty for a deletion
}

const (
	begin  = "*** Begin Patch"
	unread = "@@\n-the line that was there\n+the line that takes its place (simulated by the local gateway; no file was read)\n"
)

// Of is the patch that a prompt asks for.
func Of(in intent.Intent) Patch {
	p := Patch{Operation: Update, Path: cmp.Or(in.Edited(), "simulated.txt")}
	text, ok := in.Content()
	if !ok {
		text = "Simulated by the local gateway: " + strings.Join(strings.Fields(in.Prompt), " ")
	}
	old, replacement, replaces := in.Replacement()
	deleted := in.Deleted()
	switch {
	case deleted != "":
		p.Operation, p.Path = Delete, deleted
	case in.Creates() && (in.Target() != "" || in.Edited() == ""):
		p.Operation, p.Diff = Create, marked("+", text)
	case replaces:
		p.Diff = "@@\n" + marked("-", old) + marked("+", replacement)
	case in.Adds():
		p.Diff = "@@\n" + marked("+", text)
	default:
		p.Diff = unread
	}
	return p
}

// Nowhere is a patch of a file that does not exist.
func Nowhere() Patch { return Patch{Operation: Update, Path: fit.Nowhere, Diff: unread} }

// marked puts a mark before each line.
func marked(mark, text string) string {
	var b strings.Builder
	for line := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		b.WriteString(mark + line + "\n")
	}
	return b.String()
}

// Written reports whether a grammar is that of patches in their envelope.
func Written(definition string) bool { return strings.Contains(definition, begin) }

// Envelope is the patch as a text of its own, the form in which a custom tool
// takes it.
func (p Patch) Envelope() string {
	head := map[string]string{Create: "Add", Update: "Update", Delete: "Delete"}[p.Operation]
	return begin + "\n*** " + head + " File: " + p.Path + "\n" + p.Diff + "*** End Patch"
}
