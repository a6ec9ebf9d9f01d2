package explain

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"gatehouse/client/read"
	"gatehouse/client/scan"
	"gatehouse/state"
)

// constraint is a member of the request, or a policy, that excluded candidates.
type constraint struct {
	field  string // as the gateway names it: provider.only, max_price
	detail string // the gateway's message
	plugin string // the plugin whose stage reports it
	data   []byte // of that stage

	dropped       bool // it excluded endpoints, but not necessarily the last one
	onlyInMessage bool // only the message names it

	pointer string // its position in the request; empty for none
	value   []byte // its value in the request
}

// name is the last part of the field.
func (c constraint) name() string { return c.field[strings.LastIndexByte(c.field, '.')+1:] }

// constraints lists what emptied the set of candidates, as reported in the body: the
// constraint of error.metadata or error.availability (wire-notes §7), the plugin stage
// that was emptied, and the constraints that excluded endpoints.
func constraints(x *state.Exchange) []constraint {
	var list []constraint
	add := func(c constraint) {
		if c.field == "" {
			return
		}
		for i := range list {
			if list[i].field == c.field {
				if list[i].plugin == "" {
					list[i].plugin, list[i].data = c.plugin, c.data
				}
				return
			}
		}
		list = append(list, c)
	}
	if f := x.Failure; f != nil {
		for _, of := range [][]byte{f.Metadata, f.Available} {
			told := scan.Get(of, "constraint")
			add(constraint{field: scan.Text(scan.Get(told, "field")), detail: scan.Text(scan.Get(told, "detail"))})
		}
		add(constraint{field: excludedBy(f.Available)})
	}
	for _, stage := range read.Routing(x.Routing).Pipeline {
		add(constraint{field: scan.Text(scan.Get(stage.Data, "emptied_by")), detail: stage.Summary, plugin: stage.Name, data: stage.Data})
	}
	for _, d := range Drops(x) {
		if d.Provider != "" {
			add(constraint{field: d.By, dropped: true})
		}
	}
	for i := range list {
		list[i].locate(x.Request)
	}
	if len(list) == 0 {
		return constraintsNamedBy404(x)
	}
	return list
}

// emptyingConstraints lists the constraints that left no candidate. One that excluded
// endpoints does not count when another endpoint was left or tried.
func emptyingConstraints(x *state.Exchange) []constraint {
	list := constraints(x)
	if r := read.Routing(x.Routing); len(r.Endpoints) > 0 || len(r.Attempts) > 0 || r.Attempt > 0 {
		list = slices.DeleteFunc(list, func(c constraint) bool { return c.dropped })
	}
	return list
}

// constraintsNamedBy404 lists the constraints of the request that a 404 names in its own
// way: by a non-null member of error.metadata with that name, which may echo all settings,
// or else in the message.
func constraintsNamedBy404(x *state.Exchange) []constraint {
	f := x.Failure
	if f == nil || f.Status != http.StatusNotFound || f.Document || x.IsRerank() {
		return nil
	}
	var told, said []constraint
	for _, field := range candidateLimits() {
		c := constraint{field: field, data: f.Metadata}
		word := c.name()
		if !strings.Contains(word, "_") {
			word = field // only and order are words of any sentence, and names of other things
		}
		member := !scan.IsNull(scan.Get(f.Metadata, word)) || !scan.IsNull(scan.Get(f.Metadata, field))
		if !member && !strings.Contains(f.Message, word) {
			continue // before the request is gone through, which may be large
		}
		if c.locate(x.Request); c.pointer == "" || field == "max_price" && c.plugin == "" {
			continue
		}
		if member {
			told = append(told, c)
		} else {
			c.onlyInMessage = true
			said = append(said, c)
		}
	}
	if len(told) > 0 {
		return told
	}
	return said
}

func excludedBy(available []byte) string {
	v := scan.Get(available, "excluded_by")
	if text := scan.Text(v); text != "" {
		return text
	}
	for _, e := range scan.Elements(v) {
		return scan.Text(e)
	}
	return ""
}

// Drop is a model, or an endpoint of one, that was considered and excluded.
type Drop struct {
	Provider string // empty: the model as a whole
	Model    string
	By       string // the constraint, as the gateway names it
	Stage    string // the stage that excluded it; empty for the choice of endpoints
}

// Drops lists what was excluded, and by what, from the routing metadata: the dropped lists
// of params and of the stages' data.
func Drops(x *state.Exchange) []Drop {
	var list []Drop
	readDropped := func(dropped []byte, stage string) {
		for _, e := range scan.Elements(dropped) {
			list = append(list, Drop{
				Provider: scan.Text(scan.Get(e, "provider")), Model: scan.Text(scan.Get(e, "model")),
				By: scan.Text(scan.Get(e, "by")), Stage: stage,
			})
		}
	}
	readDropped(scan.At(x.Routing, "params", "dropped"), "")
	for _, stage := range read.Routing(x.Routing).Pipeline {
		readDropped(scan.Get(stage.Data, "dropped"), stage.Name)
	}
	return list
}

// locate finds the constraint in the request: at its path, in the plugin whose stage
// reports it, in any plugin with such a member, or at the top.
func (c *constraint) locate(request []byte) {
	parts := strings.Split(c.field, ".")
	if parts[0] == "plugins" && len(parts) == 3 {
		c.plugin, parts = parts[1], parts[2:]
	}
	if len(parts) == 1 {
		i := 0
		for _, plugin := range scan.Elements(scan.Get(request, "plugins")) {
			id, v := scan.Text(scan.Get(plugin, "id")), scan.Get(plugin, parts[0])
			if v != nil && string(scan.Get(plugin, "enabled")) != "false" && (c.plugin == "" || c.plugin == id) {
				c.pointer, c.value, c.plugin = scan.Pointer("plugins", strconv.Itoa(i), parts[0]), v, id
				return
			}
			i++
		}
	}
	for _, path := range [][]string{parts, append([]string{"provider"}, parts...)} {
		if v := scan.At(request, path...); v != nil {
			c.value = v
			c.pointer += scan.Pointer(path...)
			return
		}
	}
}
