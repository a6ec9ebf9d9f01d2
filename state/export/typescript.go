package export

import (
	"fmt"
	"strings"

	"gatehouse/client/scan"
)

// typescript is how TypeScript and JavaScript write a JSON value.
func typescript() *notation {
	return &notation{
		language: "JavaScript", indent: "  ", yes: "true", no: "false", null: "null", pad: " ",
		key: func(name string) string { return scriptKey(name) + ": " },
		text: func(content string) string {
			return `"` + visible(content, scriptEscape) + `"`
		},
	}
}

// scriptKey is a member's name in an object literal, where __proto__ would set the
// prototype.
func scriptKey(name string) string {
	if name == "__proto__" {
		return `["__proto__"]`
	}
	for i, c := range []byte(name) {
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '$'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return scriptQuote(name)
		}
	}
	if name == "" {
		return `""`
	}
	return name
}

func scriptQuote(s string) string {
	return `"` + visible(string(scan.StringContent(scan.Quote(s))), scriptEscape) + `"`
}

func scriptEscape(r rune) string { return fmt.Sprintf(`\u{%x}`, r) }

// typescriptDocument is a program for the npm package openai.
func typescriptDocument(r Request) ([]byte, error) {
	p, err := programOf(r)
	if err != nil {
		return nil, err
	}
	body, err := typescript().literal(p.Body, "", len("const request: object = "), 0)
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	for _, note := range append(p.notes(), "run it with: npm install openai && node FILE (before Node 22.18: npx tsx FILE)") {
		b.WriteString("// " + note + "\n")
	}
	b.WriteString("import OpenAI from \"openai\";\n\n" + p.scriptClient() + "\n")
	b.WriteString("const request: object = " + body + ";\n\n" + p.scriptCall())
	return []byte(b.String()), nil
}

// scriptClient makes the client.
func (p *program) scriptClient() string {
	var b strings.Builder
	b.WriteString("const client = new OpenAI({\n  baseURL: " + scriptQuote(p.base) + ",\n")
	if p.bearer() {
		b.WriteString("  apiKey: process.env." + KeyVariable + ",\n")
	} else {
		b.WriteString("  apiKey: \"none\",\n")
	}
	var headers []string
	if !p.Key {
		headers = append(headers, "Authorization: null")
	}
	for _, f := range p.joinedFields() {
		headers = append(headers, scriptKey(f.Name)+": "+scriptValue(f))
	}
	b.WriteString(scriptObject("defaultHeaders", headers))
	var query []string
	for _, f := range p.query {
		query = append(query, scriptKey(f.Name)+": "+scriptValue(f.Field))
	}
	b.WriteString(scriptObject("defaultQuery", query) + "});\n")
	return b.String()
}

func scriptObject(name string, members []string) string {
	if len(members) == 0 {
		return ""
	}
	return "  " + name + ": {\n    " + strings.Join(members, ",\n    ") + ",\n  },\n"
}

func scriptValue(f Field) string {
	switch {
	case f.Scheme == Basic:
		return "`Basic ${Buffer.from(process.env." + f.Variable + " ?? \"\").toString(\"base64\")}`"
	case f.Variable != "":
		return "process.env." + f.Variable
	}
	return scriptQuote(f.Value)
}

// scriptCall is the call and what prints its answer.
func (p *program) scriptCall() string {
	switch {
	case p.path != responsesPath:
		return "const answer = await client.post(" + scriptQuote(p.path) + ", { body: request });\nconsole.log(JSON.stringify(answer, null, 2));\n"
	case !p.stream:
		return `const response = await client.responses.create(request as OpenAI.Responses.ResponseCreateParamsNonStreaming);
if (response.error) throw new Error(response.error.message);
if (response.output_text) console.log(response.output_text);
for (const item of response.output) {
  if (item.type === "function_call") console.log(item.name, item.arguments);
  if (item.type === "custom_tool_call") console.log(item.name, item.input);
}
`
	}
	return `const stream = await client.responses.create(request as OpenAI.Responses.ResponseCreateParamsStreaming);
let end = ""; // of the line of text
for await (const event of stream) {
  if (event.type === "response.output_text.delta") {
    process.stdout.write(event.delta);
    end = "\n";
  }
  if (event.type === "response.output_item.done" && (event.item.type === "function_call" || event.item.type === "custom_tool_call")) {
    const item = event.item;
    process.stdout.write(end + item.name + " " + (item.type === "function_call" ? item.arguments : item.input) + "\n");
    end = "";
  }
  if (event.type === "response.failed") throw new Error(event.response.error?.message);
}
process.stdout.write(end);
`
}
