package views

import (
	"encoding/json"

	tea "charm.land/bubbletea/v2"
)

// Intent is what the user wants, passed by a pane to app, which alone acts. The
// list is sealed: this file and those named after it name all that a user can do.
type Intent interface{ intent() }

// Internal is part of an intent that no pane has: one of a screen to another.
type Internal struct{}

func (Internal) intent() {}

// The intents of the chat screen and of every screen. A nil Intent means that the
// message asked for nothing.
type (
	// Send sends the composer's text as the next user message; without a text
	// what waits for an answer in the document.
	Send struct{ Text string }
	// Cancel stops the stream that is shown.
	Cancel struct{}
	// Resend sends the request of a turn again, same bytes: that many milliseconds
	// after its answer arrived, at once where they are over.
	Resend struct {
		Turn    int
		AfterMS int64
	}
	// EditResend puts a turn's text into the composer; sending it makes a
	// branch next to that turn. What the composer cannot hold is edited in the
	// builder: at Pointer, a place of the turn's request, where that is not empty.
	// The bytes [From, To) of the text there are marked, to be written over.
	EditResend struct {
		Turn     int
		Pointer  string
		From, To int
	}
	// DeleteTurn deletes a turn and what follows it.
	DeleteTurn struct{ Turn int }
	// Branch goes from a turn to the one made before (Step -1) or after (1) it
	// in the same place, and to the last turn after that.
	Branch struct{ Turn, Step int }
	// Copy puts text on the clipboard; What names it in the notice.
	Copy struct{ What, Text string }
	// CopyWritten is Copy of a text that takes a while to write: that is done
	// in the background.
	CopyWritten struct {
		What string
		Text func() string
	}
	// CopyMenu lists what of a turn can be copied.
	CopyMenu struct{ Turn int }
	// SaveBinary writes a binary result to a file.
	SaveBinary struct {
		Name string // suggested file name
		Data []byte
	}
	// ShowImage shows an image on the whole screen, CloseImage no longer.
	ShowImage struct {
		Title string
		Data  func() []byte // decodes its file; called in the background
	}
	CloseImage struct{}
	// SetModel sets the draft's model; an empty slug unsets it.
	SetModel struct{ Slug string }
	// FavourModel marks a model as a favourite, or takes the mark away.
	FavourModel struct{ Slug string }
	// MarkModel marks a model of the list to be asked side by side with others, or takes the mark away.
	MarkModel struct{ Slug string }
	// CompareModels asks several models side by side.
	CompareModels struct{ Slugs []string }
	// Vary does an action of the variant that has the focus.
	Vary struct{ Action Action }
	// ShowConversation goes to one of this run's conversations, counted from 0
	// in the order of their making.
	ShowConversation struct{ Index int }
	// ContinueRun continues one of the last runs, counted from 0, the newest.
	ContinueRun struct{ Index int }
	// ChooseOffer goes to the list of what an empty conversation offers.
	ChooseOffer struct{}
	// TryExample makes the request of an example, and sends it where that costs
	// nothing.
	TryExample struct{ Example Example }
	// Write goes to the composer with a key or a paste that was meant for it.
	Write struct{ Message tea.Msg }
	// RunAction does what a key of the table does. Listed: it was chosen from the list
	// of all actions, where it is the first the next time.
	RunAction struct {
		Action Action
		Listed bool
	}
	// SetTheme draws with a theme from now on, auto or by its name.
	SetTheme struct{ Name string }
	// NameFile begins the path of a file to attach in the message that is being written.
	NameFile struct{}
	// Attach makes a file part of the message that is being written.
	Attach struct{ Path string }
	// AttachPasted attaches the file whose path was pasted; what is no path of
	// a file goes into the composer as text.
	AttachPasted struct{ Text string }
	// Detach takes one of the attached files away, counted from 0.
	Detach struct{ Index int }
	// CompleteFile asks which files a path in the composer could become.
	CompleteFile struct{ Prefix string }
	// AnswerCall gives a call of the shown conversation the output that it
	// waits for.
	AnswerCall struct {
		ID  string
		How CallAnswer
	}
	// CallOutput is the output of a call as it goes into the conversation: an
	// item of input.
	CallOutput struct {
		ID   string // of the call
		Item json.RawMessage
	}
	// RunCommand runs the command that is bound to a call's tool, for this call
	// alone or, with Always, for all calls of the tool until the user quits.
	RunCommand struct {
		ID     string // of the call
		Always bool
	}
	// AskCommand asks for the command to bind to a tool, and to run for a call; an empty ID means none.
	AskCommand struct{ Tool, ID string }
	// BindCommand binds a command line to a tool, and runs it for a call if that still waits.
	BindCommand struct{ ID, Tool, Line string }
	// ShowContent shows what a row holds by itself, over the page.
	ShowContent struct{ Content RowContent }
	// ShowSent goes to a place of the request that was sent, in bytes of its body.
	ShowSent struct{ Offset int }
	// Close closes the overlay that answers with it.
	Close struct{}
	// Notify shows a line of notice.
	Notify struct{ Text string }
)

// CallAnswer is where the output of a call is from.
type CallAnswer uint8

// The ways to answer a call.
const (
	AnswerTyped CallAnswer = iota // the user writes it
	AnswerRun                     // the command that is bound to the tool gives it
)

func (Send) intent()             {}
func (Cancel) intent()           {}
func (Resend) intent()           {}
func (EditResend) intent()       {}
func (Branch) intent()           {}
func (DeleteTurn) intent()       {}
func (ContinueRun) intent()      {}
func (Copy) intent()             {}
func (CopyWritten) intent()      {}
func (CopyMenu) intent()         {}
func (SaveBinary) intent()       {}
func (ShowImage) intent()        {}
func (CloseImage) intent()       {}
func (SetModel) intent()         {}
func (FavourModel) intent()      {}
func (MarkModel) intent()        {}
func (CompareModels) intent()    {}
func (Vary) intent()             {}
func (ShowConversation) intent() {}
func (SetTheme) intent()         {}
func (ChooseOffer) intent()      {}
func (TryExample) intent()       {}
func (Write) intent()            {}
func (RunAction) intent()        {}
func (NameFile) intent()         {}
func (Attach) intent()           {}
func (AttachPasted) intent()     {}
func (Detach) intent()           {}
func (CompleteFile) intent()     {}
func (AnswerCall) intent()       {}
func (CallOutput) intent()       {}
func (RunCommand) intent()       {}
func (AskCommand) intent()       {}
func (BindCommand) intent()      {}
func (ShowContent) intent()      {}
func (ShowSent) intent()         {}
func (Close) intent()            {}
func (Notify) intent()           {}

// Example names something to try in an empty conversation.
type Example string

// The examples, in the order in which they are offered.
const (
	ExampleStream    Example = "stream"
	ExampleVariants  Example = "variants"
	ExampleRoute     Example = "route"
	ExampleGuardrail Example = "guardrail"
	ExampleCall      Example = "call"
	ExampleRerank    Example = "rerank"
)
