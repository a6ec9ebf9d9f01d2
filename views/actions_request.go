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
			Short: "preview", Help: "Show exactly what goes out next: address, header with the key hidden, body."},
		{Action: ActSendNow, Scope: Global, Keys: []string{"alt+g"}, Group: GroupRequest,
			Short: "send", Help: "Send the request as it stands, from any screen; in Rerank, ask all models; in the list of faults, send it all the same. One that asks nothing goes out from its preview alone."},
		{Action: ActUndo, Scope: Global, Keys: []string{"alt+z"}, Group: GroupRequest,
			Short: "undo", Help: "Take the last edit of the request back, wherever it was made; in Rerank, of the set."},
		{Action: ActRedo, Scope: Global, Keys: []string{"alt+shift+z"}, Group: GroupRequest,
			Short: "redo", Help: "Make the edit again that was taken back last."},
		{Action: ActSave, Scope: Global, Keys: []string{"ctrl+s", "alt+s"}, Group: GroupRequest,
			Short: "save", Help: "Save the conversation as the request that would be sent next; in Rerank, the set. A file is never overwritten unasked."},
		{Action: ActOpen, Scope: Global, Keys: []string{"ctrl+o", "alt+o"}, Group: GroupRequest,
			Short: "open", Help: "Open a request, a response, its event stream, a HAR, a curl command, what send printed, or a rerank request or set, each on its screen."},
		{Action: ActSession, Scope: Global, Keys: []string{"alt+k"}, Group: GroupRequest,
			Short: "session", Help: "Give the conversation a session_id, by which routing stays with one provider."},
		{Action: ActCopyCurl, Scope: Preview, Keys: []string{"c"}, Group: GroupRequest,
			Short: "copy curl", Help: "Copy what goes out as a command for curl; the key stays in $GATEHOUSE_API_KEY."},
		{Action: ActCopy, Scope: Preview, Keys: []string{"y"}, Group: GroupRequest,
			Short: "copy body", Help: "Copy the body that goes out."},
	}
}
