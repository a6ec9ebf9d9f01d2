package state

import (
	"encoding/json"

	"gatehouse/client/scan"
)

// mergeOutput merges the output of a whole response into the streamed items. Items are
// matched by id, then by position, then by type in order; what only one side has is kept
// (wire-notes §10, 20, 21).
func (x *Exchange) mergeOutput(output json.RawMessage) {
	var list []outputItem
	for _, item := range scan.Elements(output) {
		if scan.KindOf(item) == scan.Object {
			list = append(list, outputItem{
				item: item, id: scan.Text(scan.Get(item, "id")), kind: scan.Text(scan.Get(item, "type")),
			})
		}
	}
	x.matchOutput(list)
	for i := range list {
		if list[i].to == nil {
			list[i].to = x.createItem(i, list[i].id, list[i].kind)
		}
		x.mergeItem(list[i].to, list[i].item, true)
	}
	x.index.byID = nil // nothing speaks of an item any more
}

// outputItem is an item of a whole response and the streamed item it matches.
type outputItem struct {
	item     json.RawMessage
	id, kind string
	to       *Item
}

func (x *Exchange) matchOutput(list []outputItem) {
	taken := make(map[*Item]bool, len(list))
	claim := func(d *outputItem, it *Item) {
		if d.to == nil && it != nil && !taken[it] && typesMatch(it, d.kind) {
			d.to, taken[it] = it, true
		}
	}
	for i := range list {
		if list[i].id != "" {
			claim(&list[i], x.itemByID(list[i].id))
		}
	}
	for i := range list {
		claim(&list[i], x.index.typedAt(i, list[i].kind))
	}
	waiting := make(map[string][]*Item)
	for _, it := range x.Items {
		if !taken[it] {
			waiting[it.Type] = append(waiting[it.Type], it)
		}
	}
	for i := range list {
		d := &list[i]
		if queue := waiting[d.kind]; d.to == nil && len(queue) > 0 {
			claim(d, queue[0])
			waiting[d.kind] = queue[1:]
		}
	}
}
