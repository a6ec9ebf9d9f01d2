package desk

import (
	"fmt"
	"strings"

	"gatehouse/client"
	"gatehouse/state"
	"gatehouse/views/bars"
	"gatehouse/views/text"
)

// Facts are those of the shown conversation for the top line, without those of
// an exchange.
func (d *Desk) Facts() bars.Facts {
	var f bars.Facts
	c := d.Shown()
	_, f.Others = d.Running()
	f.Model = text.SanitizeLine(state.Chain(c.Conv.Draft.Bytes()))
	f.Metadata = c.Headers.Mode() != client.MetadataOff
	f.Running = c.Run != nil
	f.Title = d.Name()
	if len(d.chats) > 1 {
		f.Title = strings.TrimSpace(fmt.Sprintf("%d of %d  %s", d.shown+1, len(d.chats), f.Title))
	}
	return f
}
