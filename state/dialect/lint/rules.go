package lint

import "slices"

// Rule is one way in which answers deviate.
type Rule struct {
	ID     string
	APIs   []API // whose answers it is about; empty: all
	Level  Level
	What   string // what was seen, as a sentence
	Source string // what it is held against
	Effect string // what clients make of it
	Remedy string // what the maker of the gateway does
}

// The sources.
const (
	document  = "API document"
	open      = "Open Responses, Streaming events"
	chatAPI   = "OpenAI, Chat completions: streaming"
	anthropic = "Anthropic, Streaming messages"
	standard  = "HTML standard, Server-sent events"
)

// streams are the APIs whose answers may be streams.
var streams = []API{Responses, Chat, Messages}

// rules is every rule. Where one holds for several APIs and does different things to their
// clients, it has a row for each.
var rules = []Rule{
	// The streams of POST /responses.
	{"final-output-empty", []API{Responses}, Error, "The final event has no output, though items were streamed.", open,
		"Clients that read the final event show an empty answer.", "Put every item that was streamed into response.output of the final event."},
	{"final-output-differs", []API{Responses}, Error, "The output of the final event is not what was streamed.", open,
		"What a client shows depends on which of the two it reads.", "Write response.output from the items that were streamed."},
	{"done-differs", []API{Responses}, Error, "The text of a done event is not what its deltas add up to.", open,
		"Clients that add up deltas and clients that take the done event show different texts.", "Send each piece once, and the same text in the done event."},
	{"text-only-in-final", []API{Responses}, Error, "A text is only in the final event.", open,
		"Clients that read deltas show an empty answer.", "Send the text in delta events before the final event."},
	{"text-only-in-done", []API{Responses}, Error, "A text is only in a done event.", open,
		"Clients that read deltas show an empty answer.", "Send the text in at least one delta event before the done event."},
	{"no-item-added", []API{Responses}, Error, "Events speak of an item that no output_item.added announced.", open,
		"Clients that open items by output_item.added drop its text, or fail.", "Send output_item.added before the first event of an item."},
	{"no-part-added", []API{Responses}, Error, "Text is written to a part that no content_part.added announced.", open,
		"Clients that open parts by content_part.added fail.", "Send content_part.added before the first delta of a part."},
	{"delta-before-item", []API{Responses, Messages}, Error, "A delta comes before what it belongs to is announced.", open,
		"Clients drop what is too early, or fail.", "Announce an item or a block before its first delta."},
	{"item-id-changes", []API{Responses}, Error, "The id of an item changes from event to event.", open,
		"Clients that find items by item_id drop text, or fail.", "Give an item one id, and use it in all of its events."},
	{"event-name-missing", []API{Responses}, Note, "The event line is missing, or is not the event's type.", open,
		"Clients that go by the event line ignore the event.", "Send event: with the type of the event before each data line."},
	{"event-name-missing", []API{Messages}, Error, "The event line is missing, or is not the event's type.", anthropic,
		"Clients that go by the event line ignore the event.", "Send event: with the type of the event before each data line."},
	{"type-missing", []API{Responses, Messages}, Error, "An event has no type.", open,
		"Clients cannot tell what the event is, and ignore it or fail.", "Give every event its type."},
	{"sequence-missing", []API{Responses}, Error, "Events have no sequence_number.", open,
		"Strict clients reject the event; no client can tell that one was lost.", "Number the events of a stream from 0 on."},
	{"sequence-gap", []API{Responses}, Note, "sequence_number does not rise by one.", open,
		"A client that checks it takes an event for lost.", "Number the events of a stream from 0 on, each by one more."},
	{"no-created", []API{Responses, Messages}, Error, "The stream does not begin with the event that opens it.", open,
		"Clients that set up their state in it fail.", "Begin with response.created (Messages: message_start)."},
	{"no-terminal", []API{Responses}, Error, "The stream ends without a final event.", open,
		"Clients take the answer for broken, or for complete although it is not.", "End with response.completed, response.incomplete or response.failed."},
	{"no-done", []API{Responses}, Note, "The stream ends without [DONE].", document + ", Streaming",
		"Clients that wait for it wait until the connection is closed.", "Send data: [DONE] after the final event."},
	{"no-done", []API{Chat}, Note, "The stream ends without [DONE].", chatAPI,
		"Clients that wait for it wait until the connection is closed.", "Send data: [DONE] as the last frame."},
	{"after-terminal", []API{Responses}, Error, "Events come after the final one.", open,
		"Clients that read on take the last event's response for the answer.", "Send nothing but [DONE] after the final event."},
	{"status-conflict", []API{Responses}, Warning, "The final event says one status, its response another.", open,
		"What a client shows depends on which of the two it reads.", "Let the event and response.status say the same."},
	{"args-differ", []API{Responses}, Error, "The arguments of a call are not what their deltas add up to.", open,
		"Clients call a function with different arguments, depending on what they read.", "Send each piece of the arguments once, and the same text in the end."},
	{"args-invalid-json", streams, Error, "The arguments of a call are not JSON.", document,
		"Clients that parse them fail, and the call is not made.", "Send {} for no arguments; repair or refuse what the model wrote."},
	{"no-item-done", []API{Responses}, Error, "An item has no output_item.done.", open,
		"Clients that take an item at its end lose it.", "Send output_item.done with every item before the final event."},
	{"call-name-missing", []API{Responses}, Error, "A complete call has no name.", open,
		"Clients that run the call of output_item.done do not know which function.", "Send the name in every event that has the call, not only in output_item.added."},
	{"call-id-missing", []API{Responses}, Error, "A complete call has no call_id.", open,
		"The result of the call cannot be sent back.", "Send call_id in every event that has the call, not only in output_item.added."},
	{"call-differs", []API{Responses}, Warning, "A call is announced with another call_id or name than it is completed with.", open,
		"The result is sent back for a call that the next request does not have.", "Give a call one call_id and one name, and use them in all of its events."},
	{"text-after-end", []API{Responses}, Warning, "A delta comes after the end of what it belongs to.", open,
		"Clients that take the complete text at its end lose the rest.", "Send every delta before the done event."},
	{"text-after-end", []API{Chat}, Warning, "A choice continues after its finish_reason.", chatAPI,
		"Clients that stop at finish_reason lose the rest.", "Send finish_reason after all content of the choice."},
	{"text-after-end", []API{Messages}, Warning, "A delta comes after the content_block_stop of its block.", anthropic,
		"Clients that take up a block at its end lose the rest.", "Send every delta before the content_block_stop of its block."},

	// The streams of chat completions.
	{"message-for-delta", []API{Chat}, Error, "A piece has its content in message, not in delta.", chatAPI,
		"Clients that read deltas show an empty answer, or fail.", "Send the pieces of a stream in delta; message is for answers that are no stream."},
	{"tool-index-missing", []API{Chat}, Error, "A piece of a tool call has no index.", chatAPI,
		"Clients that join pieces by index fail, or mix calls up.", "Send tool_calls[].index with every piece."},
	{"tool-id-missing", []API{Chat}, Error, "A tool call has no id.", chatAPI,
		"The result of the call cannot be sent back.", "Send an id with the first piece of every call."},
	{"tool-index-reused", []API{Chat}, Error, "Two tool calls have the same index.", chatAPI,
		"Clients that join pieces by index make one call of two.", "Give every call of a choice a different index."},
	{"tool-index-gap", []API{Chat}, Error, "The indexes of tool calls do not count from 0.", chatAPI,
		"Clients that store calls in a list by index have a hole in it.", "Count tool_calls[].index from 0 in every choice."},
	{"finish-changes", []API{Chat}, Warning, "A choice ends twice, with different reasons.", chatAPI,
		"What a client does depends on which of the two it reads.", "Send finish_reason once, in the last piece of every choice."},
	{"call-finish-stop", []API{Chat}, Warning, "A choice with tool calls ends with stop.", chatAPI,
		"Clients that run calls at finish_reason tool_calls do not run them.", "End a choice that calls a function with tool_calls."},
	{"call-finish-stop", []API{Messages}, Warning, "A message with a tool_use block ends with end_turn.", anthropic,
		"Clients that run calls at stop_reason tool_use do not run them.", "End a message that calls a tool with tool_use."},
	{"finish-without-call", []API{Chat, Messages}, Warning, "The answer ends with the reason of a call, and has none.", chatAPI,
		"Clients wait for a call, or ask again without a result.", "Send the call, or end with stop (Messages: end_turn)."},
	{"finish-empty-string", []API{Chat}, Warning, `finish_reason is "" where it should be null.`, chatAPI,
		"Clients that end at any finish_reason take the first piece for the last.", "Send null until the choice ends."},
	{"finish-missing", []API{Chat}, Error, "A choice ends without a finish_reason.", chatAPI,
		"Clients that put the pieces together take the answer for cut off, and fail.", "Send finish_reason in the last piece of every choice."},
	{"role-repeated", []API{Chat}, Note, "The role is sent with more than the first piece.", chatAPI,
		"Clients that add up strings make assistantassistant of it.", "Send delta.role in the first piece alone."},
	{"choices-empty", []API{Chat}, Warning, "A frame without usage has no choices.", chatAPI,
		"Clients that read choices[0] fail.", "Send choices: [] only with usage; leave other frames out."},
	{"usage-repeated", []API{Chat}, Note, "More than one frame has usage.", chatAPI,
		"Clients that add it up count too many tokens.", "Send usage once, in the last frame before [DONE]."},
	{"error-mid-stream", []API{Chat, Messages}, Warning, "An error is sent in the middle of a stream.", "none: the status 200 was already sent",
		"Clients that expect only answers ignore it, and show what they have as the complete answer.", "Report what can be known before the first byte as a status; end the stream after an error."},

	// The streams of Anthropic's messages.
	{"usage-only-in-delta", []API{Messages}, Error, "message_start has no usage.", anthropic,
		"Clients that add usage to that of message_start fail.", "Send usage.input_tokens in message_start."},
	{"usage-late", []API{Messages}, Warning, "message_start counts no input; message_delta does.", anthropic,
		"Clients that read the input of message_start count nothing.", "Send usage.input_tokens in message_start, and the cache's counts."},
	{"usage-zero", []API{Messages}, Warning, "No usage counts any input.", anthropic,
		"Token counts, costs and limits of clients stay at nothing.", "Send usage.input_tokens in message_start, and the cache's counts."},
	{"block-index-start", []API{Messages}, Error, "The first content block has not the index 0.", anthropic,
		"Clients that store blocks in a list by index fail, or drop the deltas.", "Count index from 0, one more for each block."},
	{"block-index-gap", []API{Messages}, Error, "The index of a content block is not one more than that of the block before.", anthropic,
		"Clients that store blocks in a list by index fail, or drop the deltas.", "Count index from 0, one more for each block."},
	{"block-index-reused", []API{Messages}, Error, "Two content blocks have the same index.", anthropic,
		"Clients that find blocks by index write into the first.", "Count index from 0, one more for each block."},
	{"delta-type", []API{Messages}, Error, "The type of a delta is not that of its block.", anthropic,
		"Clients drop the delta, or add it to the wrong block.", "Send a delta with the index of the block that it belongs to."},
	{"no-message-delta", []API{Messages}, Warning, "The stream ends without message_delta.", anthropic,
		"Clients do not know why the message ended, nor the tokens of its output.", "Send message_delta with stop_reason and usage before message_stop."},
	{"stop-reason-missing", []API{Messages}, Warning, "The message ends without a stop_reason.", anthropic,
		"Clients do not know why the message ended, nor whether a call is to be run.", "Send stop_reason in message_delta."},
	{"stop-reason-changes", []API{Messages}, Warning, "A second message_delta removes stop_reason, or changes it.", anthropic,
		"Clients read the last message_delta: a call is not run, a limit not noticed.", "Send stop_reason in one message_delta, or the same in all."},
	{"no-message-stop", []API{Messages}, Error, "The stream ends without message_stop.", anthropic,
		"Clients take the answer for broken.", "End with message_stop."},
	{"after-terminal", []API{Messages}, Warning, "Events come after message_stop.", anthropic,
		"Clients that stop at message_stop never see them.", "Send nothing after message_stop."},
	{"block-not-stopped", []API{Messages}, Warning, "A content block has no content_block_stop.", anthropic,
		"Clients that take up a block at its end lose it.", "Send content_block_stop for every block before the next one begins."},

	// Streams and documents.
	{"usage-missing", []API{Responses, Chat}, Warning, "The answer reports no usage.", document + ", Usage",
		"Token counts, costs and limits of clients stay at nothing.", "Report usage with every answer that ends by itself."},
	{"usage-missing", []API{Messages}, Error, "The answer reports no usage.", anthropic,
		"Clients that add usage to that of message_start fail.", "Send usage in message_start and in message_delta."},
	{"usage-sum", []API{Responses, Chat}, Warning, "The token counts of usage do not add up.", document + ", Usage",
		"What is counted depends on which of the counts a client reads.", "Let total_tokens be the sum of the two."},
	{"usage-empty", []API{Responses, Chat}, Error, "usage is an object without members.", document + ", Usage",
		"Clients with a strict schema fail; counts of others stay at nothing.", "Send the counts, or null in frames without them."},
	{"usage-empty", []API{Messages}, Warning, "usage is an object without members.", anthropic,
		"Clients that take the last counts lose those of the output.", "Send usage.output_tokens in message_delta."},
	{"error-event", []API{Responses}, Error, "An error in the stream is no event of type error, or has no message.", document + ", Errors",
		"Clients do not notice it, and show what they have as the complete answer.", "Send errors in events of type error, with a message, and end the stream."},
	{"error-shape", nil, Warning, "An error has not the shape of the API's errors.", document + ", Errors",
		"Clients show an error without its message, or fail in reading it.", "Send error.code and error.message as the API has them."},

	// Every stream.
	{"buffered", streams, Warning, "The stream arrived in one burst after the wait.", "none: the point of a stream",
		"Nothing is shown while the model writes. Something between model and client may collect the stream.", "Flush every event; send X-Accel-Buffering: no; do not compress streams."},
	{"content-type", []API{Responses, Chat}, Error, "The stream is not announced as text/event-stream.", standard,
		"Clients that go by Content-Type do not read a stream.", "Send Content-Type: text/event-stream."},
	{"content-type", []API{Messages}, Warning, "The stream is not announced as text/event-stream.", standard,
		"Clients that go by Content-Type do not read a stream.", "Send Content-Type: text/event-stream."},
	{"not-json", streams, Error, "The data of a frame is not JSON.", standard,
		"Clients that parse the data of every event fail.", "Send one JSON object in each event; repair or drop what is none."},
	{"two-documents", streams, Error, "The data of a frame is more than one JSON document.", standard,
		"Clients that parse the data of every event fail.", "Send an empty line after each event, and write it at once."},
	{"comment-in-data", []API{Responses, Chat}, Error, "The data of a frame is a comment.", standard,
		"Clients that parse the data of every event fail.", "Pass a comment on as it is: a line that begins with a colon."},
	{"comment-in-data", []API{Messages}, Warning, "The data of a frame is a comment.", standard,
		"Clients that parse data without an event line fail.", "Pass a comment on as it is: a line that begins with a colon."},
	{"undefined-data", []API{Responses, Chat}, Error, "The data of a frame stands for no value.", standard,
		"Clients that parse the data of every event fail.", "Send no event where there is nothing to send."},
	{"undefined-data", []API{Messages}, Warning, "The data of a frame stands for no value.", standard,
		"Clients that parse data without an event line fail.", "Send no event where there is nothing to send."},
	{"big-frame", streams, Warning, "A line of the stream is longer than 64 KiB.", "none: the default limit of common line readers",
		"Readers with a limit on lines end there.", "Send large contents in several deltas, or by address."},
	{"silence", streams, Warning, "Nothing arrived for more than 30 seconds.", standard + ", Authoring notes",
		"Clients and proxies with a time-out close the connection.", "Send a comment line every 15 seconds."},
	{"bom", streams, Warning, "The stream begins with a byte order mark.", standard,
		"Clients that do not strip it lose the first event.", "Send no byte order mark."},
	{"torn", []API{Responses, Chat}, Warning, "The last frame does not end with an empty line.", standard,
		"Clients that read by the standard drop it.", "End every frame with an empty line."},
	{"torn", []API{Messages}, Error, "The last frame does not end with an empty line.", standard,
		"Clients that read by the standard drop it, and take the answer for broken.", "End every frame with an empty line."},
	{"encoding", streams, Note, "The stream is compressed.", "none: compressors wait for more data",
		"Events arrive late and in bursts where the compressor is not flushed.", "Send streams without Content-Encoding."},
	{"cache-headers", streams, Note, "The stream may be cached.", "RFC 9111, 5.2.2",
		"A cache in between may collect the stream, or play it again.", "Send Cache-Control: no-cache."},

	// Rerank.
	{"results-missing", []API{Rerank}, Error, "The answer has no list of results.", document + ", Rerank",
		"Clients fail.", "Send results."},
	{"result-index", []API{Rerank}, Error, "A result's index is not that of a document, or is repeated.", document + ", Rerank",
		"Clients hand on the index of no document.", "Send index as the document's position in the request, each once."},
	{"result-score", []API{Rerank}, Error, "A result has no relevance_score.", document + ", Rerank",
		"Clients that need a score fail.", "Send relevance_score with every result."},
	{"result-order", []API{Rerank}, Error, "The results are not sorted by relevance_score.", document + ", Rerank",
		"Clients that take the first results take the wrong ones.", "Sort results, the best first."},
	{"result-count", []API{Rerank}, Note, "There are not as many results as top_n asks for.", document + ", Rerank",
		"Clients that read a fixed number of results fail.", "Return the smaller of top_n and the number of documents."},
}

// Rules returns every rule, in the order of the documentation.
func Rules() []Rule { return slices.Clone(rules) }

// Is reports whether the rule is about the answers of an API.
func (r *Rule) Is(api API) bool { return len(r.APIs) == 0 || slices.Contains(r.APIs, api) }

// Named returns the names of the rules, each once, in the order of the documentation.
func Named() (names []string) {
	for i := range rules {
		if !slices.Contains(names, rules[i].ID) {
			names = append(names, rules[i].ID)
		}
	}
	return names
}

// RuleOf returns the row of a rule for the answers of an API; nil for none.
func RuleOf(id string, api API) *Rule {
	for i := range rules {
		if r := &rules[i]; r.ID == id && r.Is(api) {
			return r
		}
	}
	return nil
}
