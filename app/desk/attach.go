package desk

import (
	"bytes"
	"encoding/json"
	"net/url"
	"os"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/effect/files"
	"gatehouse/app/screen"
	"gatehouse/client/scan"
	"gatehouse/state/answer/figures"
	"gatehouse/state/json/tree"
)

// Attach reads a file as a part of the message that is being written.
func (d *Desk) Attach(path string) tea.Cmd {
	c := d.Shown()
	return func() tea.Msg {
		return d.attachFile(c, path)
	}
}

// attachFile reads a file, and attaches it to the message of a conversation when it lands.
func (d *Desk) attachFile(c *Chat, path string) screen.Effect {
	file, err := files.Attach(path)
	return screen.EffectFunc(func() tea.Cmd {
		if err != nil {
			return d.Notify("not attached: %v", err)
		}
		c.files = append(c.files, file)
		c.Conv.SetAttachments(append(slices.Clone(c.Conv.Attachments()), file.Part))
		return d.Notify("attached %s: %s, %s, sent as %s", file.Name, file.Kind, figures.Size(file.Size), file.Encoding)
	})
}

// AttachPasted attaches the file that a paste names, as terminals write the
// path of one that is dropped on them; any other paste is text.
func (d *Desk) AttachPasted(text string) tea.Cmd {
	c := d.Shown()
	return func() tea.Msg {
		path := pathOf(text)
		full, err := files.Expand(path)
		if err == nil {
			if info, err := os.Stat(full); err == nil && info.Mode().IsRegular() {
				return d.attachFile(c, path)
			}
		}
		return screen.EffectFunc(func() tea.Cmd {
			if c != d.Shown() {
				c.text += text
				return nil
			}
			d.Composer.Insert(text)
			d.Arrange()
			return nil
		})
	}
}

// pathOf parses a pasted path: quoted, with backslashes before what a shell
// would interpret, or as a file URL.
func pathOf(text string) string {
	text = strings.TrimSpace(text)
	if n := len(text); n >= 2 && (text[0] == '\'' || text[0] == '"') && text[n-1] == text[0] {
		return text[1 : n-1]
	}
	if u, err := url.Parse(text); err == nil && u.Scheme == "file" {
		return u.Path
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) {
			i++
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// Detach removes an attached file.
func (d *Desk) Detach(index int) {
	c := d.Shown()
	parts := slices.Clone(c.Conv.Attachments())
	if index >= 0 && index < len(parts) {
		c.Conv.SetAttachments(slices.Delete(parts, index, index+1))
	}
}

// AttachedName names and describes an attached part: as the file that it was read
// from, else by the part itself.
func (c *Chat) AttachedName(part json.RawMessage) (name, words string) {
	for _, f := range c.files {
		if bytes.Equal(f.Part, part) { // also of a message that is edited: its parts are slices of that
			return f.Name, f.Kind + ", " + figures.Size(f.Size)
		}
	}
	name = strings.TrimPrefix(scan.Text(scan.Get(part, "type")), "input_")
	if file := scan.Text(scan.Get(part, "filename")); file != "" {
		name = file
	}
	size, ok := tree.FileSize(part)
	if !ok { // an address or an id
		size = len(part)
	}
	return name, figures.Size(size)
}
