package check

// input is a text or a list of items. Of the items, the document shows messages
// and reasoning; of all others only their being objects counts.
func input() rule {
	message, reasoning := message(), reasoning()
	item := func(r *report, at *path, v value) {
		object(fields{"type": text})(r, at, v)
		switch typ := v.get("type"); {
		case typ.str() == "message" || typ.kind == 0:
			message(r, at, v)
		case typ.str() == "reasoning":
			reasoning(r, at, v)
		}
	}
	return byKind("a string or an array of items", `"[`, text, arrayOf(item))
}

// message is an item of type message, or an easy message without a type. Only
// an assistant's content may be null ("Input items").
func message() rule {
	content := byKind("a string or an array of parts", `"[`, anything, arrayOf(part()))
	shape := func(content rule) rule {
		return object(fields{"role": text, "id": orNull(text), "status": orNull(text), "content": content})
	}
	assistants, others := shape(orNull(content)), shape(content)
	return func(r *report, at *path, v value) {
		switch {
		case v.kind != '{': // reported by the item's rule
		case v.get("role").str() == "assistant":
			assistants(r, at, v)
		default:
			others(r, at, v)
		}
	}
}

// part is one part of a content. Any block may carry a cache breakpoint; of
// parts whose members the document does not show nothing else is looked at.
func part() rule {
	block := func(more fields) rule {
		more["type"], more["cache_control"] = text, cacheControl()
		return object(more)
	}
	other := block(fields{})
	kinds := map[string]rule{
		"output_text":    block(fields{"text": text, "annotations": orNull(list)}),
		"reasoning_text": block(fields{"text": text}),
	}
	return func(r *report, at *path, v value) {
		known := kinds[v.get("type").str()]
		if known == nil {
			known = other
		}
		known(r, at, v)
	}
}

// reasoning is an item of type reasoning. The document allows null for summary
// alone; services return it for the other members as well, and what they return
// must be accepted (wire-notes §4).
func reasoning() rule {
	known, other := object(fields{"type": text, "text": text}), object(fields{"type": text})
	summary := func(r *report, at *path, v value) {
		if v.get("type").str() == "summary_text" {
			known(r, at, v)
			return
		}
		other(r, at, v)
	}
	return object(fields{
		"id": orNull(text), "status": orNull(text), "format": orNull(text), "signature": orNull(text),
		"content": orNull(arrayOf(part())), "summary": orNull(arrayOf(summary)),
	})
}
