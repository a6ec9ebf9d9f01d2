package profile

import (
	"net/url"
	"strings"
)

// Service is a service whose ways are known.
type Service struct {
	Name        string
	BaseURL     string // empty for the local gateway, whose port is its own
	Word        string // in X-<Word>-Metadata, <word>_metadata and <word>: tools
	Metadata    bool   // answers with routing metadata when asked for it
	RefuseModel bool   // refuses attributes that it does not know, like model on an assistant message
	KeyEnv      string // the variable in which other programs keep its key; never used unasked
}

// Services returns the services with presets.
func Services() []Service {
	return []Service{
		{Name: "local gateway", Word: "service", Metadata: true},
		{
			Name: "OpenRouter", BaseURL: "https://openrouter.ai/api/v1", Word: "openrouter",
			Metadata: true, KeyEnv: "OPENROUTER_API_KEY",
		},
		{
			Name: "OpenAI", BaseURL: "https://api.openai.com/v1", Word: "service",
			RefuseModel: true, KeyEnv: "OPENAI_API_KEY",
		},
	}
}

// Lookup returns the preset of the service at an address: it is known by its
// host. Any other address is taken for a gateway of the API document, whose
// word is "service"; ok is then false.
func Lookup(baseURL string) (s Service, ok bool) {
	unknown := Service{BaseURL: baseURL, Word: "service", Metadata: true}
	u, err := url.Parse(baseURL)
	if err != nil {
		return unknown, false
	}
	for _, s := range Services() {
		known, err := url.Parse(s.BaseURL)
		if err == nil && s.BaseURL != "" && strings.EqualFold(known.Hostname(), u.Hostname()) {
			return s, true
		}
	}
	return unknown, false
}

// Offer is a key under another program's name that a person could use.
type Offer struct {
	Env     string // the variable's name
	Service Service
}

// Offers returns the keys of known services that lookup (for example os.Getenv)
// finds in the environment. They are to be offered: the value is not read out
// and goes nowhere until a person names the variable in a profile.
func Offers(lookup func(string) string) []Offer {
	var out []Offer
	for _, s := range Services() {
		if s.KeyEnv != "" && strings.TrimSpace(lookup(s.KeyEnv)) != "" {
			out = append(out, Offer{Env: s.KeyEnv, Service: s})
		}
	}
	return out
}
