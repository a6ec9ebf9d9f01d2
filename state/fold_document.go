package state

import (
	"encoding/json"

	"gatehouse/client/read"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// dropTooDeep returns a document as it can be read, and warns of what is not in it.
func (x *Exchange) dropTooDeep(body []byte) []byte {
	if body, x.Deep = read.Shallow(body); x.Deep {
		x.warn(WarnUndecodable, "", "the answer nests deeper than 10,000 levels: what lies so deep is not read")
	}
	return body
}

// plainAnswer reads a 2xx answer that is no event stream.
func (x *Exchange) plainAnswer(body []byte) {
	valid := scan.Valid(body)
	if !valid {
		body = x.dropTooDeep(body)
		valid = x.Deep
	}
	stop, unfinished := "", false
	if !valid {
		stop, unfinished = scan.Stop(body)
	}
	switch {
	case valid && x.isRerank:
		x.rerankAnswer(body)
	case valid && scan.KindOf(body) == scan.Object:
		x.plainObject(body)
	case valid:
		x.noResponse(body, "the answer is JSON, but no response object")
	case x.End.Cause != wire.EndClean || unfinished:
		x.Stops = stop
		x.truncate()
	case scan.KindOf(body) == scan.Object, scan.KindOf(body) == scan.Array:
		message := "the answer is nested too deep to be read"
		if err := scan.Check(body); err != nil {
			message = "the answer is not JSON: " + err.Error()
		}
		x.noResponse(body, message)
	default:
		x.noResponse(body, "")
	}
}

// plainObject reads a JSON object: a response, or an error in a 200.
func (x *Exchange) plainObject(body json.RawMessage) {
	ending, ok := read.DocumentEnding(body)
	if !ok {
		x.noResponse(body, "the answer is JSON, but no response object")
		return
	}
	x.Failure = ending.Failure
	if ending.Error {
		x.readResponse(body)
		x.Verdict, x.Reason = Failed, x.failedReason(nil)
		return
	}
	x.Response = body
	x.finish(body)
	x.decide(ending.Status, body)
	x.endWarnings()
}

// noResponse is the verdict on a 2xx answer that is no response at all, for
// example a web page.
func (x *Exchange) noResponse(body []byte, message string) {
	f := x.readFailure(body)
	if message != "" {
		f.Message = message
	}
	x.Failure = &f
	x.Verdict, x.Reason = Failed, "no response"
}

// rerankAnswer reads a whole JSON value that answers POST /rerank.
func (x *Exchange) rerankAnswer(body []byte) {
	if f, failed := read.BodyFailure(body); failed {
		x.Failure = &f
		x.readResponse(body)
		x.Verdict, x.Reason = Failed, x.failedReason(nil)
		return
	}
	r, err := read.Rerank(body)
	if err != nil {
		x.noResponse(body, "the answer is JSON, but no rerank result: it has no list of results")
		return
	}
	x.Ranking, x.Response, x.Model = &r, body, r.Model
	if scan.KindOf(body) == scan.Object {
		x.readResponse(body)
	}
	if r.Usage != nil {
		x.Usage = r.Usage.Raw
	}
	x.Verdict = Completed
	x.endWarnings()
}
