package proxy

import (
	"encoding/json"
	"net/http"
	"strconv"
)

// The types of errors that are no answer of an API, but of one of these servers.
const (
	TypeProxy  = "gatehouse_proxy"
	TypeReplay = "gatehouse_replay"
)

// ErrorBody is an error in the form of an API's, with the type of who gives it. metadata is
// left out where it is nil.
func ErrorBody(by string, status int, words string, metadata any) []byte {
	members := map[string]any{"code": status, "type": by, "message": words}
	if metadata != nil {
		members["metadata"] = metadata
	}
	body, err := json.Marshal(map[string]any{"error": members})
	if err != nil {
		panic("proxy: an error is no JSON: " + err.Error()) // its types always encode
	}
	return append(body, '\n')
}

// Refuse answers a request with an error instead of an answer.
func Refuse(w http.ResponseWriter, by string, status int, words string) {
	body := ErrorBody(by, status, words, nil)
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body)
}
