package field

// calls returns the calls that wait for the caller, and what answers them.
func calls() []Skeleton {
	id := func() Field { return text("call_id", "Links a call to its output.").required() }
	name := text("name", "Tool name.").required()
	namespace := text("namespace", "Namespace of the tool.")
	output := func(help string) Field { return text("output", help).long().required().or(parts("output")) }
	return []Skeleton{
		skeleton("Function call", "The model calls a function.", `{"type":"function_call","call_id":"call_1","name":"get_weather","arguments":"{}"}`,
			id(), name, text("arguments", "JSON, as a string.").long().required(), namespace, status()),
		skeleton("Function output", "The output of a function call in this input.", `{"type":"function_call_output","call_id":"call_1","output":""}`,
			id(), output("Function output: text, or a list of parts."), status()),
		skeleton("Custom tool call", "The model calls a custom tool.", `{"type":"custom_tool_call","call_id":"call_1","name":"run_query","input":""}`,
			id(), name, text("input", "Input text.").long().required(), namespace),
		skeleton("Custom tool output", "The output of a custom tool call.", `{"type":"custom_tool_call_output","call_id":"call_1","output":""}`,
			id(), output("Tool output: text, or a list of parts.")),
		skeleton("Shell call", "The model requests shell commands.", `{"type":"shell_call","id":"sh_1","call_id":"call_1","status":"completed","action":{"commands":["ls"]}}`,
			id(), object("action", "Commands and limits.", list("commands", "Commands, run in order.").required(), integer("max_output_length", "Maximum output characters to return.").orNull(), integer("timeout_ms", "Timeout per command, in milliseconds.").orNull()), status()),
		skeleton("Shell output", "The output of the commands.", `{"type":"shell_call_output","call_id":"call_1","output":[{"stdout":"","stderr":"","outcome":{"type":"exit","exit_code":0}}]}`,
			id(), objects("output", "One entry per command.", text("stdout", "Standard output.").long().required(), text("stderr", "Standard error.").long().required(),
				object("outcome", "How the command ended.", choice("type", "Exited, or timed out.", "exit", "timeout").required(), integer("exit_code", "0 means success.").inert(ofType("exit"))).required()).required(), status()),
		skeleton("Local shell call", "The model requests a command.", `{"type":"local_shell_call","id":"lsh_1","call_id":"call_1","status":"completed","action":{"type":"exec","command":["ls"],"env":{}}}`),
		skeleton("Local shell output", "The output of the command.", `{"type":"local_shell_call_output","id":"call_1","call_id":"call_1","output":""}`,
			id(), text("output", "Command output.").long().required(), status()),
		skeleton("Apply patch call", "The model requests a file change.", `{"type":"apply_patch_call","id":"apc_1","call_id":"call_1","status":"completed","operation":{"type":"create_file","path":"a.txt","diff":"+hello"}}`),
		skeleton("Apply patch output", "Whether the patch was applied.", `{"type":"apply_patch_call_output","call_id":"call_1","status":"completed","output":""}`,
			id(), choice("status", "Whether the patch was applied.", "completed", "failed").required(), text("output", "Message for the model.").long().orNull()),
		skeleton("Computer call", "The model requests an action on the screen.", `{"type":"computer_call","call_id":"call_1","status":"completed","action":{"type":"screenshot"},"pending_safety_checks":[]}`),
		skeleton("Computer output", "A screenshot after the action.", `{"type":"computer_call_output","call_id":"call_1","output":{"type":"computer_screenshot","image_url":"`+pixel+`"}}`,
			id(), object("output", "The screenshot.", choice("type", "Output type.", "computer_screenshot").required(), text("image_url", "URL or data URL."), text("file_id", "ID of an uploaded file.")).required(),
			objects("acknowledged_safety_checks", "Safety checks of the call that the user accepted.", text("id", "Check ID.").required(), text("code", "Check code.").orNull(), text("message", "Check message.").orNull()),
			status()),
		skeleton("MCP approval request", "An MCP call that needs approval.", `{"type":"mcp_approval_request","id":"mcpr_1","server_label":"docs","name":"search","arguments":"{}"}`),
		skeleton("MCP approval response", "Approves or rejects an MCP call.", `{"type":"mcp_approval_response","approval_request_id":"mcpr_1","approve":false}`,
			text("approval_request_id", "ID of the approval request.").required(), toggle("approve", "true approves the call.").required(), text("reason", "Reason, for the model.").orNull()),
	}
}

// pixel is one transparent pixel, for skeletons that need a picture.
const pixel = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

