package validate

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"gatehouse/client/scan"
	"gatehouse/state/json/schema"
)

func onlyFalse(c *checker, at *path, v []byte) {
	if string(v) != "false" {
		c.fault(at, "true, must be false: the service stores nothing")
	}
}

func notSupported(c *checker, at *path, v []byte) {
	c.fault(at, schema.Excerpt(v)+", must be null: not supported, input holds the complete conversation")
}

// metadata checks what the table cannot: the number of pairs, and the keys.
func metadata(c *checker, at *path, v []byte) {
	n := 0
	for range scan.Members(v) {
		n++
	}
	if n > 16 {
		c.fault(at, fmt.Sprintf("%d pairs, at most 16 allowed", n))
	}
	for m := range scan.Members(v) {
		if length := utf8.RuneCountInString(m.Key); length > 64 {
			c.fault(at.key(m.Key), fmt.Sprintf("key has %d characters, at most 64 allowed", length))
		}
		if strings.ContainsAny(m.Key, "[]") {
			c.fault(at.key(m.Key), "key has brackets, which are not allowed")
		}
	}
}

// maxPatterns is the total length of all patterns of one list, in characters.
const maxPatterns = 65536

func patternTotal(c *checker, at *path, v []byte) {
	total := 0
	for _, pattern := range scan.Elements(v) {
		total += scan.Runes(pattern)
	}
	if total > maxPatterns {
		c.fault(at, fmt.Sprintf("%d characters in total, at most %d allowed", total, maxPatterns))
	}
}

// functionName: a function tool must have a name (CONTRACT, rule 4).
func functionName(c *checker, at *path, v []byte) {
	if scan.Text(scan.Get(v, "type")) == "function" && scan.Get(v, "name") == nil {
		c.fault(at.key("name"), "is missing; a function tool needs one")
	}
}

func emptyDocument(c *checker, at *path, v []byte) {
	if scan.KindOf(v) == scan.Object && scan.Get(v, "text") == nil && scan.Get(v, "image") == nil {
		c.hint(at, "neither text nor image, services require one of them")
	}
}

// withoutEffect warns of members that are deprecated or that another member overrides.
func withoutEffect(c *checker, at *path, v []byte) {
	has := func(key string) bool { return !scan.IsNull(scan.Get(v, key)) }
	if has("route") {
		c.warning(at.key("route"), "deprecated")
	}
	if has("debug") && string(scan.Get(v, "stream")) != "true" {
		c.warning(at.key("debug"), "has no effect without stream")
	}
	if has("max_tool_calls") && has("stop_server_tools_when") {
		c.warning(at.key("max_tool_calls"), "has no effect with stop_server_tools_when")
	}
}

// pluginEffects is withoutEffect for one plugin.
func pluginEffects(c *checker, at *path, v []byte) {
	has := func(key string) bool { return !scan.IsNull(scan.Get(v, key)) }
	switch id := scan.Text(scan.Get(v, "id")); id {
	case "auto-router", "auto-beta-router":
		if has("cost_quality_tradeoff") {
			message := "deprecated, use cost_tier"
			if has("cost_tier") {
				message = "deprecated, and has no effect with cost_tier"
			}
			c.warning(at.key("cost_quality_tradeoff"), message)
		}
		if id == "auto-beta-router" && has("pin_model") {
			c.warning(at.key("pin_model"), "has no effect: only auto-router supports it")
		}
	case "pareto-router":
		if has("min_coding_score") && has("max_price") {
			c.warning(at.key("min_coding_score"), "has no effect with max_price")
		}
	case "fusion":
		if has("preset") && has("analysis_models") && has("model") {
			c.warning(at.key("preset"), "has no effect with analysis_models and model")
		}
	}
}
