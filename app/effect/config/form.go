package config

import (
	"slices"
	"strings"
)

// keyFormat is one key of the file and what may be written there. In key, * is a name that the
// user chooses.
type keyFormat struct {
	key  string
	want string
}

func keyFormats() []keyFormat {
	const words = `a list of words, for example ["pass", "show", "work"]`
	return []keyFormat{
		{"profile", `a profile's name in quotes, for example "work"`},
		{"theme", `"auto" or a theme's name, in quotes`},
		{"mouse", "true or false"},
		{"session_id", "true or false"},
		{"profiles", "tables that begin with [profiles.NAME]"},
		{"profiles.*", "a table that begins with [profiles.NAME]"},
		{"profiles.*.base_url", `an address in quotes, for example "https://host/api/v1"`},
		{"profiles.*.service", `the service's word in quotes, for example "service"`},
		{"profiles.*.model", `a model's slug in quotes, for example "vendor/model"`},
		{"profiles.*.persist", "true or false"},
		{"profiles.*.key_env", `the name of an environment variable in quotes, for example "WORK_KEY"`},
		{"profiles.*.key_command", words},
		{"profiles.*.key_keyring", `the name of a keyring entry in quotes, for example "work"`},
		{"profiles.*.auth", `"basic" for a key that is user:password, or "bearer"`},
		{"profiles.*.headers", `a table of texts, for example { "X-Title" = "my program" }`},
		{"profiles.*.headers.*", `a text in quotes, for example "my program"`},
		{"profiles.*.ca_file", `the path of a PEM file in quotes`},
		{"profiles.*.proxy", `an address in quotes, for example "http://proxy.example:3128"`},
		{"profiles.*.message_model", "true or false"},
		{"profiles.*.max_body", `a size in quotes, for example "256MiB"`},
		{"profiles.*.transport", `"websocket" or "http"`},
		{"keys", `a table of actions, for example palette = ["ctrl+p", "f10"]`},
		{"keys.*", `a list of keys, for example ["ctrl+p", "f10"]`},
		{"tools", "tables that begin with [tools.NAME]"},
		{"tools.*", "a table that begins with [tools.NAME]"},
		{"tools.*.command", `a list of words, for example ["./weather", "--json"]`},
		{"tools.*.timeout", `a time span in quotes, for example "10s"`},
		{"tools.*.max_output", "a whole number of bytes, for example 65536"},
		{"tools.*.env", `a list of names, for example ["WEATHER_KEY"]`},
		{"history", "a table that begins with [history]"},
		{"history.keep_days", "a whole number of days; 0 is no limit"},
		{"history.keep_bytes", "a whole number of bytes; 0 is no limit"},
		{"team", "a table that begins with [team]"},
		{"team.url", `the address of a PostgreSQL database in quotes, for example "postgres://ann@db.example/history?sslmode=verify-full"`},
		{"team.url_env", `the name of an environment variable in quotes, for example "TEAM_URL"`},
		{"team.url_command", words},
		{"team.url_keyring", `the name of a keyring entry in quotes, for example "team"`},
		{"team.share", `"all", "marked", or a filter of the history, for example "origin:proxy"`},
		{"team.by", `a name in quotes, for example "ann"`},
		{"proxy", "rules that begin with [[proxy.rule]]"},
		{"proxy.rule", "tables that begin with [[proxy.rule]]"},
		{"proxy.rule.when", `a filter of the history in quotes, for example "path:/responses model:gpt-*"`},
		{"proxy.rule.request", `a jq program in quotes, for example ".temperature = 0"`},
		{"proxy.rule.to", `the name of a profile in quotes, for example "local"`},
		{"redact", "a table that begins with [redact]"},
		{"alert", "tables that begin with [alert.NAME]"},
		{"alert.*", "a table that begins with [alert.NAME]"},
		{"alert.*.filter", `a filter of the history in quotes, for example "origin:proxy model:vendor/*"`},
		{"alert.*.cost_hour", "a number of dollars, for example 0.5"},
		{"alert.*.cost_day", "a number of dollars, for example 5"},
		{"alert.*.failures", "a whole number of exchanges, for example 5"},
		{"alert.*.ttft_p95", `a time span in quotes, for example "2s"`},
		{"alert.*.total_p95", `a time span in quotes, for example "30s"`},
		{"prices", `tables that begin with [prices."vendor/model"]`},
		{"prices.*", `a table that begins with [prices."vendor/model"]`},
		{"prices.*.input", "dollars for a million input tokens, for example 3"},
		{"prices.*.output", "dollars for a million output tokens, for example 15"},
		{"prices.*.cache_read", "dollars for a million tokens read from a cache, for example 0.3"},
		{"prices.*.cache_write", "dollars for a million tokens written to a cache, for example 3.75"},
		{"prices.*.cache_write_1h", "dollars for a million tokens written to a cache for an hour, for example 6"},
		{"prices.*.reasoning", "dollars for a million tokens of reasoning, for example 15"},
		{"prices.*.web_search", "dollars for a thousand web searches, for example 10"},
		{"prices.*.search_unit", "dollars for a thousand search units of a rerank, for example 2"},
		{"prices.*.request", "dollars for a thousand requests, for example 5"},
		{"otlp", "a table that begins with [otlp]"},
		{"otlp.url", `an address in quotes, for example "http://localhost:4318", or "env" for that of the OTEL_EXPORTER_OTLP_* variables`},
		{"otlp.format", `"protobuf" or "json"`},
		{"otlp.content", "true or false"},
		{"otlp.headers", `a table of texts, for example { "X-Scope-OrgID" = "team" }`},
		{"otlp.headers.*", `a text in quotes, for example "team"`},
		{"otlp.key_env", `the name of an environment variable in quotes, for example "COLLECTOR_KEY"`},
		{"otlp.key_command", words},
		{"otlp.key_keyring", `the name of a keyring entry in quotes, for example "collector"`},
		{"otlp.key_header", `the name of a header in quotes, for example "x-api-key"`},
		{"otlp.ca_file", `the path of a PEM file in quotes`},
		{"redact.patterns", `a list of regular expressions, for example ["acme-[0-9]{6}"]`},
	}
}

// expectedValue describes the value of a key; "" for an unknown key.
func expectedValue(key []string) string {
	for _, f := range keyFormats() {
		if matches(strings.Split(f.key, "."), key) {
			return f.want
		}
	}
	return ""
}

// siblings returns the names that the table of a key can have.
func siblings(key []string) []string {
	parent := key[:len(key)-1]
	var names []string
	for _, f := range keyFormats() {
		parts := strings.Split(f.key, ".")
		last := len(parts) - 1
		if parts[last] != "*" && matches(parts[:last], parent) {
			names = append(names, parts[last])
		}
	}
	return names
}

// tables returns the names at the root that hold other keys.
func tables() []string {
	var names []string
	for _, f := range keyFormats() {
		if name, _, inner := strings.Cut(f.key, "."); inner && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

func matches(pattern, key []string) bool {
	return slices.EqualFunc(pattern, key, func(p, k string) bool { return p == "*" || p == k })
}

// SettingNames returns the keys of the file that have a value, written with dots; * is a
// name that the user chooses.
func SettingNames() []string {
	var names []string
	for _, f := range keyFormats() {
		inner := slices.ContainsFunc(keyFormats(), func(other keyFormat) bool { return strings.HasPrefix(other.key, f.key+".") })
		if !inner {
			names = append(names, f.key)
		}
	}
	return names
}
