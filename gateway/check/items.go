package check

// input is a text or a list of items. Of the items, the document shows messages
// and reasoning; of all others only their being objects counts.
func input() rule {
	message, reasoning := message(), reasoning()
	item := func(r *report, at *path, v value) {
		object(fields{"type": text})(r, at, v)
		switch typ := v.get("type"); {
		case typ.text() == "message" || typ.kind == 0:
			message(r, at, v)
		case typ.text() == "reasoning":
			reasoning(r, at, v)
		}
	}
	return byKind("a string or an array of items", `"[`, text, arrayOf(item))
}

// message is an item of type message, or an easy message without a type. Only
// an assistant's content may be null ("Input items").
func message() rule {
	content := byKind("a string or an array of parts", `"[`, anything, arrayOf(part()))
	shape := object(fields{"role": text, "id": orNull(text), "status": orNull(text)})
	return func(r *report, at *path, v value) {
		if v.kind != '{' {
			return // reported by the item's rule
		}
		shape(r, at, v)
		c := v.get("content")
		if c.kind == 0 || c.kind == 'n' && v.get("role").text() == "assistant" {
			return
		}
		content(r, at.member("content"), c)
	}
}

// part is one part of a content. Any block may carry a cache breakpoint; of
// parts of unknown types nothing else is looked at.
func part() rule {
	block := object(fields{"type": text, "cache_control": cacheControl()})
	kinds := map[string]rule{
		"input_text":  object(fields{"text": text}),
		"output_text": object(fields{"text": text, "annotations": orNull(list)}),
		"refusal":     object(fields{"refusal": text}),
	}
	return func(r *report, at *path, v value) {
		block(r, at, v)
		if known := kinds[v.get("type").text()]; known != nil {
			known(r, at, v)
		}
	}
}

// reasoning is an item of type reasoning. The document allows null for summary
// alone; services return it for the other members as well, and what they return
// must be accepted (wire-notes §4).
func reasoning() rule {
	thought := object(fields{"text": text})
	parts := orNull(arrayOf(func(r *report, at *path, v value) {
		object(fields{"type": text})(r, at, v)
		if typ := v.get("type").text(); typ == "reasoning_text" || typ == "summary_text" {
			thought(r, at, v)
		}
	}))
	return object(fields{
		"id": orNull(text), "status": orNull(text), "content": parts, "summary": parts,
	})
}
