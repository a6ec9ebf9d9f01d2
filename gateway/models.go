package gateway

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"

	"gatehouse/gateway/catalogue"
	"gatehouse/gateway/fault"
	"gatehouse/gateway/response"
)

// list answers GET /models in the common format {data:[{id, …}]}: the document names the endpoint
// but does not show its result.
func (x *exchange) list() *fault.Failure {
	x.document(x.List())
	return nil
}

// List returns the body of GET /models.
func (g *Gateway) List() []byte {
	var list struct {
		Object string  `json:"object"`
		Data   []entry `json:"data"`
		Total  int     `json:"total_count"`
		Links  struct {
			Next *string `json:"next"`
		} `json:"links"` // of the next page, which does not exist
	}
	list.Object = "list"
	for _, m := range g.models {
		list.Data = append(list.Data, modelEntry(m))
	}
	list.Total = len(list.Data)
	body, err := json.Marshal(list, json.Deterministic(true))
	if err != nil {
		panic("gateway: " + err.Error()) // strings and numbers always encode
	}
	return body
}

// options lists the methods of a resource with GET.
func (x *exchange) options() *fault.Failure {
	x.status = http.StatusNoContent
	x.w.Header().Set("Allow", "GET, HEAD, OPTIONS")
	x.w.WriteHeader(x.status)
	return nil
}

func (x *exchange) document(body []byte) {
	x.status = http.StatusOK
	x.w.Header().Set("Content-Type", "application/json")
	x.w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	if _, err := x.w.Write(body); err != nil {
		x.outcome = err.Error()
	}
}

// The document gives no date of the models: this is the date of the interface.
const modelsCreated = 1_763_596_800 // 2025-11-20

// entry is one model in GET /models: the members that known readers require, and then those that
// decide routing.
type entry struct {
	ID           string       `json:"id"`
	Canonical    string       `json:"canonical_slug"`
	Object       string       `json:"object"`
	Created      int64        `json:"created"`
	OwnedBy      string       `json:"owned_by"`
	Name         string       `json:"name"`
	Description  string       `json:"description"`
	Context      int          `json:"context_length"`
	Pricing      pricing      `json:"pricing"`
	Architecture architecture `json:"architecture"`
	Parameters   []string     `json:"supported_parameters"`
	Defaults     *struct{}    `json:"default_parameters"`
	Limits       *struct{}    `json:"per_request_limits"`
	Voices       *struct{}    `json:"supported_voices"`
	Top          struct {
		Context   int  `json:"context_length"`
		Moderated bool `json:"is_moderated"`
	} `json:"top_provider"`
	Links struct {
		Details string `json:"details"`
	} `json:"links"`

	Effective   string          `json:"traffic_weighted_price,omitempty"` // USD per token
	Coding      float64         `json:"coding_score,omitzero"`
	Ranks       catalogue.Ranks `json:"task_strengths,omitempty"`
	Distillable bool            `json:"distillable"`
	Endpoints   []offer         `json:"endpoints,omitempty"`
}

type pricing struct {
	Prompt     string `json:"prompt"` // USD per token
	Completion string `json:"completion"`
	CacheRead  string `json:"input_cache_read,omitempty"`
	WebSearch  string `json:"web_search,omitempty"` // USD per search
}

type architecture struct {
	Modality         string   `json:"modality"`
	InputModalities  []string `json:"input_modalities"`
	OutputModalities []string `json:"output_modalities"`
	Tokenizer        string   `json:"tokenizer"`
}

type offer struct {
	Provider     string   `json:"provider"`
	Pricing      pricing  `json:"pricing"`
	Latency      float64  `json:"latency"`    // seconds
	Throughput   float64  `json:"throughput"` // tokens a second
	Quantization string   `json:"quantization"`
	Answers      int      `json:"answers,omitzero"` // the status of an unhealthy one
	Lacks        []string `json:"lacks,omitempty"`
	Retains      bool     `json:"retains_prompts"`
	Publishes    bool     `json:"publishes_free_prompts"`
	TrainsFree   bool     `json:"trains_on_free_prompts"`
	TrainsPaid   bool     `json:"trains_on_paid_prompts"`
}

// modelEntry returns a model's entry. A router has no price, which the usual format writes as -1.
func modelEntry(m catalogue.Model) entry {
	vendor, _, _ := strings.Cut(m.Slug, "/")
	e := entry{
		ID: m.Slug, Canonical: m.Slug, Object: "model", Created: modelsCreated, OwnedBy: vendor,
		Name: m.Name, Description: m.Description, Context: m.Context,
		Pricing:      perToken(m.Prompt, m.Completion),
		Architecture: architecture{"text+image+file->text+image", []string{"text", "image", "file"}, []string{"text", "image"}, "words of up to 12 bytes"},
		Parameters:   []string{"max_tokens", "tools", "tool_choice", "parallel_tool_calls", "response_format", "structured_outputs"},
		Coding:       m.Coding, Ranks: m.Ranks, Distillable: m.Distillable,
	}
	e.Top.Context = m.Context
	e.Links.Details = Prefix + "/models" // the list is all there is to know
	if m.Effective > 0 {
		e.Effective = decimal(m.Effective / 1e6)
	}
	if m.Reasons {
		e.Parameters = append(e.Parameters, "reasoning", "include_reasoning")
	}
	switch {
	case m.Router != "":
		e.Pricing = pricing{Prompt: "-1", Completion: "-1"}
	case m.Rerank:
		// These models do not read images in documents (API document, "Rerank request body").
		e.Architecture.Modality, e.Architecture.InputModalities, e.Architecture.OutputModalities = "text->rerank", []string{"text"}, []string{"rerank"}
		e.Parameters = nil
	}
	if m.Fault {
		return e // its providers are not for choosing
	}
	for _, p := range m.Providers {
		p = m.At(p)
		e.Endpoints = append(e.Endpoints, offer{
			Provider: p.Name, Pricing: perToken(p.Prompt, p.Completion), Latency: p.Latency, Throughput: p.Throughput,
			Quantization: p.Quantization, Answers: p.Status, Lacks: p.Lacks, Retains: p.Retains,
			Publishes: p.Publishes, TrainsFree: p.TrainsFree, TrainsPaid: p.TrainsPaid,
		})
	}
	return e
}

func perToken(prompt, completion float64) pricing {
	return pricing{decimal(prompt / 1e6), decimal(completion / 1e6), decimal(response.CachedShare * prompt / 1e6), "0"}
}

// decimal writes no exponent and no rounding errors.
func decimal(f float64) string {
	return strings.TrimRight(strings.TrimRight(strconv.FormatFloat(f, 'f', 12, 64), "0"), ".")
}
