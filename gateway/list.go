package gateway

import (
	"net/http"
	"strconv"

	"github.com/go-json-experiment/json"
)

// list answers GET /models in the common shape {data:[{id, …}]}: the document
// names the endpoint and does not show its result.
func (x *exchange) list() { x.document(x.List()) }

// List is what GET /models answers.
func (g *Gateway) List() []byte {
	var list struct {
		Object string  `json:"object"`
		Data   []entry `json:"data"`
		Total  int     `json:"total_count"`
		Links  struct {
			Next *string `json:"next"`
		} `json:"links"` // of the next page: there is none
	}
	list.Object = "list"
	for _, m := range g.models.All() {
		list.Data = append(list.Data, listed(m))
	}
	list.Total = len(list.Data)
	body, err := json.Marshal(list, json.Deterministic(true))
	if err != nil {
		// Only strings and numbers of our own go in.
		panic("gateway: " + err.Error())
	}
	return body
}

// options says what may be asked of what has a GET.
func (x *exchange) options() {
	x.status = http.StatusNoContent
	x.w.Header().Set("Allow", "GET, HEAD, OPTIONS")
	x.w.WriteHeader(x.status)
}

// document answers with a complete JSON document.
func (x *exchange) document(body []byte) {
	x.status = http.StatusOK
	x.w.Header().Set("Content-Type", "application/json")
	x.w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	if _, err := x.w.Write(body); err != nil {
		x.outcome = err.Error()
	}
}
