package views

// The actions on the request that is being built, on every screen.
const (
	ActSendNow  Action = "send-now"
	ActPreview  Action = "preview"
	ActCopyCurl Action = "copy-curl"
	ActBuild    Action = "build"
	ActSave     Action = "save"
	ActOpen     Action = "open"
	ActSession  Action = "session"
	ActUndo     Action = "undo"
	ActRedo     Action = "redo"
)

// GroupRequest is their heading in F1.
const GroupRequest = "Request"

func requestCommands() []Command {
	return []Command{
		{Action: ActPreview, Scope: Global, Keys: []string{"alt+p"}, Group: GroupRequest,
			Short: "preview", Help: "Preview the next request exactly: URL, headers (key hidden) and body."},
		{Action: ActSendNow, Scope: Global, Keys: []string{"alt+g"}, Group: GroupRequest,
			Short: "send", Help: "Send the request from any screen; in Rerank, run all models; in the list of faults, send anyway. A request with no new input is sent only from its preview."},
		{Action: ActUndo, Scope: Global, Keys: []string{"alt+z"}, Group: GroupRequest,
			Short: "undo", Help: "Undo the last edit of the request; in Rerank, of the set."},
		{Action: ActRedo, Scope: Global, Keys: []string{"alt+shift+z"}, Group: GroupRequest,
			Short: "redo", Help: "Redo the last undone edit."},
		{Action: ActSave, Scope: Global, Keys: []string{"ctrl+s", "alt+s"}, Group: GroupRequest,
			Short: "save", Help: "Save the next request; in Rerank, the set. Asks before it overwrites a file."},
		{Action: ActOpen, Scope: Global, Keys: []string{"ctrl+o", "alt+o"}, Group: GroupRequest,
			Short: "open", Help: "Open a saved file: request, response, event stream, HAR, curl command, output of send, rerank request or set."},
		{Action: ActSession, Scope: Global, Keys: []string{"alt+k"}, Group: GroupRequest,
			Short: "session", Help: "Set a session_id, so that routing stays with one provider."},
		{Action: ActCopyCurl, Scope: Preview, Keys: []string{"c"}, Group: GroupRequest,
			Short: "copy curl", Help: "Copy as a curl command. The key is read from $GATEHOUSE_API_KEY."},
		{Action: ActCopy, Scope: Preview, Keys: []string{"y"}, Group: GroupRequest,
			Short: "copy body", Help: "Copy the request body."},
	}
}
