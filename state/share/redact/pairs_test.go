package redact_test

import (
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"testing"

	"gatehouse/state/share/redact"
)

// secret is a text, and what of it must be masked.
type secret struct{ name, text, gone string }

// written are the ways to write a name and its value.
func written() []secret {
	const v = "q7Rz-canary-91"
	return []secret{
		{"members", `{"name":"x-api-key","value":"` + v + `"}`, v},
		{"members in a text", `use {"name": "x-api-key", "value": "` + v + `"} here`, v},
		{"members, the value first", `see {"value":"` + v + `","name":"X-Api-Key"}, please`, v},
		{"members without a digit", `{"key":"Authorization","value":"correct horse"}`, "correct horse"},
		{"members that are cut", `{"headers":[{"name":"x-api-key","type":"text","value":"` + v, v},
		{"Postman", `{"header":[{"key":"Authorization","value":"ApiKey ` + v + `","type":"text"}]}`, v},
		{"Postman's auth", `{"auth":{"type":"bearer","bearer":[{"key":"token","value":"` + v + `","type":"string"}]}}`, v},
		{"an attribute of a span", `{"key":"http.request.header.authorization","value":{"stringValue":"` + v + `"}}`, v},
		{"parameters of a HAR", `{"queryString":[{"name":"key","value":"abcd"}]}`, `"abcd"`},
		{"cookies of a HAR", `{"cookies":[{"name":"sid","value":"abcdef"}]}`, "abcdef"},
		{"headers as pairs", `{"headers":[["accept","*/*"],["x-api-key","abcdef"]]}`, "abcdef"},
		{"headers in one list", `{"rawHeaders":["Host","a.example","X-Api-Key","abcdef","Accept","b"]}`, "abcdef"},
		{"arguments of a command", `{"args":["-y","server","--api-key","abcdef"]}`, "abcdef"},
		{"arguments in a text", `run ["server", "--api-key", "` + v + `"] now`, v},
		{"a call", `req.Header.Set("X-Api-Key", "` + v + `")`, v},
		{"a tuple", `headers = [('x-api-key', '` + v + `')]`, v},
		{"an object of JavaScript", `{ name: 'x-api-key', value: '` + v + `' }`, v},
		{"an option", "tool --api-key " + v + " --verbose", v},
		{"an option, quoted", `tool --password "correct horse" -v`, "correct horse"},
		{"an option on a line of its own", "tool \\\n  --token \\\n  " + v, v},
		{"an option with =", "tool --api-key=" + v, v},
		{"an option of PowerShell", `Connect-It -Password '` + v + `'`, v},
		{"curl -u", "curl -u bob:hunter https://a.example", "hunter"},
		{"curl --user", `curl https://a.example --user "bob:correct horse"`, "correct horse"},
		{"a header of curl", `curl -H "x-api-key: ` + v + `"`, v},
		{"cookies of curl", `curl -H 'Cookie: theme=dark; session=` + v + `'`, v},
		{"netrc", "machine api.example login bob password hunter", "hunter"},
		{"netrc in lines", "machine api.example\n  login bob\n  password " + v + "\nmachine b.example login x", v},
		{"netrc's default", "default login anonymous password " + v, v},
		{"dotenv", "A=1\nOPENAI_API_KEY=" + v + "\n", v},
		{"dotenv, quoted", `DB_PASS="` + v + `"`, v},
		{"export", "export DB_PASSWORD='" + v + "'", v},
		{"setenv", "setenv API_KEY " + v, v},
		{"a Dockerfile", "FROM x\nENV API_KEY " + v, v},
		{"fish", "set -gx API_KEY " + v, v},
		{"a setting of npm", "npm config set //registry.example/:_authToken " + v, v},
		{"a setting of aws", "aws configure set aws_secret_access_key " + v, v},
		{"YAML", "db:\n  password: " + v + "\n", v},
		{"YAML, a block", "apiKey: |-\n  " + v + "\n", v},
		{"YAML, a list of variables", "env:\n  - name: API_KEY\n    value: " + v + "\n", v},
		{"TOML", `api_key = "` + v + `"`, v},
		{"Go", `password := "` + v + `"`, v},
		{"Ruby", `'api_key' => '` + v + `'`, v},
		{"XML", `<add key="Password" value="` + v + `"/>`, v},
		{"HTML", `<input type="hidden" name="api_key" value="` + v + `">`, v},
		{"a query", "https://a.example/x?a=1&api_key=" + v, v},
		{"words", "The API key: " + v, v},
		{"Markdown", "- **API key:** `" + v + "`", v},
		{"SQL", "CREATE USER bob IDENTIFIED BY '" + v + "'", v},
		{"an authorization", "Authorization: ApiKey " + v, v},
		{"Azure", "DefaultEndpointsProtocol=https;AccountName=a;AccountKey=q7Rzcanary91q7Rzcanary91==;EndpointSuffix=core.windows.net", "q7Rzcanary91q7Rzcanary91"},
		{"Azure, a member", `{"AccountKey":"correct horse"}`, "correct horse"},
		{"Azure, a service bus", "Endpoint=sb://a.example/;SharedAccessKeyName=Root;SharedAccessKey=" + v + "=", v},
		{"a connection", "Server=a;User Id=bob;Password=hunter;", "hunter"},
	}
}

