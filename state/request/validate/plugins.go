package validate

import "gatehouse/state/request/field"

// plugin is an element of plugins (document, "Plugins"). Members that are not shown pass.
func plugin() *rule {
	var ids []string
	variants := map[string]fields{}
	for _, p := range field.Plugins() {
		shown := p.Fields
		if p.ID == "web-fetch" { // only enabled is shown
			shown = shown[:1]
		}
		ids = append(ids, p.ID)
		variants[p.ID] = (&rule{}).addFields(shown, false).fields
	}
	return &rule{
		types: object, required: []string{"id"}, fields: fields{"id": {types: text, only: ids}},
		variant: by("id", variants), also: pluginEffects,
	}
}
