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
	Server  bool    // the service runs it, by the name after its word
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

// Tools returns all kinds of tools: those that the caller answers, those that the
// service or a provider hosts, and the server tools of a service with this
// word.
func Tools(word string) []Tool {
	tools := append(callersTools(), hostedTools()...)
	return append(tools, serverTools(word)...)
}

// function holds the fields that a function has, alone or in a namespace.
func function() []Field {
	return []Field{
		text("name", "Name that the model calls it by.").required(),
		text("description", "Tells the model what it does.").long().orNull(),
		Field{Name: "parameters", Kind: JSON, Help: "JSON Schema of its arguments.", Nullable: true},
		toggle("strict", "Enforce the schema exactly.").orNull(),
		toggle("defer_loading", "Hide it from the model until tool_search finds it. Requires tool_search and at least one visible tool."),
	}
}

func callersTools() []Tool {
	return []Tool{
		{
			Type: "function", Title: "Function", Help: "Your own function: the model calls it, you return the output.", Fields: function(),
			Example: example(`{"type":"function","name":"get_weather","description":"The weather at a place.",
				"parameters":{"type":"object","properties":{"city":{"type":"string","description":"Name of the city"},
				"unit":{"type":"string","enum":["celsius","fahrenheit"]}},"required":["city"]}}`),
		},
		{
			Type: "custom", Title: "Custom tool", Help: "Your own tool that takes text instead of JSON.",
			Fields: []Field{
				text("name", "Name that the model calls it by.").required(),
				text("description", "Tells the model what it does.").long(),
				object("format", "Input format.",
					choice("type", "Any text, or text that matches a grammar.", "text", "grammar").required(),
					choice("syntax", "Grammar syntax.", "lark", "regex").inert(ofType("grammar")),
					text("definition", "The grammar.").long().inert(ofType("grammar")),
				).with(Option{`{"type":"text"}`, "any text"}, Option{`{"type":"grammar","syntax":"regex","definition":"[a-z]+"}`, "text that matches a grammar"}),
			},
			Example: example(`{"type":"custom","name":"run_query","description":"Runs an SQL query."}`),
		},
		{
			Type: "namespace", Title: "Namespace", Help: "Several functions grouped under one name.",
			Fields: []Field{
				text("name", "Namespace name.").required(),
				text("description", "Tells the model what its tools are for.").long().required(),
				objects("tools", "Its functions and custom tools.", append([]Field{choice("type", "Tool type.", "function", "custom").required()}, function()...)...).required(),
			},
			Example: example(`{"type":"namespace","name":"calendar","description":"The person's calendar.","tools":[{"type":"function",
				"name":"list_events","description":"Events of a day.","parameters":{"type":"object","properties":{"day":{"type":"string"}},"required":["day"]}}]}`),
		},
		{Type: "local_shell", Title: "Local shell", Help: "The model requests commands; you run them.", Example: example(`{"type":"local_shell"}`)},
		{Type: "shell", Title: "Shell", Help: "The model requests shell commands; you run them.", Example: example(`{"type":"shell"}`)},
		{Type: "apply_patch", Title: "Apply patch", Help: "The model requests file changes; you apply them.", Example: example(`{"type":"apply_patch"}`)},
		{
			Type: "computer_use_preview", Title: "Computer use", Help: "The model sees a screen and requests clicks and typing.",
			Fields: []Field{
				integer("display_width", "Width in pixels.").required(), integer("display_height", "Height in pixels.").required(),
				choice("environment", "Environment on the screen.", "browser", "mac", "windows", "linux", "ubuntu").required(),
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
				list("vector_store_ids", "Vector stores to search.").required(),
				integer("max_num_results", "Maximum results per search."),
				value("filters", "Filter on file attributes; and, or combine several.").with(Option{`{"type":"eq","key":"year","value":2026}`, "compare one attribute"}),
				object("ranking_options", "Ranking options.", choice("ranker", "Ranker.", "auto", "default-2024-11-15"), number("score_threshold", "Minimum score.")),
			},
			Example: example(`{"type":"file_search","vector_store_ids":["vs_1"]}`),
		},
		{
			Type: "code_interpreter", Title: "Code interpreter", Help: "Runs code in a container.",
			Fields: []Field{text("container", "Container ID, or an object for a new container.").required().or(object("", "A new container.",
				choice("type", "auto is the only known type.", "auto").required(),
				list("file_ids", "Files to put into it."), choice("memory_limit", "Memory limit.", "1g", "4g", "16g", "64g").orNull(),
			).with(Option{`{"type":"auto"}`, "a new container"}))},
			Example: example(`{"type":"code_interpreter","container":{"type":"auto"}}`),
		},
		{Type: "mcp", Title: "MCP server", Help: "Tools of a Model Context Protocol server.", Fields: mcp(),
			Example: example(`{"type":"mcp","server_label":"docs","server_url":"https://mcp.example.com/","require_approval":"always"}`)},
		{Type: "image_generation", Title: "Image generation", Help: "Generates images.", Fields: drawing(), Example: example(`{"type":"image_generation"}`)},
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
		text("server_url", "Server URL; set this or connector_id."),
		choice("connector_id", "The provider's connector.", connector+"dropbox", connector+"gmail", connector+"googlecalendar", connector+"googledrive",
			connector+"microsoftteams", connector+"outlookcalendar", connector+"outlookemail", connector+"sharepoint"),
		text("server_description", "Tells the model what the server is for."),
		text("authorization", "Access token for the server. It is sent and saved in the request as plain text."),
		Field{Name: "headers", Kind: Pairs, Help: "Headers for requests to the server.", Nullable: true},
		list("allowed_tools", "Allow only these tools.").orNull().or(object("", "Tool filter.", toggle("read_only", "Only read-only tools."), list("tool_names", "Only these tools."))),
		choice("require_approval", "Whether calls need your approval.", "always", "never").orNull().or(object("", "Per tool.",
			object("always", "Calls that need approval.", list("tool_names", "Tool names.")),
			object("never", "Calls that run without approval.", list("tool_names", "Tool names.")))),
	}
}

func drawing() []Field {
	return []Field{
		text("model", "Image model."), text("size", "Image size, such as 1024x1024, or auto."),
		choice("quality", "Image quality.", "low", "medium", "high", "auto"),
		choice("background", "Background.", "transparent", "opaque", "auto"),
		choice("output_format", "File format.", "png", "webp", "jpeg"),
		integer("output_compression", "Compression in percent, for webp and jpeg."),
		integer("partial_images", "Number of preview images to stream."),
		choice("moderation", "Moderation strictness.", "auto", "low"),
		choice("input_fidelity", "How closely to match the input images.", "high", "low").orNull(),
		object("input_image_mask", "Mask of the area to repaint.", text("image_url", "Mask as a URL or data URL."), text("file_id", "Mask as a file ID.")),
	}
}

// example writes the JSON of an example without the space between its lines.
func example(s string) json.RawMessage {
	return json.RawMessage(strings.ReplaceAll(strings.ReplaceAll(s, "\n", ""), "\t", ""))
}
