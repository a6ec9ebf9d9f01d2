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
	ActConnectionProxy   Action = "connection-proxy"
)

func connectionsCommands() []Command {
	const group = "Connections"
	list, form := rowsIn(Connections, group), rowsIn(ConnectionForm, group)
	rows := append(list.inherit(ActGoUp, ActGoDown, ActGoPageUp, ActGoPageDown, ActGoTop, ActGoEnd), []Command{
		list.row(ActOpenRow, "use", "Use the selected connection for this conversation."),
		list.row(ActConnectionTest, "test", "Test the selected connection.", "t", "ctrl+r").titled("Test the connection", "check, ping, diagnose"),
		list.row(ActConnectionEdit, "edit", "Edit the selected connection.", "e").titled("Edit the connection", "change, settings, key, proxy"),
		list.row(ActConnectionAdd, "add", "Add a connection.", "a").titled("Add a connection", "new, profile, preset"),
		list.row(ActConnectionOffer, "use found key", "Use the key found for it.", "K").titled("Take the offered key", "environment, use key"),
		list.row(ActConnectionProxy, "proxy on, off", "Record other programs' exchanges with it: turn the proxy on or off.", "P").titled("Proxy on, off", "record other programs, listen, base URL"),
		list.row(ActConnectionDefault, "default", "Make it the default connection.", "*").titled("Make the connection the default", "first, start with"),
		list.row(ActDelete, "delete", "Remove the connection from config.toml.", "d", "delete").titled("Delete what is selected", "remove"),
	}...)
	// No letter is a key of the form: it begins to write the selected setting.
	return append(rows, []Command{
		form.row(ActOpenRow, "change", "Change the selected setting."),
		form.quiet(ActGoLeft, "previous", "Choose the previous value.", "left"),
		form.quiet(ActGoRight, "next", "Choose the next value.", "right", "space"),
		form.row(ActConnectionUse, "use", "Use it for this conversation.", "ctrl+g").titled("Use the connection", "switch, connect, choose"),
		form.row(ActConnectionTest, "test", "Test this connection.", "ctrl+r"),
		form.row(ActDelete, "clear", "Clear the selected setting.", "delete").titled("Delete what is selected", "remove"),
		form.quiet(ActGoUp, "up", "Row up.", "up"),
		form.quiet(ActGoDown, "down", "Row down.", "down"),
		form.quiet(ActGoPageUp, "page up", "Page up.", "pgup"),
		form.quiet(ActGoPageDown, "page down", "Page down.", "pgdown"),
		form.quiet(ActGoTop, "first row", "First row.", "home"),
		form.quiet(ActGoEnd, "last row", "Last row.", "end"),
	}...)
}
