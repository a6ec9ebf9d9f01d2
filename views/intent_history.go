package views

// What a person can do in the history. A key is that of an entry.
type (
	// FilterHistory lists what a filter matches, while it is written.
	FilterHistory struct{ Text string }
	// LeaveFilter goes from the filter to the list.
	LeaveFilter struct{}
	// MoreHistory loads the entries before those that the list has.
	MoreHistory struct{}
	// ChooseView filters by one of the views; -1 is the one behind the chosen one.
	ChooseView struct{ Index int }
	// SaveView saves the filter under a name; empty: it is asked for.
	SaveView struct{ Name string }
	// RemoveView removes the chosen view.
	RemoveView struct{}
	// HistoryDo does an action of the key table to an entry.
	HistoryDo struct {
		Action Action
		Key    int64
	}
)

func (FilterHistory) intent() {}
func (LeaveFilter) intent()   {}
func (MoreHistory) intent()   {}
func (HistoryDo) intent()     {}
func (ChooseView) intent()    {}
func (SaveView) intent()      {}
func (RemoveView) intent()    {}
