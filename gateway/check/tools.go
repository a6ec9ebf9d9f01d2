package check

// tool is the section "Tools": only the function tool's members are given.
func tool() rule {
	function := object(fields{
		"name":        text,
		"description": orNull(text),
		// A JSON schema may also be true or false, but the document asks for an
		// object here. Known readers echo null, so null passes (wire-notes §2).
		"parameters":    orNull(object(nil)),
		"defer_loading": boolean,
	}, "name")
	return func(r *report, at *path, v value) {
		object(fields{"type": text}, "type")(r, at, v)
		if v.get("type").str() == "function" {
			function(r, at, v)
		}
	}
}
