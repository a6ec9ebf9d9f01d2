package views

// What a person can do with connections.
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
