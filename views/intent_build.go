package views

import (
	"encoding/json"

	"gatehouse/state/report"
)

// The intents of the builder, about the request document and its files.
type (
	// Edit puts a value at a place of the request document, written as a JSON
	// Pointer (RFC 6901); - is the place after an array's last element. A nil
	// Value removes the value there.
	Edit struct {
		Pointer string
		Value   json.RawMessage
	}
	// Insert puts a value before the element of an array that Pointer names;
	// an array that is missing is made.
	Insert struct {
		Pointer string // of the array
		Index   int    // at most its length
		Value   json.RawMessage
	}
	// MoveElement moves an element of an array.
	MoveElement struct {
		Pointer  string // of the array
		From, To int
	}
	// ReplaceDocument replaces the request document that is being built; from raw
	// editing. Base is the one that it was
	// written over, where another is in force by now; else nil.
	ReplaceDocument struct{ Document, Base []byte }
	// Repair makes the repair of something that was found in the document.
	Repair struct{ Finding report.Finding }
	// EditText opens a text of the document in the user's editor, and
	// puts the result at Pointer.
	EditText struct {
		Pointer string
		Text    string // as the form shows it
		JSON    bool   // Text is a JSON value; else it is put in as a string
	}
	// Undo and Redo go back and forth through the edits of the document.
	Undo struct{}
	// Redo is described at Undo.
	Redo struct{}
	// ShowPlace goes to a place of the document in the builder, by JSON
	// Pointer.
	ShowPlace struct{ Pointer string }
	// ShowField goes to a field of the request, a member of the document, in the builder.
	ShowField struct{ Name string }
	// ShowForm shows a place of the document in the builder's form; Enter goes
	// there with the focus.
	ShowForm struct {
		Place Place
		Enter bool
	}
	// AddElement asks for the kind of a new element, and puts one of it before
	// the element Index of the list that Pointer names.
	AddElement struct {
		Pointer string // of the array
		Index   int    // at most its length
	}
	// AddToRequest asks what to add to the request: a field that is not set, those of
	// Group first, a plugin or a tool.
	AddToRequest struct{ Group string }
	// SetField goes to a field of the request that is not set, and begins to write it.
	SetField struct{ Pointer string }
	// DeleteElement removes an element of a list, and a notice names the key that undoes it.
	DeleteElement struct {
		Pointer string // of the element
		What    string // names it in the notice
	}
	// ShowCandidates lists the models that a router plugin, by its JSON
	// Pointer, chooses among.
	ShowCandidates struct{ Pointer string }
	// SendNow sends the document as it is; with Force also when the checks
	// found faults, when it was Shown also where it asks nothing; Elsewhere, with Force, also
	// to another gateway than its conversation went to.
	SendNow struct{ Force, Shown, Elsewhere bool }
)

func (Edit) intent()            {}
func (Insert) intent()          {}
func (MoveElement) intent()     {}
func (ReplaceDocument) intent() {}
func (Repair) intent()          {}
func (EditText) intent()        {}
func (Undo) intent()            {}
func (Redo) intent()            {}
func (ShowPlace) intent()       {}
func (ShowField) intent()       {}
func (ShowForm) intent()        {}
func (AddElement) intent()      {}
func (AddToRequest) intent()    {}
func (SetField) intent()        {}
func (DeleteElement) intent()   {}
func (ShowCandidates) intent()  {}
func (SendNow) intent()         {}
