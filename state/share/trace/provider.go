package trace

import (
	"cmp"
	"net/url"
	"regexp"
	"strconv"
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
	"api.openai.com": "openai", "chatgpt.com": "openai", "api.anthropic.com": "anthropic", "api.cohere.com": "cohere", "api.cohere.ai": "cohere",
	"api.deepseek.com": "deepseek", "generativelanguage.googleapis.com": "gcp.gemini", "aiplatform.googleapis.com": "gcp.vertex_ai",
	"api.groq.com": "groq", "api.mistral.ai": "mistral_ai", "codestral.mistral.ai": "mistral_ai", "api.moonshot.ai": "moonshot_ai", "api.moonshot.cn": "moonshot_ai",
	"api.perplexity.ai": "perplexity", "api.x.ai": "x_ai",
}

// regional are the providers who have an address for each region or customer, by the host and the path.
var regional = []struct {
	address  *regexp.Regexp
	provider string
}{
	// https://docs.aws.amazon.com/general/latest/gr/bedrock.html, with those of FIPS, of dual stack and of a VPC
	{regexp.MustCompile(`(^|\.)bedrock-(agent-)?runtime(-fips)?\.[a-z0-9-]+\.(vpce\.amazonaws\.com|amazonaws\.com(\.cn)?|api\.aws)/`), "aws.bedrock"},
	// https://docs.aws.amazon.com/bedrock/latest/userguide/bedrock-mantle.html
	{regexp.MustCompile(`^bedrock-mantle\.[a-z0-9-]+\.api\.aws/`), "aws.bedrock"},
	// https://learn.microsoft.com/azure/ai-foundry/openai/reference, https://learn.microsoft.com/azure/azure-government/compare-azure-government-global-azure
	{regexp.MustCompile(`\.openai\.azure\.(com|us|cn)/|\.(cognitiveservices|services\.ai)\.azure\.(com|us|cn)/openai/`), "azure.ai.openai"},
	// https://learn.microsoft.com/azure/ai-foundry/foundry-models/concepts/endpoints; models of Anthropic have another path and no well-known value
	{regexp.MustCompile(`\.services\.ai\.azure\.com/models/|\.models\.ai\.azure\.com/|^models\.inference\.ai\.azure\.com/|\.inference\.ml\.azure\.com/`), "azure.ai.inference"},
	// https://cloud.google.com/vertex-ai/docs/general/googleapi-access-methods, https://cloud.google.com/vertex-ai/generative-ai/docs/learn/locations
	{regexp.MustCompile(`^[a-z0-9-]+-aiplatform(-[a-z0-9-]+\.p)?\.googleapis\.com/|^aiplatform\.[a-z0-9-]+\.rep\.googleapis\.com/|\.prediction\.vertexai\.goog/`), "gcp.vertex_ai"},
	// https://cloud.ibm.com/apidocs/watsonx-ai
	{regexp.MustCompile(`^[a-z0-9-]+\.ml\.cloud\.ibm\.com/ml/`), "ibm.watsonx.ai"},
}

// conventionName returns a reported provider as the conventions name it; empty for none.
func conventionName(reported string) string {
	plain := strings.NewReplacer(" ", "", "-", "", "_", "").Replace(strings.ToLower(reported))
	return cmp.Or(providers[plain], reported)
}

// guessProvider returns the best that is known of a provider whom nobody reported: whose API is at
// the address, else the word of the service, else the host.
func guessProvider(about history.About, sent wire.Sent) string {
	if about.Connection == history.Local {
		return "gatehouse"
	}
	host, _ := server(sent)
	if u, err := url.Parse(sent.URL); err == nil {
		for _, r := range regional {
			if r.address.MatchString(host + u.Path) {
				return r.provider
			}
		}
	}
	for below := host; below != ""; _, below, _ = strings.Cut(below, ".") {
		if name := hosts[below]; name != "" {
			return name
		}
	}
	if about.Service != "" && about.Service != "service" { // the default for a service without a word
		return about.Service
	}
	return host
}

// server returns the host and port that a request was sent to; the port is 0 if it is not known.
func server(sent wire.Sent) (host string, port int) {
	u, err := url.Parse(sent.URL)
	if err != nil || u.Hostname() == "" {
		return "", 0
	}
	if port, err = strconv.Atoi(wire.Port(u)); err != nil {
		port = 0
	}
	return strings.ToLower(u.Hostname()), port
}
