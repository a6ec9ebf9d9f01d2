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
	// AddConnection adds a connection with the settings of a preset, or with none. Without
	// a name it asks for one.
	AddConnection struct{ Preset, Name string }
)

func (SelectConnection) intent() {}
func (ConnectionDo) intent()     {}
func (SetConnection) intent()    {}
func (AddConnection) intent()    {}
