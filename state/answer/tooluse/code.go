package tooluse

import (
	"cmp"

	"gatehouse/client/scan"
	"gatehouse/state/json/tree"
)

// code reads what a code interpreter ran and printed.
func code(u *Use, i *item) {
	source := i.inputOf("code")
	u.InputLine = firstLine(source.rope)
	u.add(Code, source).Language = cmp.Or(i.word("language"), "python") // what code interpreters run
	for _, output := range scan.Elements(i.get("outputs")) {
		o := members(output)
		if logs := o.get("logs", "text", "output"); logs != nil {
			u.value(Output, i.text(logs)).Apart = true
			continue
		}
		url := wordOf(o.get("url", "image_url", "file_id"))
		switch media, _, ok := tree.ParseDataURL(url); {
		case ok: // it is an image, and no text
			u.say(Links, media)
		case url != "":
			u.say(Links, link(wordOf(o.get("type")), url))
		}
	}
	if r := runOf(i.members); r.endedText() {
		u.run(r)
	}
}

// image reads a call that makes an image: its prompt, as sent and as revised, and the
// size. The image itself is not text.
func image(u *Use, i *item) {
	prompt, revised := i.text(i.get("prompt")), i.text(i.get("revisedPrompt", "revised_prompt"))
	u.InputLine = cmp.Or(firstLine(prompt.rope), firstLine(revised.rope))
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
