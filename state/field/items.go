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

// Items is every kind of input item of a service with this word (document,
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
	group("done by the service", hostedItems())
	group("done by server tools", serverItems(word))
	group("the rest of a conversation", otherItems())
	return out
}

// FindItem returns the kind of an item that a request holds; one without a type
// is a message. Of a server tool's item any word before the colon counts. An
// unknown kind has no fields. It builds the whole list to look it up: once an
// item is opened, not once a row.
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
			choice("role", "Who says it.", "user", "system", "developer", "assistant").required(), content(),
		}, more...)...)
	}
	return []Skeleton{
		message("User message", "What a person says.", `{"type":"message","role":"user","content":""}`),
		message("User message with parts", "Text, images, files, sound.", `{"type":"message","role":"user","content":[{"type":"input_text","text":""}]}`),
		message("System message", "What the model is told.", `{"type":"message","role":"system","content":""}`),
		message("Developer message", "What the model is told, below the system.", `{"type":"message","role":"developer","content":""}`),
		message("Assistant message", "What the model said.", `{"type":"message","role":"assistant","id":"msg_1","status":"completed","content":[{"type":"output_text","text":"","annotations":[]}]}`,
			text("id", "Of the item.").orNull(), status(),
			text("model", "That said it; pin_model goes by it.").from(Models),
			choice("phase", "Of the answer.", "commentary", "final_answer").orNull()),
	}
}

func status() Field {
	return choice("status", "Of the item.", "completed", "in_progress", "incomplete").orNull()
}

// content is what a message says: text, or parts.
func content() Field {
	return Field{Name: "content", Kind: Text, Long: true, Help: "What is said: text, or a list of parts."}.or(parts("content"))
}

func parts(name string) Field {
	f := objects(name, "Parts: text, images, files, sound, video.", partFields()...)
	for _, p := range partSkeletons() {
		f.Options = append(f.Options, Option{string(p.JSON), strings.ToLower(p.Title)})
	}
	return f
}

// Parts is the kinds of parts that a message's content is made of.
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
		skeleton("Image", "An image, by address or as data URL.", `{"type":"input_image","detail":"auto","image_url":""}`),
		skeleton("File", "A file, by address, id, or as data URL.", `{"type":"input_file","filename":"","file_data":""}`),
		skeleton("Sound", "Sound, as base64.", `{"type":"input_audio","input_audio":{"data":"","format":"wav"}}`),
		skeleton("Video", "A video, by address or as data URL.", `{"type":"input_video","video_url":""}`),
		skeleton("Answer text", "Text that the model said.", `{"type":"output_text","text":"","annotations":[]}`),
		skeleton("Refusal", "Why the model did not answer.", `{"type":"refusal","refusal":""}`),
	}
}

// partFields is the fields of all kinds of parts; one that belongs to others
// is inert.
func partFields() []Field {
	file := ofType("input_file")
	return []Field{
		choice("type", "What the part is.", "input_text", "input_image", "input_file", "input_audio", "input_video", "output_text", "refusal").required(),
		text("text", "What is said.").long().inert(ofType("input_text", "output_text")),
		text("image_url", "Address, or data URL.").orNull().inert(ofType("input_image")),
		choice("detail", "How closely it is looked at.", "auto", "low", "high", "original").inert(ofType("input_image")),
		text("filename", "Of the file.").inert(file),
		text("file_data", "The file as data URL.").inert(file),
		text("file_url", "Its address.").inert(file),
		text("file_id", "Its id at the service.").orNull().inert(file),
		object("input_audio", "The sound.", text("data", "As base64.").required(), choice("format", "Of the data.", "mp3", "wav").required()).inert(ofType("input_audio")),
		text("video_url", "Address, or data URL.").inert(ofType("input_video")),
		text("refusal", "What is said instead of an answer.").long().inert(ofType("refusal")),
		value("annotations", "Citations: a list.").orNull().inert(ofType("output_text")),
		cacheControl("Marks an explicit cache breakpoint here."),
	}
}
