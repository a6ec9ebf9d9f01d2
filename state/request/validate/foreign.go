package validate

import (
	"encoding/json"
	"slices"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state/dialect"
	"gatehouse/state/dialect/registry"
	"gatehouse/state/dialect/translate"
)

// foreign hints at a body of another API, which /responses mostly ignores. It is translated as one,
// not member by member.
func (c *checker) foreign(body []byte) bool {
	if scan.Get(body, "input") != nil || scan.KindOf(scan.Get(body, "messages")) != scan.Array {
		return false
	}
	r, err := registry.Translate("", body)
	if err != nil {
		return false
	}
	message := "this is a request for " + r.From + ", which /responses mostly ignores"
	if lost := lossesOf(r); lost != "" {
		message += "; the translation leaves out " + lost
	}
	c.likely(nil, message, Edit{Value: r.Body})
	return true
}

func lossesOf(r dialect.Translated) string {
	var paths []string
	for _, l := range r.Losses {
		paths = append(paths, l.Path)
	}
	if more := len(paths) - 4; more > 0 {
		paths = append(paths[:4], "others")
	}
	return strings.Join(paths, ", ")
}

// counterpart hints at a member of chat completions or of Anthropic messages, whose place
// in /responses the translation knows. ok is false for any other member.
func (c *checker) counterpart(body []byte, m scan.Member) (ok bool) {
	at := member(m.Key)
	alone := scan.MakeObject("messages", []byte("[]"), m.Key, m.Value)
	r, err := registry.Translate("/chat/completions", alone)
	if err != nil {
		return false
	}
	repair, places := moved(body, m, r.Body)
	switch {
	case len(places) > 0 && repair == nil:
		c.likely(at, "is not a member of /responses; "+strings.Join(places, " and ")+" is, and is set too")
	case len(places) > 0:
		c.likely(at, "is not a member of /responses; did you mean "+strings.Join(places, " and ")+"?", repair...)
	case len(r.Losses) > 0 && r.Losses[0].Why != translate.UnknownMember:
		c.likely(at, "is not a member of /responses: "+r.Losses[0].Why)
	default:
		return false
	}
	return true
}

// moved returns the edits that move a member to its places in the translation, and their names. The
// edits are nil if one of them is taken.
func moved(body []byte, m scan.Member, translated []byte) (edits Repair, places []string) {
	free := true
	put := func(value []byte, names ...string) {
		places = append(places, strings.Join(names, "."))
		free = free && scan.At(body, names...) == nil
		edits = append(edits, Edit{Pointer: "/" + strings.Join(names, "/"), Value: compact(value)})
	}
	for to := range scan.Members(translated) {
		switch to.Key {
		case "input":
			if m.Key == "messages" {
				put(to.Value, to.Key)
			}
		case "text", "reasoning":
			for inner := range scan.Members(to.Value) {
				put(inner.Value, to.Key, inner.Key)
			}
		case "tools", "plugins":
			places = append(places, to.Key)
			for _, e := range scan.Elements(to.Value) {
				edits = append(edits, Edit{Pointer: "/" + to.Key + "/-", Value: compact(e)})
			}
		default:
			put(to.Value, to.Key)
		}
	}
	if !free {
		return nil, places
	}
	if from := scan.Pointer(m.Key); len(edits) == 1 && slices.Equal(places, []string{edits[0].Pointer[1:]}) && scan.Same(edits[0].Value, m.Value) {
		return Repair{{Pointer: from, Name: places[0]}}, places
	} else if len(edits) > 0 {
		edits = append(edits, Edit{Pointer: from})
	}
	return edits, places
}

// foreignTool hints at a tool as other APIs write it.
func (c *checker) foreignTool(at *path, tool []byte) bool {
	chat := scan.KindOf(scan.Get(tool, "function")) == scan.Object && kindOf(tool) == "function"
	schema := scan.KindOf(scan.Get(tool, "input_schema")) == scan.Object && scan.Get(tool, "parameters") == nil
	if !chat && !schema || !c.countLookup() {
		return false
	}
	api, member := "Anthropic messages", "input_schema"
	if chat {
		api, member = "chat completions", "function"
	}
	r, err := registry.Translate("", scan.MakeObject("messages", []byte("[]"), "tools", scan.MakeArray([]json.RawMessage{tool})))
	var repair Repair
	for _, translated := range scan.Elements(scan.Get(r.Body, "tools")) {
		repair = Repair{{Pointer: at.pointer(), Value: compact(translated)}}
	}
	if err == nil && repair != nil {
		c.likely(at, "is a tool of "+api+": /responses does not look into "+member, repair...)
	}
	return repair != nil
}
