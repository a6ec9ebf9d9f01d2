package views

// The actions of the program. Those of the transcript alone are in
// actions_transcript.go.
const (
	ActStop          Action = "stop"
	ActInterrupt     Action = "interrupt"
	ActNextPane      Action = "next-pane"
	ActPreviousPane  Action = "previous-pane"
	ActChat          Action = "chat"
	ActInspect       Action = "inspect"
	ActColumn        Action = "column"
	ActPreviewPlace  Action = "preview-place"
	ActHelp          Action = "help"
	ActPalette       Action = "palette"
	ActQuit          Action = "quit"
	ActSuspend       Action = "suspend"
	ActModel         Action = "model"
	ActNew           Action = "new"
	ActConversations Action = "conversations"
	ActContinue      Action = "continue"
	ActEarlier       Action = "earlier-runs"
	ActExamples      Action = "examples"
	ActResend        Action = "resend"
	ActResendSame    Action = "resend-same"
	ActEditor        Action = "editor"
	ActCopyMenu      Action = "copy-menu"
	ActMakeCheck     Action = "make-check"
	ActRunCheck      Action = "run-check"
	ActRaw           Action = "raw"
	ActFind          Action = "find"
	ActMetadata      Action = "metadata"
	ActAnswer        Action = "answer-call"
	ActTheme         Action = "theme"
	ActMouse         Action = "mouse"
	ActDoctor        Action = "doctor"
	ActAlert         Action = "alert"
)

// The actions on the request that is being built, on every screen.
const (
	ActSendNow     Action = "send-now"
	ActSendAsItWas Action = "send-as-it-was"
	ActPreview     Action = "preview"
	ActCopyCurl    Action = "copy-curl"

	ActPreviewPiece Action = "preview-piece"
	ActBuild        Action = "build"
	ActSave         Action = "save"
	ActOpen         Action = "open"
	ActUndo         Action = "undo"
	ActRedo         Action = "redo"
)

// The actions of the composer.
const (
	ActSend           Action = "send"
	ActNewLine        Action = "newline"
	ActUp             Action = "up"
	ActDown           Action = "down"
	ActLeft           Action = "left"
	ActRight          Action = "right"
	ActWordLeft       Action = "word-left"
	ActWordRight      Action = "word-right"
	ActLineStart      Action = "line-start"
	ActLineEnd        Action = "line-end"
	ActDeleteBack     Action = "delete-back"
	ActDeleteForward  Action = "delete-forward"
	ActDeleteWordBack Action = "delete-word-back"
	ActDeleteWord     Action = "delete-word"
	ActKillEnd        Action = "kill-line-end"
	ActKillStart      Action = "kill-line-start"
	ActYank           Action = "yank"
)

// The actions of lists and of the help, which are drawn over the screen.
const (
	ActListChoose Action = "list-choose"
	ActListClose  Action = "list-close"
	ActListSwitch Action = "list-switch"
	ActListFavour Action = "list-favourite"
	ActListMark   Action = "list-mark"
	ActShareFile  Action = "share-file" // in the copy and export menu
)

// The headings of F1, in their order.
const (
	groupTalk       = "Talk"
	groupRequest    = "Request"
	groupSee        = "Look"
	groupProgram    = "Program"
	groupComposer   = "Write"
	groupTranscript = "Transcript"
	groupForm       = "Form"
	groupList       = "Lists"
)
