package field

// calls is the calls that wait for the caller, and what answers them.
func calls() []Skeleton {
	id := func() Field { return text("call_id", "Joins the call and its output.").required() }
	name := text("name", "Of the tool.").required()
	namespace := text("namespace", "That the tool stands in.")
	output := func(help string) Field { return text("output", help).long().required().or(parts("output")) }
	return []Skeleton{
		skeleton("Function call", "The model asks for a function.", `{"type":"function_call","call_id":"call_1","name":"get_weather","arguments":"{}"}`,
			id(), name, text("arguments", "JSON, as text.").long().required(), namespace, status()),
		skeleton("Function output", "The answer to a function call, which must stand in input.", `{"type":"function_call_output","call_id":"call_1","output":""}`,
			id(), output("What the function gave: text, or a list of parts."), status()),
		skeleton("Custom tool call", "The model asks for a custom tool.", `{"type":"custom_tool_call","call_id":"call_1","name":"run_query","input":""}`,
			id(), name, text("input", "Text.").long().required(), namespace),
		skeleton("Custom tool output", "The answer to a custom tool call.", `{"type":"custom_tool_call_output","call_id":"call_1","output":""}`,
			id(), output("What the tool gave: text, or a list of parts.")),
		skeleton("Shell call", "The model asks for shell commands.", `{"type":"shell_call","id":"sh_1","call_id":"call_1","status":"completed","action":{"commands":["ls"]}}`,
			id(), object("action", "What to run.", list("commands", "One by one.").required(), integer("max_output_length", "Of what is sent back.").orNull(), integer("timeout_ms", "Of each command.").orNull()), status()),
		skeleton("Shell output", "What the commands printed.", `{"type":"shell_call_output","call_id":"call_1","output":[{"stdout":"","stderr":"","outcome":{"type":"exit","exit_code":0}}]}`,
			id(), objects("output", "For each command.", text("stdout", "Printed.").long().required(), text("stderr", "Printed as errors.").long().required(),
				object("outcome", "How it ended.", choice("type", "With an exit code, or not in time.", "exit", "timeout").required(), integer("exit_code", "0 is well.").inert(ofType("exit"))).required()).required(), status()),
		skeleton("Local shell call", "The model asks for a command.", `{"type":"local_shell_call","id":"lsh_1","call_id":"call_1","status":"completed","action":{"type":"exec","command":["ls"],"env":{}}}`),
		skeleton("Local shell output", "What the command printed.", `{"type":"local_shell_call_output","id":"call_1","call_id":"call_1","output":""}`,
			id(), text("output", "Printed.").long().required(), status()),
		skeleton("Apply patch call", "The model asks for a change of a file.", `{"type":"apply_patch_call","id":"apc_1","call_id":"call_1","status":"completed","operation":{"type":"create_file","path":"a.txt","diff":"+hello"}}`),
		skeleton("Apply patch output", "Whether the change was made.", `{"type":"apply_patch_call_output","call_id":"call_1","status":"completed","output":""}`,
			id(), choice("status", "Whether it was made.", "completed", "failed").required(), text("output", "What is to say about it.").long().orNull()),
		skeleton("Computer call", "The model asks for an action on the screen.", `{"type":"computer_call","call_id":"call_1","status":"completed","action":{"type":"screenshot"},"pending_safety_checks":[]}`),
		skeleton("Computer output", "A screenshot after the action.", `{"type":"computer_call_output","call_id":"call_1","output":{"type":"computer_screenshot","image_url":"`+pixel+`"}}`,
			id(), object("output", "The screenshot.", choice("type", "What it is.", "computer_screenshot").required(), text("image_url", "Address, or data URL."), text("file_id", "Its id at the service.")).required(),
			objects("acknowledged_safety_checks", "Checks of the call that the person agreed to.", text("id", "Of the check.").required(), text("code", "Of the check.").orNull(), text("message", "Of the check.").orNull()),
			status()),
		skeleton("MCP approval request", "An MCP call waits for the person.", `{"type":"mcp_approval_request","id":"mcpr_1","server_label":"docs","name":"search","arguments":"{}"}`),
		skeleton("MCP approval response", "The person says yes or no.", `{"type":"mcp_approval_response","approval_request_id":"mcpr_1","approve":false}`,
			text("approval_request_id", "Id of the request.").required(), toggle("approve", "Whether the call may be made.").required(), text("reason", "Why.").orNull()),
	}
}

// pixel is one transparent pixel, where a picture has to stand.
const pixel = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

