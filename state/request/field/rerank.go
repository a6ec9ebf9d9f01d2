package field

// Rerank is the request body of POST /rerank (document, "Rerank request body").
// An element of documents may be a string as well as an object.
func Rerank() []Field {
	order := provider()
	order.Help = "Provider preferences."
	for i := range order.Fields {
		if f := &order.Fields[i]; f.Name == "allow_fallbacks" {
			f.Nullable = false // the one that the document shows
		}
	}
	return []Field{
		text("model", "Rerank model slug.").required().from(Rerankers),
		text("query", "Query to rank the documents against.").long().required(),
		objects("documents", "At least one: a string, or an object with text and image.",
			text("text", "Document text.").long(),
			text("image", "Image URL or data URL, for multimodal models."),
		).required().items(1, 0),
		integer("top_n", "Number of most relevant documents to return.").atLeast(1),
		order,
	}
}
