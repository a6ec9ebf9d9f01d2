package export

// prompt returns what the user wrote.
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
	about, text := "the body as received", of.Capture.Text()
	if of.Shown != nil && of.Shown != of.State {
		about += ", to the end"
	}
	return []Copy{{Name: "response", About: about, Size: int(text.Len()), Text: func() string { return string(text.All()) }}}
}

// maxWritten is the maximum size of a document that is written for a menu, in bytes; the size of
// a larger one is estimated.
const maxWritten = 1 << 20

// assembled is the answer of a stream as the document that its frames make.
func assembled(of Exchange) []Copy {
	if of.Shown == nil || !of.Shown.Assembled() {
		return nil
	}
	parts, ok := of.Shown.PartialResponse()
	if !ok {
		return nil
	}
	size, text := parts.Size(), func() string { return string(parts.JSON()) }
	if size < maxWritten {
		doc := text()
		size, text = len(doc), func() string { return doc }
	}
	return []Copy{{Name: "response, put together", About: "one document made of the frames", Ext: ".json", Size: size, Text: text}}
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
	return written("response", about, string(of.State.Response))
}