// shaped are secrets and personal numbers that are known by their form.
func shaped() []secret {
	hex := strings.Repeat("0123456789abcdef", 4)
	word := strings.Repeat("aB3dE6gH9", 12)
	return []secret{
		{"Slack's webhook", "https://hooks.slack.com/services/T01ABCDEF/B02ABCDEF/q7RzCanary91", "T01ABCDEF/B02ABCDEF/q7RzCanary91"},
		{"Slack's workflow", `https:\/\/hooks.slack.com\/workflows\/T01ABCDEF\/q7RzCanary91`, "q7RzCanary91"},
		{"Discord's webhook", "https://discord.com/api/webhooks/123456789012345678/q7Rz-Canary_91", "q7Rz-Canary_91"},
		{"Teams", "https://acme.webhook.office.com/webhookb2/q7Rz91@x/IncomingWebhook/canary91/y", "IncomingWebhook/canary91"},
		{"IBAN", "DE89370400440532013000", ""}, {"IBAN, in groups", "GB29 NWBK 6016 1331 9268 19", ""},
		{"IBAN of France", "FR14 2004 1010 0505 0001 3M02 606", ""}, {"IBAN of Malta", "MT84MALT011000012345MTLCAST001S", ""},
		{"IBAN, small", "nl91abna0417164300", ""}, {"IBAN of Norway", "NO93 8601 1117 947", ""},
		{"Databricks", "dapi" + hex[:32], ""}, {"Vault", "hvs." + word[:40], ""}, {"Shopify", "shpat_" + hex[:32], ""},
		{"Linear", "lin_api_" + word[:40], ""}, {"Docker", "dckr_pat_" + word[:27], ""}, {"PyPI", "pypi-" + word[:80], ""},
		{"Google's OAuth", "GOCSPX-" + word[:28], ""}, {"NVIDIA", "nvapi-" + word[:60], ""}, {"Twilio", "SK" + hex[:32], ""},
		{"Entra", "abc8Q~" + word[:34], ""}, {"Telegram", "123456789:AA" + word[:33], ""}, {"Replicate", "r8_" + word[:37], ""},
		{"Grafana", "glsa_" + word[:32] + "_" + hex[:8], ""}, {"Atlassian", "ATATT3" + word[:100], ""}, {"Firecrawl", "fc-" + hex[:32], ""},
		{"Hugging Face, letters", "hf_" + strings.Repeat("abCdeF", 6), ""},
	}
}

