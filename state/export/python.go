package export

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"gatehouse/client/scan"
)

// pythonParameters are the parameters of responses.create in openai for Python; other
// members of a request go into extra_body, which the library lays over them.
func pythonParameters() []string {
	return []string{
		"background", "include", "input", "instructions", "max_output_tokens", "max_tool_calls", "metadata", "model",
		"parallel_tool_calls", "previous_response_id", "prompt", "reasoning", "safety_identifier", "service_tier", "store",
		"stream", "temperature", "text", "tool_choice", "tools", "top_logprobs", "top_p", "truncation", "user",
	}
}

// python is how Python writes a JSON value.
func python() *notation {
	return &notation{
		language: "Python", indent: "    ", yes: "True", no: "False", null: "None",
		key:         func(name string) string { return pythonText(string(scan.StringContent(scan.Quote(name)))) + ": " },
		text:        pythonText,
		wholeNumber: true,
	}
}

// pythonDocument is a program for the openai package of Python.
func pythonDocument(r Request) ([]byte, error) {
	p, err := programOf(r)
	if err != nil {
		return nil, err
	}
	call, err := p.pythonCall()
	if err != nil {
		return nil, err
	}
	client := p.pythonClient()
	names := "OpenAI"
	if strings.Contains(client, "Omit()") {
		names = "Omit, OpenAI"
	}
	var b strings.Builder
	for _, note := range append(p.notes(), "run it with: pip install openai && python FILE") {
		b.WriteString("# " + note + "\n")
	}
	for _, module := range []string{"base64", "json", "os"} {
		if strings.Contains(client, module+".") || strings.Contains(call, module+".dumps(") {
			b.WriteString("import " + module + "\n")
		}
	}
	b.WriteString("\nfrom openai import " + names + "\n\n" + client + "\n" + call)
	return []byte(b.String()), nil
}

// pythonClient makes the client.
func (p *program) pythonClient() string {
	var b strings.Builder
	b.WriteString("client = OpenAI(\n    base_url=" + pythonQuote(p.base) + ",\n")
	if p.bearer() {
		fmt.Fprintf(&b, "    api_key=os.environ[%s],\n", pythonQuote(KeyVariable))
	} else {
		b.WriteString("    api_key=\"none\",\n")
	}
	var headers []string
	if !p.Key {
		headers = append(headers, `"Authorization": Omit()`)
	}
	for _, f := range p.joinedFields() {
		headers = append(headers, pythonQuote(f.Name)+": "+pythonValue(f))
	}
	b.WriteString(pythonDict("default_headers", headers))
	var query []string
	for _, f := range p.query {
		query = append(query, pythonQuote(f.Name)+": "+pythonValue(f.Field))
	}
	b.WriteString(pythonDict("default_query", query))
	b.WriteString(")\n")
	return b.String()
}

// pythonDict writes an argument that is a dict; nothing for an empty one.
func pythonDict(name string, members []string) string {
	if len(members) == 0 {
		return ""
	}
	return "    " + name + "={\n        " + strings.Join(members, ",\n        ") + ",\n    },\n"
}

// pythonValue is the value of a field.
func pythonValue(f Field) string {
	switch {
	case f.Scheme == Basic:
		return `"Basic " + base64.b64encode(os.environ[` + pythonQuote(f.Variable) + `].encode()).decode()`
	case f.Variable != "":
		return "os.environ[" + pythonQuote(f.Variable) + "]"
	}
	return pythonQuote(f.Value)
}

// pythonCall is the call and what prints its answer.
func (p *program) pythonCall() (string, error) {
	if p.path != responsesPath {
		body, err := python().literal(p.Body, "    ", 9, 0)
		if err != nil {
			return "", err
		}
		return "answer = client.post(\n    " + pythonQuote(p.path) + ",\n    cast_to=object,\n    body=" + body + ",\n)\nprint(json.dumps(answer, ensure_ascii=False, indent=2))\n", nil
	}
	var arguments strings.Builder
	extra := &arguments
	var others []string
	for _, m := range lastOfEach(p.Body) {
		if slices.Contains(pythonParameters(), m.Key) {
			value, err := python().literal(m.Value, "    ", 6+len(m.Key), 0)
			if err != nil {
				return "", err
			}
			fmt.Fprintf(&arguments, "    %s=%s,\n", m.Key, value)
			continue
		}
		key := python().key(m.Key)
		value, err := python().literal(m.Value, "        ", 9+len(key), 1)
		if err != nil {
			return "", err
		}
		others = append(others, key+value)
	}
	extra.WriteString(pythonDict("extra_body", others))
	if !p.stream {
		return "response = client.responses.create(\n" + arguments.String() + `)
if response.error:
    raise SystemExit(response.error.message)
if response.output_text:
    print(response.output_text)
for item in response.output:
    if item.type == "function_call":
        print(item.name, item.arguments)
    elif item.type == "custom_tool_call":
        print(item.name, item.input)
`, nil
	}
	return "stream = client.responses.create(\n" + arguments.String() + `)
end = ""  # of the line of text
for event in stream:
    if event.type == "response.output_text.delta":
        print(event.delta, end="", flush=True)
        end = "\n"
    elif event.type == "response.output_item.done" and event.item.type == "function_call":
        print(end + event.item.name, event.item.arguments)
        end = ""
    elif event.type == "response.output_item.done" and event.item.type == "custom_tool_call":
        print(end + event.item.name, event.item.input)
        end = ""
    elif event.type == "response.failed":
        raise SystemExit(event.response.error.message)
print(end, end="")
`, nil
}

// pythonQuote writes a text as a string.
func pythonQuote(s string) string { return pythonText(string(scan.StringContent(scan.Quote(s)))) }

// pythonText writes the content of a JSON string as a string of Python, which reads each
// \u by itself, and no \/.
func pythonText(content string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := 0; i < len(content); {
		if content[i] != '\\' {
			end := i
			for end < len(content) && content[end] != '\\' {
				end++
			}
			b.WriteString(visible(content[i:end], pythonEscape))
			i = end
			continue
		}
		switch content[i+1] {
		case '/':
			b.WriteByte('/')
			i += 2
		case 'u':
			r, size := escapedRune(content[i:])
			b.WriteString(visibleOrEscaped(r))
			i += size
		default:
			b.WriteString(content[i : i+2])
			i += 2
		}
	}
	b.WriteByte('"')
	return b.String()
}

// escapedRune reads a \u of JSON, and the second one of a surrogate pair with it. One half
// of a pair alone is what it is.
func escapedRune(s string) (r rune, size int) {
	first, _ := strconv.ParseUint(s[2:6], 16, 32)
	if utf16.IsSurrogate(rune(first)) && len(s) >= 12 && s[6] == '\\' && s[7] == 'u' {
		second, _ := strconv.ParseUint(s[8:12], 16, 32)
		if r := utf16.DecodeRune(rune(first), rune(second)); r != '\uFFFD' {
			return r, 12
		}
	}
	return rune(first), 6
}

// visibleOrEscaped writes a character that was an escape.
func visibleOrEscaped(r rune) string {
	switch {
	case r == '"' || r == '\\':
		return `\` + string(r)
	case utf16.IsSurrogate(r):
		return pythonEscape(r)
	}
	return visible(string(r), pythonEscape)
}

func pythonEscape(r rune) string {
	if r > 0xffff {
		return fmt.Sprintf(`\U%08x`, r)
	}
	return fmt.Sprintf(`\u%04x`, r)
}
