package views

// The actions of the connection screen.
const (
	ActConnections       Action = "connections" // on every screen
	ActConnectionUse     Action = "connection-use"
	ActConnectionTest    Action = "connection-test"
	ActConnectionEdit    Action = "connection-edit"
	ActConnectionAdd     Action = "connection-add"
	ActConnectionDefault Action = "connection-first"
	ActConnectionOffer   Action = "connection-offer"
)

// GroupConnections is the heading of the connection screen in F1.
const GroupConnections = "Connections"

// ConnectionsCommands returns the rows of the connection screen in the key table.
func ConnectionsCommands() []Command {
	list := rowsIn(Connections, GroupConnections)
	form := rowsIn(ConnectionForm, GroupConnections)
	rows := append(list.inherit(ActGoUp, ActGoDown, ActGoPageUp, ActGoPageDown, ActGoTop, ActGoEnd), []Command{
		list.row(ActOpenRow, "use", "Send the next requests of this conversation over the selected connection."),
		list.row(ActConnectionTest, "test", "Test the selected connection step by step, from the name to the model.", "t"),
		list.row(ActConnectionEdit, "edit", "Edit the selected connection.", "e"),
		list.row(ActConnectionAdd, "add", "Add a connection, empty or like a preset.", "a"),
		list.row(ActConnectionOffer, "take offer", "Let the selected connection use the key that was found for it.", "o"),
		list.row(ActConnectionDefault, "default", "Begin with the selected connection from the next start on.", "s"),
		list.row(ActDelete, "delete", "Remove the selected connection from config.toml; undo brings it back.", "d", "delete"),
	}...)
	return append(append(rows, form.inherit(ActGoUp, ActGoDown, ActGoPageUp, ActGoPageDown, ActGoTop, ActGoEnd)...), []Command{
		form.row(ActOpenRow, "change", "Change the selected setting."),
		form.quiet(ActGoLeft, "before", "Choose the value before.", "left", "h"),
		form.quiet(ActGoRight, "after", "Choose the value after.", "right", "l", "space"),
		form.row(ActConnectionUse, "use", "Send the next requests of this conversation over this connection.", "u"),
		form.row(ActConnectionTest, "test", "Test the connection step by step, from the name to the model.", "t"),
		form.row(ActDelete, "clear", "Remove the selected setting.", "d", "delete"),
	}...)
}
