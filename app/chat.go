package app

import (
	"encoding/json"
	"strings"

	"gatehouse/app/files"
	"gatehouse/client/scan"
	"gatehouse/state/talk"
	"gatehouse/views/source"
)

// chat is one conversation of this run, with what the person is writing in it.
type chat struct {
	conv    *talk.Conversation
	headers headers            // what its requests carry beside the document
	path    string             // where it was saved, or opened from; empty: nowhere
	kept    kept               // how it stood then
	fresh   []byte             // the draft that it began with
	began   *talk.Turn         // the turn that it began with; nil for none
	text    string             // the composer's text while another chat is shown
	edit    *talk.Turn         // the turn whose text is being edited; nil: none
	unsent  string             // what was being written before the editing
	beside  []json.RawMessage  // what was attached to that
	left    *leftEdit          // the editing that an edit of the document ended
	run     *run               // the exchange on its way; nil: none
	later   *later             // a request that is sent again when its time comes; nil: none
	files   []files.Attachment // all that were attached in this run

	unfinished *source.Unfinished // broken text of its document, while the builder shows another
}

// desk holds this run's conversations, in the order of their making.
type desk struct {
	bench   bench
	chats   []*chat
	shown   int
	refused checkedToSend // the request whose faults are listed
	saved   *chat         // for which a path was asked last; nil: the shown one
	folder  string        // that a file was last saved in or opened from
}

func (d *desk) chat() *chat { return d.chats[d.shown] }

// running counts the exchanges on their way, and those of them that are not
// shown.
func (d *desk) running() (all, others int) {
	for i, c := range d.chats {
		if c.run == nil {
			continue
		}
		all++
		if i != d.shown {
			others++
		}
	}
	return all, others
}

// title is a conversation's name: the first words that were said in it.
func (c *chat) title() string {
	for _, t := range c.conv.Path() {
		if text := strings.Join(strings.Fields(said(t)), " "); text != "" {
			return text
		}
	}
	return ""
}

// said returns the text of the user messages that a turn added.
func said(t *talk.Turn) string {
	var texts []string
	for _, item := range t.Input {
		if scan.Text(scan.Get(item, "role")) != "user" {
			continue
		}
		content := scan.Get(item, "content")
		if scan.KindOf(content) != scan.Array {
			texts = append(texts, scan.Text(content))
			continue
		}
		for _, part := range scan.Elements(content) {
			if text := scan.Text(scan.Get(part, "text")); text != "" {
				texts = append(texts, text)
			}
		}
	}
	return strings.Join(texts, "\n")
}
