package views

// Intent is what a person wants, told by a pane to app, which alone acts. The
// list is sealed: this file names all that a user can do.
type Intent interface{ intent() }

// The intents. A nil Intent means that the message asked for nothing.
type (
	// Send sends the composer's text as the next user message.
	Send struct{ Text string }
	// Cancel stops the stream that is shown.
	Cancel struct{}
	// Resend sends the request of a turn again, same bytes.
	Resend struct{ Turn int }
	// EditResend puts a turn's text into the composer; sending it makes a
	// branch beside that turn.
	EditResend struct{ Turn int }
	// Branch goes from a turn to the one made before (Step -1) or after (1) it
	// in the same place, and to the end of what was said from there on.
	Branch struct{ Turn, Step int }
	// Copy puts text on the clipboard; What names it in the notice.
	Copy struct{ What, Text string }
	// CopyMenu lists what of a turn can be copied.
	CopyMenu struct{ Turn int }
	// SaveBinary writes a binary result to a file.
	SaveBinary struct {
		Name string // suggested file name
		Data []byte
	}
	// SetModel sets the draft's model; an empty slug unsets it.
	SetModel struct{ Slug string }
	// ShowConversation goes to one of this run's conversations, counted from 0
	// in the order of their making.
	ShowConversation struct{ Index int }
	// RunAction does what a key of the table does; from the palette.
	RunAction struct{ Action Action }
	// Close closes the overlay that answers with it.
	Close struct{}
	// Notify shows a line of notice.
	Notify struct{ Text string }
)

func (Send) intent()             {}
func (Cancel) intent()           {}
func (Resend) intent()           {}
func (EditResend) intent()       {}
func (Branch) intent()           {}
func (Copy) intent()             {}
func (CopyMenu) intent()         {}
func (SaveBinary) intent()       {}
func (SetModel) intent()         {}
func (RunAction) intent()        {}
func (ShowConversation) intent() {}
func (Close) intent()            {}
func (Notify) intent()           {}
