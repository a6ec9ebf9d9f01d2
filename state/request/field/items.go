package field

import (
	"encoding/json"
	"strings"

	"gatehouse/client/scan"
)

// Skeleton is what an input item, or a part of one, begins as.
type Skeleton struct {
	Group  string // heading in a list of skeletons
	Type   string
	Title  string
	Help   string // one line
	JSON   json.RawMessage
	Fields []Field // but for type; nil where it is edited as JSON
}

// Items returns every kind of input item of a service with this word (document,
// "Input items"), the usual ones first. Fields that the document does not show
// are those of public services (wire-notes §4).
func Items(word string) []Skeleton {
	var out []Skeleton
	group := func(name string, items []Skeleton) {
		for _, it := range items {
			it.Group = name
			if it.Type == "" {
				it.Type = scan.Text(scan.Get(it.JSON, "type"))
			}
			out = append(out, it)
		}
	}
	group("messages", messages())
	group("calls and outputs", calls())
	group("hosted tool items", hostedItems())
	group("server tool items", serverItems(word))
	group("other items", otherItems())
	return out
}

// FindItem returns the kind of an item of a request; one without a type is a message. Any word is
// accepted before the colon of a server tool's item. An unknown kind has no fields. The list is
// built for each call: FindItem is for opening an item, not for every row.
func FindItem(item []byte) (Skeleton, bool) {
	kind, role := scan.Text(scan.Get(item, "type")), scan.Text(scan.Get(item, "role"))
	if scan.IsNull(scan.Get(item, "type")) {
		kind = "message"
	}
	word, _, _ := strings.Cut(kind, ":")
	found := Skeleton{Type: kind, Title: kind}
	for _, s := range Items(word) {
		if s.Type != kind {
			continue
		}
		if kind != "message" || scan.Text(scan.Get(s.JSON, "role")) == role {
			return s, true
		}
		found = s
	}
	return found, found.JSON != nil
}

// skeleton makes one from its JSON.
func skeleton(title, help, doc string, fields ...Field) Skeleton {
	return Skeleton{Title: title, Help: help, JSON: example(doc), Fields: fields}
}

func messages() []Skeleton {
	message := func(title, help, doc string, more ...Field) Skeleton {
		return skeleton(title, help, doc, append([]Field{
			choice("role", "Author of the message.", "user", "system", "developer", "assistant").required(), content(),
		}, more...)...)
	}
	return []Skeleton{
		message("User message", "A message from the user.", `{"type":"message","role":"user","content":""}`),
		message("User message with parts", "Text, images, files or audio.", `{"type":"message","role":"user","content":[{"type":"input_text","text":""}]}`),
		message("System message", "Instructions to the model.", `{"type":"message","role":"system","content":""}`),
		message("Developer message", "Instructions that rank below the system message.", `{"type":"message","role":"developer","content":""}`),
		message("Assistant message", "An earlier answer of the model.", `{"type":"message","role":"assistant","id":"msg_1","status":"completed","content":[{"type":"output_text","text":"","annotations":[]}]}`,
			text("id", "Item ID.").orNull(), status(),
			text("model", "The model that wrote it; pin_model uses it.").from(Models),
			choice("phase", "Phase of the answer.", "commentary", "final_answer").orNull()),
	}
}

func status() Field {
	return choice("status", "Item status.", "completed", "in_progress", "incomplete").orNull()
}

// content returns what a message says: text, or parts.
func content() Field {
	return Field{Name: "content", Kind: Text, Long: true, Help: "Text, or a list of parts."}.or(parts("content"))
}

func parts(name string) Field {
	f := objects(name, "Parts: text, images, files, audio, video.", partFields()...)
	for _, p := range partSkeletons() {
		f.Options = append(f.Options, Option{string(p.JSON), strings.ToLower(p.Title)})
	}
	return f
}

// Parts returns the kinds of parts that a message's content is made of.
func Parts() []Skeleton {
	list := partSkeletons()
	fields := partFields()[1:]
	for i := range list {
		s := &list[i]
		s.Type = scan.Text(scan.Get(s.JSON, "type"))
		for _, f := range fields {
			if f.Inert == nil || f.Inert(nil, s.JSON) == "" {
				f.Inert = nil
				s.Fields = append(s.Fields, f)
			}
		}
	}
	return list
}

func partSkeletons() []Skeleton {
	return []Skeleton{
		skeleton("Text", "Text.", `{"type":"input_text","text":""}`),
		skeleton("Image", "An image, as a URL or data URL.", `{"type":"input_image","detail":"auto","image_url":""}`),
		skeleton("File", "A file, as a URL, data URL or file ID.", `{"type":"input_file","filename":"","file_data":""}`),
		skeleton("Audio", "Audio, as base64.", `{"type":"input_audio","input_audio":{"data":"","format":"wav"}}`),
		skeleton("Video", "A video, as a URL or data URL.", `{"type":"input_video","video_url":""}`),
		skeleton("Answer text", "Text written by the model.", `{"type":"output_text","text":"","annotations":[]}`),
		skeleton("Refusal", "The model's reason for not answering.", `{"type":"refusal","refusal":""}`),
	}
}

// partFields returns the fields of all kinds of parts; one that belongs to others
// is inert.
func partFields() []Field {
	file := ofType("input_file")
	return []Field{
		choice("type", "Part type.", "input_text", "input_image", "input_file", "input_audio", "input_video", "output_text", "refusal").required(),
		text("text", "The text.").long().inert(ofType("input_text", "output_text")),
		text("image_url", "URL or data URL.").orNull().inert(ofType("input_image")),
		choice("detail", "Level of detail the model sees.", "auto", "low", "high", "original").inert(ofType("input_image")),
		text("filename", "File name.").inert(file),
		text("file_data", "File content as a data URL.").inert(file),
		text("file_url", "File URL.").inert(file),
		text("file_id", "ID of an uploaded file.").orNull().inert(file),
		object("input_audio", "The audio.", text("data", "Base64 data.").required(), choice("format", "Audio format.", "mp3", "wav").required()).inert(ofType("input_audio")),
		text("video_url", "URL or data URL.").inert(ofType("input_video")),
		text("refusal", "The refusal text.").long().inert(ofType("refusal")),
		value("annotations", "List of citations.").orNull().inert(ofType("output_text")),
		cacheControl("Set a cache breakpoint here."),
	}
}
