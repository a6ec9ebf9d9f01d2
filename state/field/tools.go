package field

import (
	"encoding/json"
	"strings"

	"gatehouse/client/scan"
)

// Tool is a kind of tool that a request may hold (document, "Tools").
type Tool struct {
	Type    string
	Title   string
	Help    string  // one line
	Server  bool    // the service runs it, by the name behind its own word
	Fields  []Field // but for type
	Example json.RawMessage
}

// FindTool returns the kind of a tool that a request holds. Of a server tool
// any word before the colon counts. An unknown kind has no fields.
func FindTool(tool []byte) (Tool, bool) {
	kind := scan.Text(scan.Get(tool, "type"))
	word, _, _ := strings.Cut(kind, ":")
	for _, t := range Tools(word) {
		if t.Type == kind {
			return t, true
		}
	}
	return Tool{Type: kind, Title: kind}, false
}

// Tools is all kinds of tools: those that the caller answers, those that the
// service or a provider hosts, and the server tools of a service with this
// word.
func Tools(word string) []Tool {
	tools := append(callersTools(), hostedTools()...)
	return append(tools, serverTools(word)...)
}

// function holds the fields that a function has, alone or in a namespace.
func function() []Field {
	return []Field{
		text("name", "By which the model calls it.").required(),
		text("description", "What it does, for the model.").long().orNull(),
		Field{Name: "parameters", Kind: Schema, Help: "JSON Schema of its arguments: an object with type, properties, required.", Nullable: true},
		toggle("strict", "The arguments keep to the schema exactly.").orNull(),
		toggle("defer_loading", "Hidden from the model until the tool search finds it. Needs the tool search, and one tool that stays in sight."),
	}
}

func callersTools() []Tool {
	return []Tool{
		{
			Type: "function", Title: "Function", Help: "A function of yours: the model asks, you answer.", Fields: function(),
			Example: example(`{"type":"function","name":"get_weather","description":"The weather at a place.",
				"parameters":{"type":"object","properties":{"city":{"type":"string","description":"Name of the city"},
				"unit":{"type":"string","enum":["celsius","fahrenheit"]}},"required":["city"]}}`),
		},
		{
			Type: "custom", Title: "Custom tool", Help: "A tool of yours that takes text instead of JSON.",
			Fields: []Field{
				text("name", "By which the model calls it.").required(),
				text("description", "What it does, for the model.").long(),
				object("format", "What its input may be.",
					choice("type", "Any text, or text of a grammar.", "text", "grammar").required(),
					choice("syntax", "Of the grammar.", "lark", "regex").inert(ofType("grammar")),
					text("definition", "The grammar.").long().inert(ofType("grammar")),
				).with(Option{`{"type":"text"}`, "any text"}, Option{`{"type":"grammar","syntax":"regex","definition":"[a-z]+"}`, "text of a grammar"}),
			},
			Example: example(`{"type":"custom","name":"run_query","description":"Runs an SQL query."}`),
		},
		{
			Type: "namespace", Title: "Namespace", Help: "Several functions under one name.",
			Fields: []Field{
				text("name", "Of the namespace.").required(),
				text("description", "What its tools are for.").long().required(),
				objects("tools", "Its functions and custom tools.", append([]Field{choice("type", "Kind of the tool.", "function", "custom").required()}, function()...)...).required(),
			},
			Example: example(`{"type":"namespace","name":"calendar","description":"The person's calendar.","tools":[{"type":"function",
				"name":"list_events","description":"Events of a day.","parameters":{"type":"object","properties":{"day":{"type":"string"}},"required":["day"]}}]}`),
		},
		{Type: "local_shell", Title: "Local shell", Help: "The model asks for commands, you run them.", Example: example(`{"type":"local_shell"}`)},
		{Type: "shell", Title: "Shell", Help: "The model asks for shell commands, you run them.", Example: example(`{"type":"shell"}`)},
		{Type: "apply_patch", Title: "Apply patch", Help: "The model asks for changes of files, you make them.", Example: example(`{"type":"apply_patch"}`)},
		{
			Type: "computer_use_preview", Title: "Computer use", Help: "The model looks at a screen and says what to click.",
			Fields: []Field{
				integer("display_width", "In pixels.").required(), integer("display_height", "In pixels.").required(),
				choice("environment", "What is shown.", "browser", "mac", "windows", "linux", "ubuntu").required(),
			},
			Example: example(`{"type":"computer_use_preview","display_width":1024,"display_height":768,"environment":"browser"}`),
		},
	}
}

