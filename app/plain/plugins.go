package plain

import (
	"context"
	"strconv"

	"gatehouse/client/scan"
	"gatehouse/state/field"
	"gatehouse/state/spelling"
)

// plugins lists the plugins, or adds one to the next requests, or removes it.
func (c *chat) plugins(_ context.Context, name string) {
	list, _ := c.conv.Draft.Get("/plugins")
	at, disabled, count := map[string]int{}, map[string]bool{}, 0
	for i, p := range scan.Elements(list) {
		id := scan.Text(scan.Get(p, "id"))
		at[id], disabled[id], count = i, string(scan.Get(p, "enabled")) == "false", i+1
	}
	if name == "" {
		for _, p := range field.Plugins() {
			_, has := at[p.ID]
			c.tell("%s, %s: %s", p.ID, map[bool]string{true: "on", false: "off"}[has && !disabled[p.ID]], p.Help)
		}
		c.tell("/plugins NAME switches one.")
		return
	}
	plugin, ok := field.FindPlugin(name)
	if !ok {
		var names []string
		for _, p := range field.Plugins() {
			names = append(names, p.ID)
		}
		if near := spelling.Nearest(name, names); near != "" {
			c.wrong("There is no plugin %s. Did you mean %s?", name, near)
			return
		}
		c.wrong("There is no plugin %s. /plugins lists them.", name)
		return
	}
	i, on := at[name]
	var err error
	switch {
	case disabled[name]:
		_, err = c.conv.Edit("/plugins/"+strconv.Itoa(i)+"/enabled", nil, "", c.bodyOptions())
		on = false
	case on && count == 1:
		_, err = c.conv.Edit("/plugins", nil, "", c.bodyOptions())
	case on:
		_, err = c.conv.Edit("/plugins/"+strconv.Itoa(i), nil, "", c.bodyOptions())
	default:
		_, err = c.conv.Insert("/plugins", count, plugin.New(), "", c.bodyOptions())
	}
	if err != nil {
		c.wrong("The plugin was not switched: %v.", err)
		return
	}
	c.tell("%s is %s from the next request on.", name, map[bool]string{true: "off", false: "on"}[on])
}
