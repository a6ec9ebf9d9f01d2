package files

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"gatehouse/app/effect/progress"
	"gatehouse/client"
	"gatehouse/client/har"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state/expect"
	"gatehouse/state/rank/dataset"
	"gatehouse/state/request/intake"
	"gatehouse/state/request/talk"
)

// errNoJSON is the error of a file that does not begin like JSON.
var errNoJSON = errors.New("neither JSON nor a curl command")

// errRanking is the error of a file that is the answer of /rerank.
var errRanking = errors.New("the answer of a rerank request, which cannot be opened: it does not hold what was asked; open the request, and ask again")

// Session is a file that was opened as a conversation.
type Session struct {
	Path         string // as named by the user
	Conversation *talk.Conversation
	// Request: the file is a request, as a conversation is saved, and not a response, an event
	// stream, a list of items or a text.
	Request bool
	Note    string      // what of the file is not shown, or ""
	Entries []har.Entry // exchanges of an HTTP Archive; nil for any other file
}

// Set is a file that was opened as a rerank set: a request to /rerank, a set, or a recorded
// comparison.
type Set struct {
	Path  string // as named by the user
	Saved bool   // the file is a set, not a request
	dataset.Set
	Runs    []talk.Recorded // rankings of the set
	Note    string          // what of the file is not shown, or ""
	Entries []har.Entry     // exchanges of an HTTP Archive; nil for any other file
}

// Lab is a lab file that was opened, or is being written: then it may lack checks and variants.
type Lab struct {
	Path string // as named by the user
	Text []byte
	*expect.Lab
}

// ReadLab parses the text of a lab file at a path, which need not be there, and reads the files that it names within
// its Reach. The error is an *expect.Broken, or names the path.
func ReadLab(path string, text []byte, allowed ...string) (*Lab, error) {
	reach, err := ReachOf(path, allowed...)
	if err != nil {
		return nil, err
	}
	file, err := expect.ParseLab(FromHere(path), text, func(name string) ([]byte, error) { return reach.Read(name, MaxDocument) })
	return &Lab{path, text, file}, err
}

// looksLikeLab reports whether the data of a file is TOML with variants.
func looksLikeLab(data []byte) bool {
	return scan.Check(data) != nil && slices.ContainsFunc(bytes.Split(data, []byte("\n")), func(line []byte) bool {
		return bytes.HasPrefix(bytes.TrimSpace(line), []byte("[[variant]]"))
	})
}

// File is an opened file: a Session, a Set or a Lab.
type File struct {
	Session
	Set  *Set   // nil for any other file
	Lab  *Lab   // nil for any other file
	Body []byte // of the request of a curl command; nil for any other file
}

// OpenSession is OpenFile for conversations; a file without one is an error.
func OpenSession(w *progress.Work, path string, allowed ...string) (Session, error) {
	f, err := OpenFile(w, path, allowed...)
	if err == nil && f.Set != nil {
		err = fmt.Errorf("%s: a rerank request or set, no conversation", path)
	}
	if err == nil && f.Lab != nil {
		err = fmt.Errorf("%[1]s: a lab file, no conversation; gatehouse lab %[1]s runs it", path)
	}
	return f.Session, err
}

// OpenFile reads a file as Load does. The error names the path and the remedy; Set is then not nil
// if the file should be a set. It is a *progress.StoppedError if w was stopped. Files that it names
// are read within its Reach.
func OpenFile(w *progress.Work, path string, allowed ...string) (f File, err error) {
	if IsDataSet(path) {
		in, err := dataSet(w, path, 0, allowed)
		if err = cmp.Or(w.Err(), err); err == nil {
			f.Set = &Set{Path: path, Set: *in.Set, Note: strings.Join(in.Set.Notes(), "; ")}
		}
		return f, err
	}
	data, err := Load(path)
	if err != nil {
		return File{}, err
	}
	return OpenData(w, path, data, allowed...)
}

// Load reads a file of at most MaxDocument bytes; of a saved answer MaxStream bytes.
func Load(path string) ([]byte, error) {
	limit := int64(MaxDocument)
	if first := beginning(path); client.LooksSaved(first) || har.LooksLikeHAR(first) {
		limit = MaxStream
	}
	return Read(path, limit)
}

// OpenData is OpenFile for the data of a file.
func OpenData(w *progress.Work, path string, data []byte, allowed ...string) (File, error) {
	f, err := openData(w, path, data, allowed)
	if stopped := w.Err(); stopped != nil {
		return File{}, stopped
	}
	return f, err
}

