package trace

import (
	"cmp"
	"net/url"
	"strings"

	"gatehouse/client/wire"
	"gatehouse/state/history"
)

// providers are the conventions' names of providers, by the gateways' names in lower case without blanks
// and dashes. Others are exported unchanged.
var providers = map[string]string{
	"amazonbedrock": "aws.bedrock", "awsbedrock": "aws.bedrock", "bedrock": "aws.bedrock", "amazon": "aws.bedrock",
	"anthropic": "anthropic", "azure": "azure.ai.openai", "azureopenai": "azure.ai.openai", "cohere": "cohere", "deepseek": "deepseek",
	"gemini": "gcp.gemini", "googleaistudio": "gcp.gemini", "google": "gcp.gen_ai", "googlevertex": "gcp.vertex_ai", "vertex": "gcp.vertex_ai", "vertexai": "gcp.vertex_ai",
	"groq": "groq", "watsonx": "ibm.watsonx.ai", "mistral": "mistral_ai", "mistralai": "mistral_ai", "moonshot": "moonshot_ai", "moonshotai": "moonshot_ai",
	"openai": "openai", "perplexity": "perplexity", "xai": "x_ai",
}

// hosts are the providers whose API is at a host or below it.
var hosts = map[string]string{
	"api.openai.com": "openai", "api.anthropic.com": "anthropic", "openai.azure.com": "azure.ai.openai", "api.cohere.com": "cohere", "api.cohere.ai": "cohere",
	"api.deepseek.com": "deepseek", "generativelanguage.googleapis.com": "gcp.gemini", "aiplatform.googleapis.com": "gcp.vertex_ai",
	"api.groq.com": "groq", "api.mistral.ai": "mistral_ai", "api.moonshot.ai": "moonshot_ai", "api.perplexity.ai": "perplexity", "api.x.ai": "x_ai",
}

// provider is a provider as the conventions name it; empty for none.
func provider(reported string) string {
	plain := strings.NewReplacer(" ", "", "-", "", "_", "").Replace(strings.ToLower(reported))
	return cmp.Or(providers[plain], reported)
}

// asked is the best that is known of a provider whom nobody reported: whose API it is by its
// host, the word of the service, the host.
func asked(about history.About, sent wire.Sent) string {
	if about.Connection == history.Local {
		return "gatehouse"
	}
	host, _ := server(sent)
	for below := host; below != ""; _, below, _ = strings.Cut(below, ".") {
		if name := hosts[below]; name != "" {
			return name
		}
	}
	if about.Service != "service" { // the default for a service without a word
		host = cmp.Or(about.Service, host)
	}
	return host
}

// server is the host and port that a request was sent to; the port is 0 where it is not known.
func server(sent wire.Sent) (host string, port int) {
	u, err := url.Parse(sent.URL)
	if err != nil || u.Hostname() == "" {
		return "", 0
	}
	return strings.ToLower(u.Hostname()), portOf(u)
}
