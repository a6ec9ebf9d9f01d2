package views

import (
	"encoding/json"

	"gatehouse/state/answer/explain"
)

// The intents of the inspector.
type (
	// SelectTurn shows the exchange of another turn in the inspector.
	SelectTurn struct{ Turn int }
	// Relax opens the request of the shown exchange in the builder, with some
	// edits made to it.
	Relax struct{ Edits []Edit }
	// AskMetadata sends the exchange's request again with the metadata header.
	AskMetadata struct{}
	// Seek moves the playback position to the moment after a frame, counted from 0; -1 is the
	// end, which moves while the exchange runs.
	Seek struct{ Frame int }
	// Play lets the cursor of time run at a multiple of true speed; 0 stops it.
	Play struct{ Speed float64 }
	// ShowFrame goes to a frame in the list of events.
	ShowFrame struct {
		Turn  int // 0 for the shown exchange
		Frame int // counted from 0
	}
	// ShowText goes to what a frame wrote in the transcript.
	ShowText struct{ Frame int }
	// Compare shows what differs between the exchanges of two turns. Where one
	// of them is 0 the user is asked for it.
	Compare struct{ A, B int }
)

func (SelectTurn) intent()  {}
func (Relax) intent()       {}
func (AskMetadata) intent() {}
func (Seek) intent()        {}
func (Play) intent()        {}
func (ShowFrame) intent()   {}
func (ShowText) intent()    {}
func (Compare) intent()     {}

// RelaxBy is Relax by edits that an explanation offers.
func RelaxBy(edits []explain.Edit) Relax {
	var r Relax
	for _, e := range edits {
		r.Edits = append(r.Edits, Edit{Pointer: e.Pointer, Value: json.RawMessage(e.Value)})
	}
	return r
}

// What a user can do in the history. A key is that of an entry.
type (
	// FilterHistory lists what a filter matches, while it is written.
	FilterHistory struct{ Text string }
	// ListFilters lists the fields of a filter, or the values of one that has some.
	ListFilters struct{ Field string }
	// WriteFilter writes a condition where the filter is being written.
	WriteFilter struct{ Condition string }
	// LeaveFilter goes from the filter to the list.
	LeaveFilter struct{}
	// MoreHistory loads the entries before those that the list has.
	MoreHistory struct{}
	// ChooseView filters by one of the views; -1 is the one after the chosen one.
	ChooseView struct{ Index int }
	// SaveView saves the filter under a name; empty: it is asked for.
	SaveView struct{ Name string }
	// RemoveView removes the chosen view.
	RemoveView struct{}
	// NarrowHistory adds terms to the filter.
	NarrowHistory struct{ Terms string }
	// GroupBy makes groups by a dimension; empty: it is asked for.
	GroupBy struct{ Dimension string }
	// Against compares with the span of time before, or does not.
	Against struct{}
	// CompareGroups shows how two groups differ.
	CompareGroups struct{ A, B string }
	// UnfoldRun reads the exchanges of a run and shows them.
	UnfoldRun struct{ Number int64 }
	// MoreRuns asks for older runs.
	MoreRuns struct{}
	// ShareRun lists what can be made of all exchanges of a run.
	ShareRun struct{ Number int64 }
	// HistoryDo does an action of the key table to an entry.
	HistoryDo struct {
		Action Action
		Key    int64
	}
)

func (FilterHistory) intent() {}
func (ListFilters) intent()   {}
func (WriteFilter) intent()   {}
func (LeaveFilter) intent()   {}
func (MoreHistory) intent()   {}
func (HistoryDo) intent()     {}
func (UnfoldRun) intent()     {}
func (MoreRuns) intent()      {}
func (ShareRun) intent()      {}
func (NarrowHistory) intent() {}
func (GroupBy) intent()       {}
func (Against) intent()       {}
func (CompareGroups) intent() {}
func (ChooseView) intent()    {}
func (SaveView) intent()      {}
func (RemoveView) intent()    {}

// What a user can do with connections.
type (
	// SelectConnection shows the settings of a connection of the list, counted from 0.
	SelectConnection struct{ Index int }
	// ConnectionDo does an action of the key table to the selected connection.
	ConnectionDo struct{ Action Action }
	// SetConnection gives a setting of the selected connection a value; an empty one
	// removes it.
	SetConnection struct{ Setting, Value string }
	// AskConnection asks for what a new connection needs: its name, and first its address
	// where it is like no preset.
	AskConnection struct{ Preset string }
	// NameConnection asks for the name of a new connection, whose address is known.
	NameConnection struct{ Preset, Address string }
	// AddConnection adds a connection at an address, with the settings of a preset or with
	// none.
	AddConnection struct{ Preset, Address, Name string }
)

func (SelectConnection) intent() {}
func (ConnectionDo) intent()     {}
func (SetConnection) intent()    {}
func (AskConnection) intent()    {}
func (NameConnection) intent()   {}
func (AddConnection) intent()    {}

// The intents of the copy and export menu. Of is what one is about, as the program gave it
// to the menu: more than one document can be on its way.
type (
	// ShareDocument makes a document of what the menu was opened for.
	ShareDocument struct {
		Of       any
		As       string // the word of the document
		All      bool   // all exchanges of the session
		File     bool   // it becomes a file, whose path is asked for; else it is copied
		Unmasked bool   // nothing is masked in it: the user saw what that means
	}
	// ShareText makes a file, whose path is asked for, of a part that could be copied.
	ShareText struct {
		What, Ext string
		Text      func() string
	}
)

func (ShareDocument) intent() {}
func (ShareText) intent()     {}

// The intents of checks. Of is what is run, as the program gave it to the report.
type (
	// AskChecks asks for a file of checks, to hold what the history shows against it.
	AskChecks struct{}
	// CheckShown holds what the history shows against a file of checks.
	CheckShown struct{ Path string }
	// RunChecks runs checks again.
	RunChecks struct{}
	// ShowChecked shows an exchange that was checked, and a frame of it unless that is
	// negative.
	ShowChecked struct {
		Exchange string // its id
		Frame    int
	}
)

func (AskChecks) intent()   {}
func (CheckShown) intent()  {}
func (RunChecks) intent()   {}
func (ShowChecked) intent() {}

// The intents of files. Of is what is saved, as the program gave it to the question for
// its path.
type (
	// AskSave asks for another path.
	AskSave struct{ Of any }
	// SaveFile writes a file; one that is there only with Replace.
	SaveFile struct {
		Of      any
		Path    string
		Replace bool
	}
	// OpenFile opens a file on the screen that it belongs to.
	OpenFile struct{ Path string }
	// Complete asks what a path could become; the answer goes to the pane's SetCompletions.
	Complete struct{ Prefix string }
)

func (AskSave) intent()  {}
func (SaveFile) intent() {}
func (OpenFile) intent() {}
func (Complete) intent() {}
