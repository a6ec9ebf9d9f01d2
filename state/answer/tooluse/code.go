package tooluse

import (
	"gatehouse/client/scan"
	"gatehouse/state/json/tree"
)

// code reads what a code interpreter ran and printed.
func code(u *Use, i *item) {
	source := i.inputOf("code")
	u.InputLine = firstLine(source.rope)
	language := i.word("language")
	if language == "" {
		language = "python" // what code interpreters run
	}
	u.add(Code, source).Language = language
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
