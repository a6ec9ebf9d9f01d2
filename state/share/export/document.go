package export

import (
	"errors"
	"slices"

	"gatehouse/client/wire"
)

// A Document is a format that a file can have.
type Document struct {
	As      string // the word of `gatehouse export --as`
	Name    string // in the menu
	About   string // what it is, in one line
	Ext     string // of a file's name, with the dot
	Several bool   // it holds several exchanges; else it is made of the last of them
	Redact  bool   // what redact.Kinds lists is masked by default
	Lengths bool   // masks are as long as what they hide
	write   func([]Exchange, Each) ([]byte, error)
	offers  func(Exchange) bool     // where the menu has a use for it; nil: everywhere
	lost    func(Exchange) []string // what it does not hold; nil: nothing is lost
	note    func(Exchange) string   // what its reader should know; nil: nothing
}

// Each is called after each exchange that was written, with how many these are. An error
// ends the writing.
type Each func(done int) error

// Write writes the document. The error is that of an exchange which it cannot hold.
func (d Document) Write(list []Exchange) ([]byte, error) {
	return d.write(list, func(int) error { return nil })
}

// WriteEach is Write that can be watched, and stopped: then the error is that of each.
func (d Document) WriteEach(list []Exchange, each Each) ([]byte, error) { return d.write(list, each) }

// Offered reports whether the document is of use for an exchange, and not the same as another
// document.
func (d Document) Offered(x Exchange) bool { return d.offers == nil || d.offers(x) }

// Lost returns what of the exchanges the document lacks, a place and the reason on each line.
func (d Document) Lost(list []Exchange) []string {
	if d.lost == nil || len(list) == 0 {
		return nil
	}
	return d.lost(list[len(list)-1])
}

// Note returns what someone who writes the document should know, or "".
func (d Document) Note(list []Exchange) string {
	if d.note == nil || len(list) == 0 {
		return ""
	}
	return d.note(list[len(list)-1])
}

// Documents returns all documents in the order of the menu.
func Documents() []Document {
	return []Document{
		{As: "curl", Name: "curl command", About: "a shell command that sends the request", Ext: ".sh", write: ofRequest(curlDocument), note: localNote},
		{As: "json", Name: "request JSON", About: "the body of the request, byte for byte", Ext: ".json", write: ofRequest(jsonDocument)},
		{As: "responses", Name: "/responses request", About: "a request of another API, translated for POST /responses", Ext: ".json", write: responsesDocument, offers: isTranslated, lost: untranslated},
		{As: "go", Name: "Go program", About: "with the openai-go library", Ext: ".go", write: ofRequest(goDocument), note: localNote},
		{As: "python", Name: "Python program", About: "with the openai package", Ext: ".py", write: ofRequest(pythonDocument), note: localNote},
		{As: "typescript", Name: "TypeScript program", About: "with the npm package openai", Ext: ".mts", write: ofRequest(typescriptDocument), note: localNote},
		{As: "check", Name: "check", About: "a check that gatehouse check runs: what the answer must be", Ext: ".toml", write: checkDocument, offers: isAnswered, note: checkNote},
		{As: "markdown", Name: "markdown transcript", About: "the messages, with calls, verdict, cost", Ext: ".md", Several: true, write: markdownDocument},
		{As: "har", Name: "HAR 1.2", About: "an HTTP Archive with all that was sent and received, and when", Ext: ".har", Several: true, Redact: true, Lengths: true, write: harDocument},
		{As: "html", Name: "HTML page", About: "one page with everything, for any browser", Ext: ".html", Several: true, Redact: true, write: htmlDocument},
		OTLP(false),
	}
}

// DocumentAs returns the document that a word names.
func DocumentAs(word string) (d Document, ok bool) {
	for _, d := range Documents() {
		if d.As == word {
			return d, true
		}
	}
	return Document{}, false
}

// ErrNoRequest is the error of an exchange whose request is not known, as of a response
// that was saved alone.
var ErrNoRequest = errors.New("the request is not known: only the response was saved")

// Sent returns the request of an exchange; ok is false if it is not known.
func (of Exchange) Sent() (r Request, ok bool) {
	if of.Capture == nil || of.Capture.Sent.URL == "" {
		return Request{}, false
	}
	return RequestOf(of.Capture.Sent, of.Local), true
}

// request is Sent with an error, also for a request whose body could not be decoded.
func (of Exchange) request() (Request, error) {
	r, ok := of.Sent()
	if !ok {
		return Request{}, ErrNoRequest
	}
	if fault := of.Capture.Sent.Undecoded(); fault != "" {
		return Request{}, errors.New(fault)
	}
	return r, nil
}

// Unsent returns a request as an exchange that has not been made.
func Unsent(sent wire.Sent) *wire.Capture { return &wire.Capture{Sent: sent, Timing: wire.NoTiming()} }

// ofRequest returns a document of the last exchange's request.
func ofRequest(write func(Request) ([]byte, error)) func([]Exchange, Each) ([]byte, error) {
	return func(list []Exchange, _ Each) ([]byte, error) {
		r, err := list[len(list)-1].request()
		if err != nil {
			return nil, err
		}
		return write(r)
	}
}

// localNote names the command that serves the gateway of a request for the embedded one.
func localNote(of Exchange) string {
	if r, err := of.request(); err == nil && r.Local {
		return "start gatehouse gateway first"
	}
	return ""
}

func curlDocument(r Request) ([]byte, error) { return []byte(Curl(r, "")), nil }

// jsonDocument returns the body as a file has it: with a line end.
func jsonDocument(r Request) ([]byte, error) { return append(slices.Clip(r.Body), '\n'), nil }