func hostedTools() []Tool {
	tools := []Tool{
		{
			Type: "file_search", Title: "File search", Help: "Searches vector stores.",
			Fields: []Field{
				list("vector_store_ids", "Where to search.").required(),
				integer("max_num_results", "Results of one search."),
				value("filters", "Comparison of file attributes, or several with and, or.").with(Option{`{"type":"eq","key":"year","value":2026}`, "one attribute"}),
				object("ranking_options", "How results are ranked.", choice("ranker", "What ranks.", "auto", "default-2024-11-15"), number("score_threshold", "Leave out results below it.")),
			},
			Example: example(`{"type":"file_search","vector_store_ids":["vs_1"]}`),
		},
		{
			Type: "code_interpreter", Title: "Code interpreter", Help: "Runs code in a container.",
			Fields: []Field{text("container", "Id of a container, or an object for a new one.").required().or(object("", "A new container.",
				choice("type", "The only known one is auto.", "auto").required(),
				list("file_ids", "Files in it."), choice("memory_limit", "Of the container.", "1g", "4g", "16g", "64g").orNull(),
			).with(Option{`{"type":"auto"}`, "a new container"}))},
			Example: example(`{"type":"code_interpreter","container":{"type":"auto"}}`),
		},
		{Type: "mcp", Title: "MCP server", Help: "The tools of a Model Context Protocol server.", Fields: mcp(),
			Example: example(`{"type":"mcp","server_label":"docs","server_url":"https://mcp.example.com/","require_approval":"always"}`)},
		{Type: "image_generation", Title: "Image generation", Help: "Draws images.", Fields: drawing(), Example: example(`{"type":"image_generation"}`)},
	}
	for _, kind := range []struct{ name, title string }{
		{"web_search", "Web search"}, {"web_search_2025_08_26", "Web search 2025-08-26"},
		{"web_search_preview", "Web search preview"}, {"web_search_preview_2025_03_11", "Web search preview 2025-03-11"},
	} {
		tools = append(tools, Tool{
			Type: kind.name, Title: kind.title, Help: "Searches the web.", Fields: hostedSearch(),
			Example: example(`{"type":"` + kind.name + `"}`),
		})
	}
	return tools
}

func mcp() []Field {
	const connector = "connector_"
	return []Field{
		text("server_label", "Name of the server in this request.").required(),
		text("server_url", "Where it is; this or connector_id."),
		choice("connector_id", "A connector of the provider.", connector+"dropbox", connector+"gmail", connector+"googlecalendar", connector+"googledrive",
			connector+"microsoftteams", connector+"outlookcalendar", connector+"outlookemail", connector+"sharepoint"),
		text("server_description", "What it is for."),
		text("authorization", "Access token that is sent to the server. It stands in the request as it is written."),
		Field{Name: "headers", Kind: Pairs, Help: "Headers that are sent to the server.", Nullable: true},
		list("allowed_tools", "Only these of its tools.").orNull().or(object("", "A filter.", toggle("read_only", "Only tools that change nothing."), list("tool_names", "Only these."))),
		choice("require_approval", "Whether you approve each call.", "always", "never").orNull().or(object("", "By tool.",
			object("always", "Approved by you.", list("tool_names", "Of these tools.")),
			object("never", "Run at once.", list("tool_names", "Of these tools.")))),
	}
}

func drawing() []Field {
	return []Field{
		text("model", "That draws."), text("size", "As 1024x1024, or auto."),
		choice("quality", "Of the image.", "low", "medium", "high", "auto"),
		choice("background", "Of the image.", "transparent", "opaque", "auto"),
		choice("output_format", "Of the file.", "png", "webp", "jpeg"),
		integer("output_compression", "Percent, for webp and jpeg."),
		integer("partial_images", "Images that are sent before it is done."),
		choice("moderation", "How strictly it is moderated.", "auto", "low"),
		choice("input_fidelity", "How closely it keeps to given images.", "high", "low").orNull(),
		object("input_image_mask", "What may be painted over.", text("image_url", "Of the mask."), text("file_id", "Of the mask.")),
	}
}

// example writes the JSON of an example without the space between its lines.
func example(s string) json.RawMessage {
	return json.RawMessage(strings.ReplaceAll(strings.ReplaceAll(s, "\n", ""), "\t", ""))
}
