package views

import "encoding/json"

// Intent is what a person wants, told by a pane to app, which alone acts. The
// list is sealed: this file names all that a user can do.
type Intent interface{ intent() }

// The intents. A nil Intent means that the message asked for nothing.
type (
	// Send sends the composer's text as the next user message; without a text
	// what waits for an answer in the document.
	Send struct{ Text string }
	// Cancel stops the stream that is shown.
	Cancel struct{}
	// Resend sends the request of a turn again, same bytes: so many milliseconds
	// after its answer came, at once where they are over.
	Resend struct {
		Turn    int
		AfterMS int64
	}
	// EditResend puts a turn's text into the composer; sending it makes a
	// branch beside that turn. What the composer cannot hold is edited in the
	// builder: at Pointer, a place of the turn's request, where that is not empty.
	EditResend struct {
		Turn    int
		Pointer string
	}
	// Branch goes from a turn to the one made before (Step -1) or after (1) it
	// in the same place, and to the end of what was said from there on.
	Branch struct{ Turn, Step int }
	// Copy puts text on the clipboard; What names it in the notice.
	Copy struct{ What, Text string }
	// CopyWritten is Copy of a text that takes a while to write: that is done
	// beside the screen.
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
	// SetModel sets the draft's model; an empty slug unsets it.
	SetModel struct{ Slug string }
	// ShowConversation goes to one of this run's conversations, counted from 0
	// in the order of their making.
	ShowConversation struct{ Index int }
	// RunAction does what a key of the table does; from the palette.
	RunAction struct{ Action Action }
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
	// alone or, with Always, for all calls of the tool in this session.
	RunCommand struct {
		ID     string // of the call
		Always bool
	}
	// ShowHeld shows what a row holds by itself, over the page.
	ShowHeld struct{ Held Held }
	// Close closes the overlay that answers with it.
	Close struct{}
	// Notify shows a line of notice.
	Notify struct{ Text string }

	// Edit puts a value at a place of the request document, written as a JSON
	// Pointer (RFC 6901); - is the place behind an array's last element. A nil
	// Value takes away what stands there.
	Edit struct {
		Pointer string
		Value   json.RawMessage
	}
	// Insert puts a value before the element of an array that Pointer names;
	// an array that is missing is made.
	Insert struct {
		Pointer string // of the array
		Index   int    // at most its length
		Value   json.RawMessage
	}
	// MoveElement moves an element of an array.
	MoveElement struct {
		Pointer  string // of the array
		From, To int
	}
	// ReplaceDocument puts another request document in the place of the one
	// that is being built; from raw editing. Base is the one that it was
	// written over, where another is in force by now; else nil.
	ReplaceDocument struct{ Document, Base []byte }
	// EditText writes a text of the document in the person's own editor, and
	// puts what came of it at Pointer.
	EditText struct {
		Pointer string
		Text    string // as it stands in the form
		JSON    bool   // Text is a JSON value; else it is put in as a string
	}
	// Undo and Redo go back and forth through the edits of the document.
	Undo struct{}
	// Redo is described at Undo.
	Redo struct{}
	// ShowPlace goes to a place of the document in the builder, by JSON
	// Pointer.
	ShowPlace struct{ Pointer string }
	// ShowForm shows a place of the document in the builder's form; Enter goes
	// there with the focus.
	ShowForm struct {
		Place Place
		Enter bool
	}
	// AddElement asks for the kind of a new element, and puts one of it before
	// the element Index of the list that Pointer names.
	AddElement struct {
		Pointer string // of the array
		Index   int    // at most its length
	}
	// DeleteElement takes an element of a list away, and says how it comes
	// back.
	DeleteElement struct {
		Pointer string // of the element
		What    string // names it in the notice
	}
	// ShowCandidates lists the models that a router plugin, by its JSON
	// Pointer, chooses among.
	ShowCandidates struct{ Pointer string }
	// SaveSession writes the request that would be sent next to a file; one
	// that is there only with Replace.
	SaveSession struct {
		Path    string
		Replace bool
	}
	// OpenSession opens a request, a response or a list of items from a file
	// as a new conversation.
	OpenSession struct{ Path string }
	// Complete asks what a path could become; the pane's SetCompletions is told.
	Complete struct{ Prefix string }
	// SendNow sends the document as it stands; with Force also when the checks
	// found faults, when it was Shown also where it asks nothing.
	SendNow struct{ Force, Shown bool }

	// SelectTurn makes the inspector look at another exchange, by its turn.
	SelectTurn struct{ Turn int }
	// Relax opens the request of the exchange that is looked at in the
	// builder, with some edits made to it.
	Relax struct{ Edits []Edit }
	// AskMetadata sends the exchange's request again with the metadata header.
	AskMetadata struct{}
	// Seek puts the cursor of time behind a frame, counted from 0; -1 is the
	// end, which moves while the exchange runs.
	Seek struct{ Frame int }
	// Play lets the cursor of time run at a multiple of true speed; 0 stops it.
	Play struct{ Speed float64 }
	// ShowFrame goes to a frame in the list of events.
	ShowFrame struct {
		Turn  int // whose it is; 0 for the one that is looked at
		Frame int // counted from 0
	}
	// ShowText goes to what a frame wrote in the transcript.
	ShowText struct{ Frame int }
	// Compare shows what differs between the exchanges of two turns. Where one
	// of them is 0 a person is asked which it shall be.
	Compare struct{ A, B int }

	// RunRerank asks every model of the rerank screen to rank the documents;
	// with Force also when the checks found faults.
	RunRerank struct{ Force bool }
	// SetQuery changes the query that is shown.
	SetQuery struct{ Text string }
	// StepQuery goes to the next query of the set (1), or the one before (-1).
	StepQuery struct{ Step int }
	// MarkDocument says how relevant a document is to the query: 0 to 3, or -1
	// to take the mark away.
	MarkDocument struct{ Document, Mark int }
	// AddDocuments puts the documents of a text behind those there are: one a
	// line, or set apart by empty lines; of JSON what a field of it holds.
	AddDocuments struct{ Text, Field string }
	// SetDocument changes a document; one that is an object is given as JSON, or
	// with Member its text alone.
	SetDocument struct {
		Document int
		Text     string
		Member   bool
	}
	// LoadDocuments puts the documents of a file or of a folder's files behind
	// those there are. Field names the column of a CSV or the member of JSON
	// objects that holds the text; empty asks for it where it has to be known.
	LoadDocuments struct {
		Path, Field string
		Whole       bool // objects are taken as they stand, with text and image
	}
	// AddReranker puts a model beside the others.
	AddReranker struct{ Slug string }
	// SetReranker changes what a model, counted from 0, is asked with: a member
	// of its request, as JSON. An empty Value takes it away.
	SetReranker struct {
		Model         int
		Member, Value string
	}
	// AskReranker asks for a setting of a model: a member of its request; an
	// empty one is the whole request.
	AskReranker struct {
		Model  int
		Member string
	}
	// SaveRanking writes what the rerank screen holds to a file.
	SaveRanking struct {
		What    Ranking
		Path    string
		Replace bool
	}
	// OpenSet opens a saved set, or a rerank request, on the rerank screen.
	OpenSet struct{ Path string }
)