// hostedItems returns what the service or a provider did itself.
func hostedItems() []Skeleton {
	return []Skeleton{
		skeleton("Web search call", "A web search.", `{"type":"web_search_call","id":"ws_1","status":"completed","action":{"type":"search","query":"weather"}}`),
		skeleton("File search call", "A search in vector stores.", `{"type":"file_search_call","id":"fs_1","status":"completed","queries":["weather"],"results":null}`),
		skeleton("Image generation call", "A generated image.", `{"type":"image_generation_call","id":"ig_1","status":"completed","result":null}`),
		skeleton("Code interpreter call", "Code that ran.", `{"type":"code_interpreter_call","id":"ci_1","status":"completed","code":"print(1)","container_id":"cntr_1","outputs":null}`),
		skeleton("MCP tools", "Tool list of an MCP server.", `{"type":"mcp_list_tools","id":"mcpl_1","server_label":"docs","tools":[{"name":"search","description":null,"input_schema":{"type":"object"}}]}`),
		skeleton("MCP call", "A call to a tool of an MCP server.", `{"type":"mcp_call","id":"mcp_1","server_label":"docs","name":"search","arguments":"{}","output":"","error":null}`),
		skeleton("Tool search call", "A search for deferred tools.", `{"type":"tool_search_call","call_id":"call_1","execution":"server","arguments":{},"status":"completed"}`),
		skeleton("Tool search output", "Tools that the search found.", `{"type":"tool_search_output","call_id":"call_1","execution":"server","tools":[],"status":"completed"}`),
	}
}

// serverItems returns the items of server tools, under the names of wire-notes §4.
func serverItems(word string) []Skeleton {
	item := func(name, title, help, members string) Skeleton {
		return skeleton(title, help, `{"type":"`+word+":"+name+`","id":"st_1","status":"completed"`+members+`}`)
	}
	const moment = `,"datetime":"2026-01-01T00:00:00Z","timezone":"UTC"`
	return []Skeleton{
		item("datetime", "Date and time", "The current time.", moment),
		item("web_search", "Web search", "A web search.", `,"action":{"type":"search","query":"weather"}`),
		item("web_fetch", "Web fetch", "A fetched page.", `,"url":"https://example.com/","title":"Example","content":"","httpStatus":200`),
		item("tool_search", "Tool search", "A search for deferred tools.", `,"query":"weather"`),
		item("file_search", "File search", "A file search.", `,"queries":["weather"]`),
		item("experimental__search_models", "Search models", "A search in the model catalogue.", `,"query":"cheap"`),
		item("image_generation", "Image generation", "A generated image.", `,"prompt":"a gate","imageUrl":""`),
		item("code_interpreter", "Code interpreter", "Code that ran.", `,"code":"print(1)","language":"python","stdout":"1","stderr":"","exitCode":0`),
		item("bash", "Bash", "A command that ran.", `,"command":"ls","stdout":"","stderr":"","exitCode":0`),
		item("shell", "Shell", "Commands that ran.", `,"action":{"commands":["ls"]},"output":[{"stdout":"","stderr":"","outcome":{"type":"exit","exit_code":0}}]`),
		item("text_editor", "Text editor", "A file edit.", `,"command":"view","filePath":"a.txt"`),
		item("browser_use", "Browser use", "A browser action.", `,"action":"open"`),
		item("memory", "Memory", "A stored or recalled memory.", `,"action":"read","key":"name","value":""`),
		item("mcp", "MCP", "A call to a tool of an MCP server.", `,"serverLabel":"docs","toolName":"search"`),
		item("apply_patch", "Apply patch", "A file change.", `,"operation":{"type":"create_file","path":"a.txt","diff":"+hello"}`),
		item("files", "Files", "An operation on stored files.", `,"operation":"read","filename":"a.txt","result":""`),
		item("advisor", "Advisor", "Advice from another model.", `,"model":"vendor/model","prompt":"","advice":""`),
		item("subagent", "Subagent", "A delegated part of the task.", `,"name":"helper","task_description":"","outcome":""`),
		item("fusion", "Fusion", "The answers of a model panel.", `,"analysis":{"consensus":[],"contradictions":[],"partial_coverage":[],"unique_insights":[],"blind_spots":[]},"responses":[]`),
	}
}

func otherItems() []Skeleton {
	id := text("id", "Item ID.").required()
	part := func(name, kind, help string) Field {
		return objects(name, help, choice("type", "Part type.", kind).required(), text("text", "The text.").long().required()).orNull()
	}
	return []Skeleton{
		skeleton("Reasoning", "The model's reasoning.", `{"type":"reasoning","id":"rs_1","status":"completed","content":[{"type":"reasoning_text","text":""}],"summary":[]}`,
			id, status(), part("content", "reasoning_text", "Reasoning text."), part("summary", "summary_text", "Reasoning summary."),
			text("signature", "The provider's signature; leave it unchanged.").orNull(), text("encrypted_content", "Encrypted reasoning; leave it unchanged.").orNull(), text("format", "Signature format.").orNull()),
		skeleton("Item reference", "A reference to another item by ID.", `{"type":"item_reference","id":"msg_1"}`, id),
		skeleton("Additional tools", "Tools available from here on.", `{"type":"additional_tools","role":"developer","tools":[]}`),
		skeleton("Compaction", "A conversation that the service shortened.", `{"type":"compaction","encrypted_content":""}`),
		skeleton("Context compaction", "A conversation that the service shortened.", `{"type":"context_compaction","encrypted_content":""}`),
		skeleton("Agent message", "A message from one agent to another.", `{"type":"agent_message","author":"planner","recipient":"worker","content":[{"type":"input_text","text":""}]}`,
			text("author", "Sender.").required(), text("recipient", "Recipient.").required(), parts("content").required()),
	}
}
