package validate

// rerank is the table of the request body of POST /rerank (document, "Rerank
// request body").
func rerank() *rule {
	document := &rule{types: text | object, fields: fields{
		"text":  {types: text},
		"image": {soft: true, types: text}, // its structure is not shown
	}, also: emptyDocument}
	provider := providerHints()
	provider["allow_fallbacks"] = &rule{types: boolean}
	return &rule{
		types: object, required: []string{"model", "query", "documents"},
		fields: fields{
			"model":     {types: text},
			"query":     {types: text},
			"documents": {types: array, least: 1, items: document},
			"top_n":     {types: integer, limits: from(1)},
			"provider":  {types: object, fields: provider},
		},
	}
}