func openData(w *progress.Work, path string, data []byte, allowed []string) (_ File, err error) {
	if har.LooksLikeHAR(data) {
		return openHAR(w, path, wire.TrimBOM(data))
	}
	if looksLikeLab(data) {
		lab, err := ReadLab(path, data, allowed...)
		return File{Lab: lab}, err
	}
	if client.LooksLikeEvents(data) || !dataset.Opens(data) || scan.Check(data) != nil {
		session, err := openSession(w, path, data)
		if err != nil && scan.Check(data) != nil {
			if f, wrong := openCurl(path, data, allowed); !errors.Is(wrong, intake.ErrNoCurl) {
				return f, wrong
			}
		}
		return File{Session: session}, err
	}
	set := &Set{Path: path, Saved: dataset.IsSet(data)}
	if set.Set, err = dataset.Open(data); err != nil {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return File{Set: set}, err
}

// openSession opens a file that is no rerank set.
func openSession(w *progress.Work, path string, data []byte) (Session, error) {
	if client.LooksLikeEvents(data) {
		conv, err := openEvents(w, data)
		if err != nil {
			return Session{}, fmt.Errorf("%s: %w", path, err)
		}
		return Session{Path: path, Conversation: conv}, nil
	}
	if scan.Check(data) != nil {
		if conv, err := openSaved(w, data); err == nil {
			return Session{Path: path, Conversation: conv}, nil
		} else if !errors.Is(err, client.ErrNoAnswer) {
			return Session{}, fmt.Errorf("%s: %w", path, err)
		}
	} else if talk.IsRanking(data) {
		return Session{}, fmt.Errorf("%s: %w", path, errRanking)
	}
	if intake.LooksLikeBatch(data) {
		return Session{}, fmt.Errorf("%s: a file of the Batch API, which holds many exchanges; gatehouse import %s takes it into the history", path, path)
	}
	conv, err := talk.Open(data)
	var wrong *scan.SyntaxError
	if errors.As(err, &wrong) && wrong.Unfinished(data) && len(data) > 0 {
		return Session{}, fmt.Errorf("%s: %w; the file stops there: save it again completely", path, err)
	}
	switch format := dataset.Guess(path, nil); { // by its name
	case wrong == nil || wrong.Unfinished(data):
	case format == dataset.CSV || format == dataset.JSONL:
		return Session{}, fmt.Errorf("%s: its rows open as documents or queries: gatehouse rerank %s, or o in Rerank", path, path)
	case bytes.Contains(data, []byte("[[check]]")):
		return Session{}, fmt.Errorf("%s: a file of checks, no conversation; gatehouse check %s runs it", path, path)
	case !slices.Contains([]scan.Kind{scan.Object, scan.Array, scan.String}, scan.KindOf(wire.TrimBOM(data))):
		err = errNoJSON
	}
	if err != nil {
		return Session{}, fmt.Errorf("%s: %w; what opens is an HTTP Archive, a curl command, the JSON of a request, a response, a list of items or a text, or a saved event stream; gatehouse validate %s shows more", path, err, path)
	}
	return Session{
		Path: path, Conversation: conv,
		Request: scan.KindOf(data) == scan.Object && !talk.IsAnswer(data),
	}, nil
}

// openSaved opens an answer that was saved as received.
func openSaved(w *progress.Work, file []byte) (*talk.Conversation, error) {
	capture, err := client.ReadSaved(file)
	if errors.Is(err, client.ErrLongHead) {
		return nil, fmt.Errorf("%w; the part after it opens without it, as curl writes it without -i", err)
	}
	if err != nil {
		return nil, err
	}
	conv, err := talk.OpenSaved(capture, watched(w, client.ReplaySaved(capture)))
	if err == nil && talk.IsRanking(conv.Current.Exchange.Response) {
		return nil, errRanking
	}
	return conv, err
}

// openEvents opens the output of send --events.
func openEvents(w *progress.Work, file []byte) (*talk.Conversation, error) {
	capture, warnings, err := client.ReadSavedEvents(file, func(lines int) error { return w.Counted("reading", lines, 0, "lines") })
	if err != nil {
		return nil, err
	}
	return talk.OpenEvents(capture, watched(w, client.ReplaySaved(capture)), warnings)
}

// beginning returns the first bytes of a regular file; nil if it cannot be read.
func beginning(path string) []byte {
	full, err := Expand(path)
	if err != nil {
		return nil
	}
	if info, err := os.Stat(full); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	f, err := os.Open(full)
	if err != nil {
		return nil
	}
	defer f.Close()
	head := make([]byte, 512)
	n, _ := io.ReadFull(f, head) // a shorter file is fine
	return head[:n]
}

// Default sets the model of a conversation that was not opened from a request and names none.
func (s Session) Default(model string) error {
	if s.Request || model == "" || s.Conversation.Draft.Model() != "" {
		return nil
	}
	return s.Conversation.Draft.SetModel(model)
}
