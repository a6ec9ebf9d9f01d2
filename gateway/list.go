package gateway

import (
	"net/http"
	"strconv"
	"strings"

	"gatehouse/gateway/catalogue"

	"github.com/go-json-experiment/json"
)

// models came with the interface; the document gives no date.
const modelsCreated = 1_763_596_800 // 2025-11-20

type pricing struct {
	Prompt     string `json:"prompt"` // USD per token
	Completion string `json:"completion"`
}

type architecture struct {
	Modality         string   `json:"modality"`
	InputModalities  []string `json:"input_modalities"`
	OutputModalities []string `json:"output_modalities"`
	Tokenizer        string   `json:"tokenizer"`
}

type entry struct {
	ID           string       `json:"id"`
	Object       string       `json:"object"`
	Created      int64        `json:"created"`
	OwnedBy      string       `json:"owned_by"`
	Name         string       `json:"name"`
	Description  string       `json:"description"`
	Context      int          `json:"context_length"`
	Pricing      pricing      `json:"pricing"`
	Architecture architecture `json:"architecture"`
}

// list answers GET /models in the common shape {data:[{id, …}]}: the document
// names the endpoint and does not show its result.
func (x *exchange) list() {
	var list struct {
		Object string  `json:"object"`
		Data   []entry `json:"data"`
	}
	list.Object = "list"
	for _, m := range x.models.All() {
		list.Data = append(list.Data, listed(m))
	}
	body, err := json.Marshal(list)
	if err != nil {
		// Only strings and numbers of our own go in.
		panic("gateway: " + err.Error())
	}
	x.document(body)
}

// listed is a model's entry. A router has no price of its own, which the common
// shape writes as -1.
func listed(m catalogue.Model) entry {
	prices := pricing{perToken(m.Prompt), perToken(m.Completion)}
	if m.Router != "" {
		prices = pricing{"-1", "-1"}
	}
	vendor, _, _ := strings.Cut(m.Slug, "/")
	text := []string{"text"}
	return entry{
		ID: m.Slug, Object: "model", Created: modelsCreated, OwnedBy: vendor,
		Name: m.Name, Description: m.Description, Context: m.Context,
		Pricing:      prices,
		Architecture: architecture{"text->text", text, text, "words of up to 12 bytes"},
	}
}

// perToken turns a price per million tokens into one per token, as a decimal
// without exponent.
func perToken(perMillion float64) string {
	return strconv.FormatFloat(perMillion/1e6, 'f', -1, 64)
}

// document answers with a whole JSON document.
func (x *exchange) document(body []byte) {
	x.status = http.StatusOK
	x.w.Header().Set("Content-Type", "application/json")
	x.w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	if _, err := x.w.Write(body); err != nil {
		x.outcome = err.Error()
	}
}