// CallAnswer says where the output of a call comes from.
type CallAnswer uint8

// The ways to answer a call.
const (
	AnswerTyped  CallAnswer = iota // the person writes it
	AnswerRun                      // the command that is bound to the tool gives it
	AnswerMadeUp                   // it is made from the tool's schema
)

// Ranking says what of the rerank screen is saved.
type Ranking uint8

// What can be saved.
const (
	RankingSet     Ranking = iota // queries, documents, marks, models
	RankingTable                  // the comparison, as the ending of the file's name says
	RankingRequest                // the request of one model
)

func (Send) intent()             {}
func (Cancel) intent()           {}
func (Resend) intent()           {}
func (EditResend) intent()       {}
func (Branch) intent()           {}
func (Copy) intent()             {}
func (CopyWritten) intent()      {}
func (CopyMenu) intent()         {}
func (SaveBinary) intent()       {}
func (SetModel) intent()         {}
func (RunAction) intent()        {}
func (ShowConversation) intent() {}
func (Attach) intent()           {}
func (AttachPasted) intent()     {}
func (Detach) intent()           {}
func (CompleteFile) intent()     {}
func (AnswerCall) intent()       {}
func (CallOutput) intent()       {}
func (RunCommand) intent()       {}
func (Close) intent()            {}
func (Notify) intent()           {}
func (Edit) intent()             {}
func (Insert) intent()           {}
func (MoveElement) intent()      {}
func (ReplaceDocument) intent()  {}
func (EditText) intent()         {}
func (Undo) intent()             {}
func (Redo) intent()             {}
func (ShowPlace) intent()        {}
func (ShowForm) intent()         {}
func (AddElement) intent()       {}
func (DeleteElement) intent()    {}
func (ShowCandidates) intent()   {}
func (SaveSession) intent()      {}
func (OpenSession) intent()      {}
func (Complete) intent()         {}
func (SendNow) intent()          {}
func (ShowHeld) intent()         {}
func (SelectTurn) intent()       {}
func (Relax) intent()            {}
func (AskMetadata) intent()      {}
func (Seek) intent()             {}
func (Play) intent()             {}
func (ShowFrame) intent()        {}
func (ShowText) intent()         {}
func (Compare) intent()          {}
func (RunRerank) intent()        {}
func (SetQuery) intent()         {}
func (StepQuery) intent()        {}
func (MarkDocument) intent()     {}
func (AddDocuments) intent()     {}
func (SetDocument) intent()      {}
func (LoadDocuments) intent()    {}
func (AddReranker) intent()      {}
func (SetReranker) intent()      {}
func (AskReranker) intent()      {}
func (SaveRanking) intent()      {}
func (OpenSet) intent()          {}
