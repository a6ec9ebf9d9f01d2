package export

// prompt is what the person wrote.
func prompt(of Exchange) []Copy {
	if of.Prompt == "" {
		return nil
	}
	return written("your text", of.Prompt, of.Prompt)
}

// response is the body that arrived, to its end.
func response(of Exchange) []Copy {
	if of.Capture == nil || of.Capture.Text().Len() == 0 {
		return nil
	}
	about, text := "the body as it came", of.Capture.Text()
	if of.Shown != nil && of.Shown != of.State {
		about += ", to the end"
	}
	return []Copy{{Name: "response", About: about, Size: int(text.Len()), Text: func() string { return string(text.All()) }}}
}

// assembled is the answer of a stream as the document that its frames make.
func assembled(of Exchange) []Copy {
	if of.Shown == nil || !of.Shown.Assembled() {
		return nil
	}
	doc := of.Shown.Document()
	if doc == nil {
		return nil
	}
	made := body("response, put together", "one document made of the frames", doc)
	made[0].Ext = ".json"
	return made
}

// saved is the response of an exchange that was read from a file of it alone.
func saved(of Exchange) []Copy {
	if of.State == nil || of.State.Known.Request || of.Capture != nil {
		return nil
	}
	about := "as it was saved"
	if of.State.TooDeep {
		about += ", without what nests too deep"
	}
	return body("response", about, of.State.Response)
}
