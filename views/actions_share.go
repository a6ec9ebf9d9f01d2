package views

// The actions of the copy and export menu, beside those of every list.
const (
	ActShareFile Action = "share-file"
)

// shareCommands returns the rows of the copy and export menu in the key table.
func shareCommands() []Command {
	r := rowsIn(Sharing, GroupList)
	return []Command{
		r.row(ActShareFile, "file", "Write the selected row to a new file.", "ctrl+s"),
	}
}
