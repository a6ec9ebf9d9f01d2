// Package profile has presets of the services with this API, and reads keys from where the
// user stores them.
package profile

import (
	"net"
	"net/netip"
	"net/url"
	"strings"
)

// Service is the preset of a service.
type Service struct {
	ID       string // as in --profile ollama
	Name     string
	BaseURL  string // empty for the local gateway, whose port varies
	Word     string // in X-<Word>-Metadata, <word>_metadata and <word>: tools
	Metadata bool   // returns routing metadata when it is requested
	Rerank   bool   // has /rerank
	KeyEnv   string // the variable of its key in other programs; used only on request
	Aliases  bool   // accepts model names that are not in its list, such as presets and routes
	About    string // a description in a few words
}

// Loopback reports whether the service runs on this machine: its host is localhost or a
// loopback address. Other names below .localhost do not count, because a DNS server decides
// their address.
func (s Service) Loopback() bool {
	u, err := url.Parse(s.BaseURL)
	if s.BaseURL == "" || err != nil {
		return err == nil
	}
	ip, err := netip.ParseAddr(u.Hostname())
	return strings.EqualFold(u.Hostname(), "localhost") || err == nil && ip.Zone() == "" && ip.Unmap().IsLoopback()
}

// Local is the ID of the local gateway.
const Local = "local"

// Services returns the services with presets, the local gateway first.
func Services() []Service {
	return []Service{
		{ID: Local, Name: "local gateway", Word: "service", Metadata: true, Rerank: true, About: "simulated, in this program"},
		{
			ID: "openrouter", Name: "OpenRouter", BaseURL: "https://openrouter.ai/api/v1", Word: "openrouter",
			Metadata: true, Rerank: true, Aliases: true, KeyEnv: "OPENROUTER_API_KEY", About: "routes to many providers",
		},
		{ID: "openai", Name: "OpenAI", BaseURL: "https://api.openai.com/v1", Word: "service", KeyEnv: "OPENAI_API_KEY", About: "the models of OpenAI"},
		{ID: "ollama", Name: "Ollama", BaseURL: "http://127.0.0.1:11434/v1", Word: "service", About: "models on this machine"},
		{ID: "lmstudio", Name: "LM Studio", BaseURL: "http://127.0.0.1:1234/v1", Word: "service", About: "models on this machine"},
		{ID: "vllm", Name: "vLLM", BaseURL: "http://127.0.0.1:8000/v1", Word: "service", Rerank: true, About: "a vLLM server on this machine"},
		{ID: "portkey", Name: "Portkey gateway", BaseURL: "http://127.0.0.1:8787/v1", Word: "service", About: "routes by headers you set"},
	}
}

// Preset returns the service with an ID; ok is false if there is none.
func Preset(id string) (s Service, ok bool) {
	for _, s := range Services() {
		if s.ID == id {
			return s, true
		}
	}
	return Service{}, false
}

// Lookup returns the preset of the service with the host of an address. For any other host,
// and for this machine, where ports prove little, it returns a gateway of the API document,
// whose word is "service"; ok is then false.
func Lookup(baseURL string) (s Service, ok bool) {
	unknown := Service{BaseURL: baseURL, Word: "service", Metadata: true, Rerank: true}
	u, err := url.Parse(baseURL)
	if err != nil {
		return unknown, false
	}
	for _, s := range Services() {
		known, err := url.Parse(s.BaseURL)
		if err == nil && !s.Loopback() && strings.EqualFold(known.Hostname(), u.Hostname()) {
			return s, true
		}
	}
	return unknown, false
}

// Offer is a key of another program that the user could use.
type Offer struct {
	Env     string // the variable's name
	Service Service
}

// Offers returns the keys of known services that lookup (for example os.Getenv) finds in the
// environment. They are offers: a value is sent nowhere until the user names the variable in
// a profile.
func Offers(lookup func(string) string) []Offer {
	var out []Offer
	for _, s := range Services() {
		if s.KeyEnv != "" && strings.TrimSpace(lookup(s.KeyEnv)) != "" {
			out = append(out, Offer{Env: s.KeyEnv, Service: s})
		}
	}
	return out
}

// Exposed returns the host of a base URL if others can read what is sent there: over plain
// http, and not to this machine; else "".
func Exposed(base string) (host string) {
	u, err := url.Parse(base)
	if err != nil || !strings.EqualFold(u.Scheme, "http") {
		return ""
	}
	host = strings.ToLower(strings.TrimSuffix(u.Hostname(), "."))
	ip := net.ParseIP(strings.SplitN(host, "%", 2)[0])
	if host == "localhost" || strings.HasSuffix(host, ".localhost") || ip != nil && ip.IsLoopback() {
		return ""
	}
	return u.Hostname()
}
