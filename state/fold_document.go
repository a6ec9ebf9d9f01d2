package state

import (
	"encoding/json"

	"gatehouse/client/read"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// dropTooDeep returns a document without what nests too deep to be read, and warns of it.
func (x *Exchange) dropTooDeep(body []byte) []byte {
	if body, x.TooDeep = read.Shallow(body); x.TooDeep {
		x.warn(WarnUndecodable, "", "the answer nests deeper than 10,000 levels: what is nested deeper is not read")
	}
	return body
}

// documentAnswer reads a 2xx answer that is not an event stream.
func (x *Exchange) documentAnswer(body []byte) {
	valid := scan.Valid(body)
	if !valid {
		body = x.dropTooDeep(body)
		valid = x.TooDeep
	}
	stop, unfinished := "", false
	if !valid {
		stop, unfinished = scan.StopsAt(body)
	}
	switch {
	case valid && x.IsRerank():
		x.rerankAnswer(body)
	case valid && x.foreign != nil:
		x.foreignDocument(body)
	case valid && scan.KindOf(body) == scan.Object:
		x.objectAnswer(body)
	case valid:
		x.failNoResponse(body, "the answer is JSON, but no response object")
	case x.End.Cause != wire.EndClean || unfinished:
		x.StopsAt = stop
		x.setTruncated()
	case scan.KindOf(body) == scan.Object, scan.KindOf(body) == scan.Array:
		message := "the answer is nested too deep to be read"
		if err := scan.Check(body); err != nil {
			message = "the answer is not JSON: " + err.Error()
		}
		x.failNoResponse(body, message)
	default:
		x.failNoResponse(body, "")
	}
}

// otherDocument stores the JSON object that answers any other request, and reads its model and its
// usage: those of embeddings are called as ours.
func (x *Exchange) otherDocument(body []byte) {
	if x.Stream || scan.KindOf(body) != scan.Object || !scan.Valid(body) {
		return
	}
	x.Response, x.Model = body, scan.Text(scan.Get(body, "model"))
	if usage := scan.Get(body, "usage"); scan.KindOf(usage) == scan.Object {
		x.Usage = usage
	}
}

// objectAnswer reads a JSON object: a response, or an error in a 200.
func (x *Exchange) objectAnswer(body json.RawMessage) {
	ending, ok := read.DocumentEnding(body)
	if !ok {
		x.failNoResponse(body, "the answer is JSON, but no response object")
		return
	}
	x.Failure = ending.Failure
	if ending.Error {
		x.readResponse(body)
		x.Verdict, x.Reason = Failed, x.failedReason(nil)
		return
	}
	x.Response = body
	x.setResponse(body)
	x.setVerdict(ending.Status, body)
	x.warnOfEnd()
}

// failNoResponse sets the verdict on a 2xx answer that is not a response at all, such as a
// web page.
func (x *Exchange) failNoResponse(body []byte, message string) {
	f := x.readFailure(body)
	if message != "" {
		f.Message = message
	}
	x.Failure = &f
	x.Verdict, x.Reason = Failed, "no response"
}

// rerankAnswer reads a complete JSON value that answers POST /rerank.
func (x *Exchange) rerankAnswer(body []byte) {
	if f, failed := read.BodyFailure(body); failed {
		x.Failure = &f
		x.readResponse(body)
		x.Verdict, x.Reason = Failed, x.failedReason(nil)
		return
	}
	r, err := read.Rerank(body)
	if err != nil {
		x.failNoResponse(body, "the answer is JSON, but no rerank result: it has no list of results")
		return
	}
	x.Ranking, x.Response, x.Model = &r, body, r.Model
	if scan.KindOf(body) == scan.Object {
		x.readResponse(body)
	}
	if r.Usage != nil {
		x.Usage = r.Usage
	}
	x.Verdict = Completed
	x.warnOfEnd()
}
