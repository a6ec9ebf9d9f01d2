package files

import (
	"errors"
	"fmt"
	"time"

	"gatehouse/client/capture"
	"gatehouse/client/wire"
	"gatehouse/state/rank/dataset"
	"gatehouse/state/request/intake"
	"gatehouse/state/request/talk"
)

// ErrNoRequest is the error of curl commands that send no request of ours.
var ErrNoRequest = errors.New("this curl command sends no POST to …/responses or …/rerank; only such commands open")

// openCurl opens the first request of a script with curl commands, without its credentials. The
// error is foreign.ErrNoCurl for any other file.
func openCurl(path string, script []byte, allowed []string) (File, error) {
	requests, err := Curl(path, script, allowed...)
	if errors.Is(err, intake.ErrNoCurl) {
		return File{}, err
	}
	for _, r := range requests {
		if !r.IsNative() {
			continue
		}
		f, err := openRequest(path, r)
		if more := len(requests) - 1; err == nil && more > 0 {
			note := fmt.Sprintf("left out: %d more requests", more)
			if f.Session.Note = note; f.Set != nil {
				f.Set.Note = note
			}
		}
		return f, err
	}
	if err == nil {
		err = ErrNoRequest
	}
	return File{}, fmt.Errorf("%s: %w", path, err)
}

// Curl returns the requests of the curl commands in the file at path. Files that they name are
// read within the file's Reach.
func Curl(path string, script []byte, allowed ...string) ([]intake.Request, error) {
	reach, err := ReachOf(path, allowed...)
	if err != nil {
		return nil, err
	}
	return intake.Curl(script, func(name string) ([]byte, error) { return reach.Read(name, MaxDocument) })
}

func openRequest(path string, r intake.Request) (f File, err error) {
	c := intake.Unanswered(r, time.Time{})
	capture.Clean(c)
	f.Body = c.Sent.Body
	if r.PostsTo(wire.EndpointRerank) {
		f.Set = &Set{Path: path}
		f.Set.Set, err = dataset.FromRequest(f.Body)
	} else {
		f.Session.Path = path
		f.Conversation, err = talk.Open(f.Body)
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return f, err
}
