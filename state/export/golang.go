package export

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// goDocument is a program for github.com/openai/openai-go that sends the very bytes of
// the body: typed parameters could hold no member that the library has no field for.
func goDocument(r Request) ([]byte, error) {
	p, err := programOf(r)
	if err != nil {
		return nil, err
	}
	call, imports := p.goCall()
	options, needed := p.goOptions()
	imports = append(append(imports, needed...), "context", "log", `github.com/openai/openai-go/v3`, `github.com/openai/openai-go/v3/option`)
	var b strings.Builder
	for _, note := range append(p.notes(), "run it with: go mod init example && go get github.com/openai/openai-go/v3 && go run .") {
		b.WriteString("// " + note + "\n")
	}
	b.WriteString("\npackage main\n\n" + goImports(imports))
	b.WriteString("// request is the body, sent as it is written here.\nconst request = " + goText(string(p.Body), " + ") + "\n\n")
	b.WriteString("func main() {\n\tctx := context.Background()\n\tclient := openai.NewClient(\n" + options + "\t)\n" + call + "}\n")
	return []byte(b.String()), nil
}

// goImports writes the imports in two groups, the standard library's first.
func goImports(paths []string) string {
	var groups [2][]string
	for _, path := range slices.Compact(slices.Sorted(slices.Values(paths))) {
		group := 0
		if strings.Contains(path, ".") {
			group = 1
		}
		groups[group] = append(groups[group], "\t"+strconv.Quote(path)+"\n")
	}
	return "import (\n" + strings.Join(groups[0], "") + "\n" + strings.Join(groups[1], "") + ")\n\n"
}

// goOptions are the options of the client, one a line, and the packages that they need.
func (p *program) goOptions() (code string, imports []string) {
	var b strings.Builder
	add := func(format string, args ...any) { fmt.Fprintf(&b, "\t\toption."+format+",\n", args...) }
	add("WithBaseURL(%s)", goText(p.base, "+"))
	if p.bearer() {
		add("WithAPIKey(os.Getenv(%q))", KeyVariable)
		imports = append(imports, "os")
	} else {
		add(`WithAPIKey("none")`) // else the library takes OPENAI_API_KEY, a key for another address
	}
	if !p.Key {
		add(`WithHeaderDel("Authorization")`)
	}
	for i, f := range p.fields {
		if f.Variable != "" {
			imports = append(imports, "os")
		}
		switch {
		case f.Scheme == Basic:
			add(`WithHeader(%q, "Basic "+base64.StdEncoding.EncodeToString([]byte(os.Getenv(%q))))`, f.Name, f.Variable)
			imports = append(imports, "encoding/base64")
		case f.Variable != "":
			add("WithHeader(%q, os.Getenv(%q))", f.Name, f.Variable)
		case i > 0 && p.fields[i-1].Name == f.Name:
			add("WithHeaderAdd(%q, %s)", f.Name, goText(f.Value, "+"))
		default:
			add("WithHeader(%q, %s)", f.Name, goText(f.Value, "+"))
		}
	}
	for _, f := range p.query {
		if f.Variable != "" {
			add("WithQuery(%s, os.Getenv(%q))", goText(f.Name, "+"), f.Variable)
			imports = append(imports, "os")
			continue
		}
		add("WithQueryAdd(%s, %s)", goText(f.Name, "+"), goText(f.Value, "+"))
	}
	return b.String(), imports
}

// goCall is the call and what prints its answer, and the packages that it needs.
func (p *program) goCall() (code string, imports []string) {
	const library = "github.com/openai/openai-go/v3/responses"
	switch {
	case p.path != responsesPath:
		return fmt.Sprintf(`	var answer []byte
	if err := client.Post(ctx, %s, []byte(request), &answer); err != nil {
		log.Fatal(err)
	}
	os.Stdout.Write(answer)
`, goText(strings.TrimPrefix(p.path, "/"), "+")), []string{"os"}
	case !p.stream:
		return `	response, err := client.Responses.New(ctx, responses.ResponseNewParams{},
		option.WithRequestBody("application/json", []byte(request)))
	if err != nil {
		log.Fatal(err)
	}
	if response.Error.Message != "" {
		log.Fatal(response.Error.Message)
	}
	if text := response.OutputText(); text != "" {
		fmt.Println(text)
	}
	for _, item := range response.Output {
		switch call := item.AsAny().(type) {
		case responses.ResponseFunctionToolCall:
			fmt.Println(call.Name, call.Arguments)
		case responses.ResponseCustomToolCall:
			fmt.Println(call.Name, call.Input)
		}
	}
`, []string{"fmt", library}
	}
	return `	stream := client.Responses.NewStreaming(ctx, responses.ResponseNewParams{},
		option.WithRequestBody("application/json", []byte(request)))
	defer stream.Close()
	end := "" // of the line of text
	for stream.Next() {
		switch event := stream.Current().AsAny().(type) {
		case responses.ResponseTextDeltaEvent:
			fmt.Print(event.Delta)
			end = "\n"
		case responses.ResponseOutputItemDoneEvent:
			switch call := event.Item.AsAny().(type) {
			case responses.ResponseFunctionToolCall:
				fmt.Print(end, call.Name, " ", call.Arguments, "\n")
				end = ""
			case responses.ResponseCustomToolCall:
				fmt.Print(end, call.Name, " ", call.Input, "\n")
				end = ""
			}
		case responses.ResponseFailedEvent:
			log.Fatal(event.Response.Error.Message)
		}
	}
	if err := stream.Err(); err != nil {
		log.Fatal(err)
	}
	fmt.Print(end)
`, []string{"fmt", library}
}

// goText writes a text as an expression: in backquotes as far as it can be, so that JSON
// stays readable. A raw string has no backquote and loses carriage returns, and no source
// has characters that cannot be seen. plus joins the pieces, which gofmt spaces by where they are.
func goText(s, plus string) string {
	if !strings.ContainsAny(s, "\"\\\n") {
		return strconv.Quote(s)
	}
	var parts []string
	for s != "" {
		n := 0
		for n < len(s) && goRaw(s[n:]) > 0 {
			n += goRaw(s[n:])
		}
		if n > 0 {
			parts, s = append(parts, "`"+s[:n]+"`"), s[n:]
		}
		for n = 0; n < len(s) && goRaw(s[n:]) == 0; {
			_, size := utf8.DecodeRuneInString(s[n:])
			n += size
		}
		if n > 0 {
			parts, s = append(parts, strconv.Quote(s[:n])), s[n:]
		}
	}
	return strings.Join(parts, plus)
}

// goRaw is the length of the first character if it can stand in a raw string, else 0.
func goRaw(s string) int {
	r, size := utf8.DecodeRuneInString(s)
	if r == '`' || r == utf8.RuneError && size == 1 || r != '\n' && r != '\t' && r != ' ' && !unicode.IsPrint(r) {
		return 0
	}
	return size
}