// lookAlikes are texts that must pass as they are.
func lookAlikes() []string {
	return []string{
		"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b", "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", "index 3f2a91c..9b1d0e4 100644",
		"550e8400-e29b-41d4-a716-446655440000", "urn:uuid:de893704-0044-4532-8130-00de89370400", "order 2024-10000-48213, invoice INV-20240017-DE89",
		"resp_68a1b2c3d4e5f60718293a4b5c6d7e8f", "msg_68a1b2c3d4e5f60718293a4b5c6d7e8f", "call_Ab3dEfGhIjKlMnOpQrSt0123", "fc_68a1b2c3d4e5f60718293a4b5c6d7e8f",
		"gen-rerank-1700000000-Ab3dEfGhIjKlMnOpQrSt", "gen-1700000000-q7RzCanary91q7Rz", "chatcmpl-9f86d081884c7d659a2feaa0c55ad015", "toolu_01A09q90qw90lq917835lq9",
		"req_011CSHoEeqs5C35K2UUqR7Fy", "fp_44709d6fcb", "file-9f86d081884c7d65", "rs_68a1b2c3d4e5f60718293a4b5c6d7e8f", "asst_abc123DEF456ghi789JKL",
		"vendor/model-4.1-mini-2025-04-14", "anthropic/claude-3.5-sonnet:beta", "sk-nodigitsbutlongenough", "gpt-4o-2024-08-06", "hf_hub_download_with_retries_2",
		"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
		"eyJub3QiOiJhIHRva2VuIGF0IGFsbCJ9", "eyJhbGciOiJub25lIg", "DE89370400440532013001", "GB00NWBK60161331926819", "XX89370400440532013000", "IT60 is a room, DE12 3456 a train",
		"DE893704004405320130007", "A1DE89370400440532013000", "tracking 1Z999AA10123456784, ISBN 978-3-16-148410-0, phone +49 30 123456",
		`{"name":"max_tokens","value":"12"}`, `{"name":"city","value":"Oslo 12b"}`, `{"key":"api_key","value":"$API_KEY"}`,
		`{"key":"token","value":"Hello"}`, `{"name":"x-api-key","description":"the key 42a","required":true}`, `{"type":"function","name":"rotate_token","parameters":{}}`,
		`{"required":["api_key","oauth2_scope"],"enum":["password","passwd2"]}`, `{"args":["--api-key","$KEY"]}`, `{"args":["--token","--file2"]}`, `{"headers":["Accept","x1","User-Agent","y2"]}`,
		"pass --api-key to it, or --token and --password for version2", "use --password <password> or --token $TOKEN", "docker run -u 1000:1000 -p 8080:80 x", "set -e; set -gx PATH /usr/local/bin2",
		"the machine learning login page, password rules v2", "The default password is required2 times", "machine a login b", "The default login page and password rules", "set up API_KEY before step2a",
		"token: base64-encoded", "password: sha256-hashed", "secret: uint64", "api_key: config.s3Key", "password = sha256(x)", "token = tokens2[0]", `token := r.Header.Get("X-Api-Key")`,
		"PWD=/srv/app1/x2", "const apiKey = process.env.OPENAI_API_KEY2", "apiKey: string;", `t.Setenv("API_KEY", "")`, `d.get("api_key", None)`, `("password", "username")`,
		"The API key: read the docs", "Idempotency key: 7f3a-19b2", "primary key: user_id2", "**API key:** none yet", "password 'required'", `<input name="password" type="text" value="">`,
		"https://hooks.slack.com/services/", "https://example.com/services/T01ABCDEF/B02ABCDEF/q7RzCanary91", "https://discord.com/channels/123456789012345678/42",
		"12:AAA is a time", "abc8Q~x", "~/src/a1", "SK-2024-17", "rates: sk_NO 12", `"first_pass": "round 2a"`, "x = a ~ b", "- name: PORT\n  value: 8080a",
		"npm_config_registry=https://registry.example/2a", "fw_version=4.20.1-build7", "pul-down 2 of pul-up", "AccountName=storage77", "api-2024-06-01-preview", "dapifoo2",
	}
}

func TestNamesAndValuesArePairsHoweverWritten(t *testing.T) {
	checkMasked(t, written())
}

func TestShapesOfServicesAreMasked(t *testing.T) {
	checkMasked(t, shaped())
}

// checkMasked wants secrets masked as a text, in a string of JSON, in one in one, in an address, in
// pieces of a stream, and again unchanged.
func checkMasked(t *testing.T, all []secret) {
	r := rules(t)
	for _, s := range all {
		gone := s.gone
		if gone == "" {
			gone = s.text
		}
		inner := `{"n":1,"text":` + quoted(s.text) + `}`
		for way, body := range map[string]string{
			"a text": s.text, "a text around it": "see: " + s.text + " !", "a string": `{"input":` + quoted(s.text) + `}`,
			"a string in a string": `{"arguments":` + quoted(inner) + `}`, "a cut string in a string": `{"arguments":` + quoted(inner[:len(inner)-1]) + `}`,
			"three deep": `{"a":` + quoted(`{"b":`+quoted(inner)+`}`) + `}`, "percent": `{"a":` + quoted("x="+url.PathEscape(s.text)) + `}`,
			"a stream": stream(s.text, 3), "a stream of Ollama": pieces(s.text, `{"model":"m","message":{"role":"assistant","content":%}}`), "completions": pieces(s.text, `data: {"choices":[{"index":0,"text":%}]}`+"\n"),
		} {
			if way == "a text around it" && strings.Contains(s.text, "\n") {
				continue // a line of a file
			}
			c := exchange(body, body, 9)
			clean, hits, err := r.Capture(c)
			if err != nil {
				t.Fatal(err)
			}
			got := string(clean.Body.All())
			plain := decodings(got) + "\n" + answer(got)
			if len(hits) == 0 || len(got) != len(body) || strings.Contains(plain, strings.Trim(gone, `"`)) || string(clean.Sent.Body) != got {
				t.Errorf("%s in %s: %d hits: %s", s.name, way, len(hits), got)
			}
			if json.Valid([]byte(body)) && !json.Valid([]byte(got)) {
				t.Errorf("%s in %s: no JSON any more: %s", s.name, way, got)
			}
			if again, hits, err := r.Capture(clean); err != nil || slices.ContainsFunc(hits, redact.Hit.Masked) || string(again.Body.All()) != got {
				t.Errorf("%s in %s: again %v, %v", s.name, way, hits, err)
			}
		}
	}
}

