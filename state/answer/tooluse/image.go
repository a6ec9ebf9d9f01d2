package tooluse

// image reads a call that makes an image: its prompt, as sent and as revised, and the
// size. The image itself is not text.
func image(u *Use, i *item) {
	prompt, revised := i.text(i.get("prompt")), i.text(i.get("revisedPrompt", "revised_prompt"))
	if u.InputLine = firstLine(prompt.rope); u.InputLine == "" {
		u.InputLine = firstLine(revised.rope)
	}
	u.Result = i.word("size")
	u.add(Plain, prompt)
	if revised.rope.Len() > 0 && revised.rope.String() != prompt.rope.String() {
		u.say(Label, "prompt as the service changed it").Apart = prompt.rope.Len() > 0
		u.add(Plain, revised)
	}
	if url := i.word("imageUrl", "image_url", "url"); url != "" && url[0] == 'h' {
		u.say(Links, url)
	}
}
