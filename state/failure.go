package state

import (
	"net/http"
	"time"

	"gatehouse/client/wire"
	"gatehouse/state/raw"
)

// eventFailure reads an error event of any known shape.
func eventFailure(e wire.Event) (wire.Failure, bool) {
	err := raw.Get(e.Data, "error")
	if response := raw.Get(e.Data, "response"); response != nil {
		err = raw.Get(response, "error")
	}
	if raw.IsNull(err) {
		if e.Type != "error" {
			return wire.Failure{}, e.Type == "response.failed"
		}
		err = []byte(e.Data)
	}
	return wire.Failure{Code: raw.Get(err, "code"), Message: raw.Text(raw.Get(err, "message")), Metadata: raw.Get(err, "metadata"), Body: err}, true
}

func readFailure(status int, header http.Header, body []byte, size int64, at time.Time) wire.Failure {
	err := raw.Get(body, "error")
	return wire.Failure{Status: status, Code: raw.Get(err, "code"), Message: raw.Text(raw.Get(err, "message")), Metadata: raw.Get(err, "metadata"), Body: err, Document: err == nil, BodySize: size}
}