// hostedItems is what the service or a provider did itself.
func hostedItems() []Skeleton {
	return []Skeleton{
		skeleton("Web search call", "A search of the web.", `{"type":"web_search_call","id":"ws_1","status":"completed","action":{"type":"search","query":"weather"}}`),
		skeleton("File search call", "A search of vector stores.", `{"type":"file_search_call","id":"fs_1","status":"completed","queries":["weather"],"results":null}`),
		skeleton("Image generation call", "A drawn image.", `{"type":"image_generation_call","id":"ig_1","status":"completed","result":null}`),
		skeleton("Code interpreter call", "Code that was run.", `{"type":"code_interpreter_call","id":"ci_1","status":"completed","code":"print(1)","container_id":"cntr_1","outputs":null}`),
		skeleton("MCP tools", "The tools of an MCP server.", `{"type":"mcp_list_tools","id":"mcpl_1","server_label":"docs","tools":[{"name":"search","description":null,"input_schema":{"type":"object"}}]}`),
		skeleton("MCP call", "A call of an MCP server's tool.", `{"type":"mcp_call","id":"mcp_1","server_label":"docs","name":"search","arguments":"{}","output":"","error":null}`),
		skeleton("Tool search call", "A search for hidden tools.", `{"type":"tool_search_call","call_id":"call_1","execution":"server","arguments":{},"status":"completed"}`),
		skeleton("Tool search output", "Tools that were found.", `{"type":"tool_search_output","call_id":"call_1","execution":"server","tools":[],"status":"completed"}`),
	}
}

// serverItems is the items of server tools, under the names of wire-notes §4.
func serverItems(word string) []Skeleton {
	item := func(name, title, help, members string) Skeleton {
		return skeleton(title, help, `{"type":"`+word+":"+name+`","id":"st_1","status":"completed"`+members+`}`)
	}
	const moment = `,"datetime":"2026-01-01T00:00:00Z","timezone":"UTC"`
	return []Skeleton{
		item("datetime", "Date and time", "The time that was told.", moment),
		item("web_search", "Web search", "A search of the web.", `,"action":{"type":"search","query":"weather"}`),
		item("web_fetch", "Web fetch", "A page that was opened.", `,"url":"https://example.com/","title":"Example","content":"","httpStatus":200`),
		item("tool_search", "Tool search", "A search for hidden tools.", `,"query":"weather"`),
		item("file_search", "File search", "A search of files.", `,"queries":["weather"]`),
		item("experimental__search_models", "Search models", "A search of the catalogue.", `,"query":"cheap"`),
		item("image_generation", "Image generation", "A drawn image.", `,"prompt":"a gate","imageUrl":""`),
		item("code_interpreter", "Code interpreter", "Code that was run.", `,"code":"print(1)","language":"python","stdout":"1","stderr":"","exitCode":0`),
		item("bash", "Bash", "A command that was run.", `,"command":"ls","stdout":"","stderr":"","exitCode":0`),
		item("shell", "Shell", "Commands that were run.", `,"action":{"commands":["ls"]},"output":[{"stdout":"","stderr":"","outcome":{"type":"exit","exit_code":0}}]`),
		item("text_editor", "Text editor", "A file that was edited.", `,"command":"view","filePath":"a.txt"`),
		item("browser_use", "Browser use", "An action in a browser.", `,"action":"open"`),
		item("memory", "Memory", "Something kept or read.", `,"action":"read","key":"name","value":""`),
		item("mcp", "MCP", "A call of an MCP server's tool.", `,"serverLabel":"docs","toolName":"search"`),
		item("apply_patch", "Apply patch", "A file that was changed.", `,"operation":{"type":"create_file","path":"a.txt","diff":"+hello"}`),
		item("files", "Files", "An operation on kept files.", `,"operation":"read","filename":"a.txt","result":""`),
		item("advisor", "Advisor", "Another model's advice.", `,"model":"vendor/model","prompt":"","advice":""`),
		item("subagent", "Subagent", "A part of the task, done by another.", `,"name":"helper","task_description":"","outcome":""`),
		item("fusion", "Fusion", "What a panel of models said.", `,"analysis":{"consensus":[],"contradictions":[],"partial_coverage":[],"unique_insights":[],"blind_spots":[]},"responses":[]`),
	}
}

func otherItems() []Skeleton {
	id := text("id", "Of the item.").required()
	part := func(name, kind, help string) Field {
		return objects(name, help, choice("type", "Kind of the part.", kind).required(), text("text", "What it says.").long().required()).orNull()
	}
	return []Skeleton{
		skeleton("Reasoning", "What the model thought.", `{"type":"reasoning","id":"rs_1","status":"completed","content":[{"type":"reasoning_text","text":""}],"summary":[]}`,
			id, status(), part("content", "reasoning_text", "Its thoughts."), part("summary", "summary_text", "Their summary."),
			text("signature", "Of the provider; must stay as it came.").orNull(), text("encrypted_content", "Must stay as it came.").orNull(), text("format", "Of the signature.").orNull()),
		skeleton("Item reference", "An item of this input once more, by its id.", `{"type":"item_reference","id":"msg_1"}`, id),
		skeleton("Additional tools", "Tools that are offered from here on.", `{"type":"additional_tools","role":"developer","tools":[]}`),
		skeleton("Compaction", "A conversation made shorter by the service.", `{"type":"compaction","encrypted_content":""}`),
		skeleton("Context compaction", "A conversation made shorter by the service.", `{"type":"context_compaction","encrypted_content":""}`),
		skeleton("Agent message", "What one agent says to another.", `{"type":"agent_message","author":"planner","recipient":"worker","content":[{"type":"input_text","text":""}]}`,
			text("author", "Who says it.").required(), text("recipient", "To whom.").required(), parts("content").required()),
	}
}