func TestLookAlikesPass(t *testing.T) {
	r := rules(t)
	for _, text := range lookAlikes() {
		for _, body := range []string{text, "It is " + text + ", so", `{"input":` + quoted(text) + `}`, `{"a":` + quoted(`{"b":`+quoted(text)+`}`) + `}`, stream(text, 4), pieces(text, `{"content":%}`)} {
			c := exchange(body, body, 9)
			clean, hits, err := r.Capture(c)
			if err != nil || slices.ContainsFunc(hits, redact.Hit.Masked) || string(clean.Body.All()) != body {
				t.Errorf("%s: %v, %v: %s", text, hits, err, clean.Body.All())
				break
			}
		}
	}
}

// pieces is a stream of lines that each hold a few characters of a text.
func pieces(text, line string) string {
	var b strings.Builder
	for at := 0; at < len(text); at += 3 {
		b.WriteString(strings.Replace(line, "%", quoted(text[at:min(at+3, len(text))]), 1) + "\n")
	}
	return b.String()
}

// answer is the text that the lines of a stream put together.
func answer(body string) string {
	var b strings.Builder
	for line := range strings.Lines(body) {
		var e struct {
			Type, Delta string
			Message     struct{ Content string }
			Choices     []struct{ Text string }
		}
		if json.Unmarshal([]byte(strings.TrimPrefix(line, "data: ")), &e) != nil {
			continue
		}
		if b.WriteString(e.Message.Content); e.Type == "response.output_text.delta" {
			b.WriteString(e.Delta)
		}
		for _, c := range e.Choices {
			b.WriteString(c.Text)
		}
	}
	return b.String()
}

// TestMaskedArgumentsStayJSON, which a program that reads the export parses.
func TestMaskedArgumentsStayJSON(t *testing.T) {
	for _, inner := range []string{`{"card":4111111111111111,"to":"bob@acme.example"}`, `{"a":["\u0062ob@acme.example",{"password":83749211}]}`, `[{"name":"pin_password","value":83749211}]`} {
		body := `{"arguments":` + quoted(inner) + `}`
		clean, hits, err := rules(t).Capture(exchange(body, body, 9))
		var got struct{ Arguments string }
		if err != nil || len(hits) == 0 || json.Unmarshal(clean.Sent.Body, &got) != nil || !json.Valid([]byte(got.Arguments)) {
			t.Errorf("%s: %v, %v", clean.Sent.Body, hits, err)
		}
	}
}

// TestWhereAPairIsMasked is the place of the value, not of its name.
func TestWhereAPairIsMasked(t *testing.T) {
	for body, want := range map[string]string{
		`{"headers":[{"name":"x-api-key","value":"abc"}]}`:  "request body, headers[0].value: secret by its name (3 bytes)",
		`{"headers":[{"value":"abc","name":"x-api-key"}]}`:  "request body, headers[0].value: secret by its name (3 bytes)",
		`{"iban":"DE89 3704 0044 0532 0130 00"}`:            "request body, iban: account number (27 bytes)",
		`{"a":"https://hooks.slack.com/services/T01/B02x"}`: "request body, a: webhook address (8 bytes)",
	} {
		_, hits, err := rules(t).Capture(exchange(body, "", 9))
		if err != nil || len(hits) != 1 || hits[0].String() != want {
			t.Errorf("%s: %v, %v", body, hits, err)
		}
	}
}
