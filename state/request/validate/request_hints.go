package validate

import (
	"slices"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state/json/schema"
	"gatehouse/state/request/preview"
)

// responsesHints finds what is no fault of a request to /responses and is hardly meant so.
func responsesHints(c *checker, body []byte) {
	if c.foreign(body) {
		return
	}
	c.top(body)
	c.slugs(body)
	c.routers(body)
	c.format(body)
	c.conversation(scan.Get(body, "input"))
	for at, tool := range member("tools").elements(scan.Get(body, "tools")) {
		c.tool(at, tool)
	}
}

// rerankHints is responsesHints for a rerank request.
func rerankHints(c *checker, body []byte) {
	c.members(nil, body, known().rerank, owner{name: "/rerank", closed: true, shown: true})
	c.slug(member("model"), scan.Get(body, "model"))
}

// convention are members that public clients of this interface send and services take, and
// that the document does not have (wire-notes §1, "Drift"; the reference of OpenAI).
var convention = []string{"conversation", "context_management", "prompt_cache_retention", "stream_options", "client_metadata"}

// open are settings with more members than the document names, which services accept.
var open = []string{"provider", "prompt", "prompt_cache_options", "tool_choice"}

// top checks the members of the request, its settings and its plugins.
func (c *checker) top(body []byte) {
	table := known()
	of := owner{name: "/responses", closed: true, shown: true}
	for m := range scan.Members(body) {
		s := table.request.members[m.Key]
		switch {
		case s != nil:
			of.closed = !slices.Contains(open, m.Key)
			c.member(member(m.Key), m.Value, s, of)
		case m.Key == "type" && scan.Text(m.Value) == "response.create": // a message on a WebSocket
		case slices.Contains(convention, m.Key) || scan.IsNull(m.Value) || c.lookups > maxUnknown || c.counterpart(body, m):
		default:
			of.closed = true
			c.unknown(nil, body, m, table.request, of)
		}
	}
	for at, v := range member("plugins").elements(scan.Get(body, "plugins")) {
		id := scan.Text(scan.Get(v, "id"))
		if s := table.plugins[id]; s != nil {
			c.members(at, v, s, owner{name: "the plugin " + id, closed: id != "web-fetch", shown: true})
		}
	}
}

// slugs hints at models without a vendor, where the catalogue has one of that name.
func (c *checker) slugs(body []byte) {
	c.slug(member("model"), scan.Get(body, "model"))
	for at, v := range member("models").elements(scan.Get(body, "models")) {
		c.slug(at, v)
	}
}

// slug hints at a model without a vendor, where the catalogue has one of that name.
func (c *checker) slug(at *path, v []byte) {
	name := scan.Text(v)
	if name == "" || strings.Contains(name, "/") || slices.Contains(c.models, name) {
		return
	}
	var with []string
	for _, slug := range c.models {
		if _, model, _ := strings.Cut(slug, "/"); model == name {
			with = append(with, slug)
		}
	}
	switch len(with) {
	case 0:
	case 1:
		c.likely(at, schema.Excerpt(v)+" has no vendor; did you mean "+with[0]+"?", Edit{Pointer: at.pointer(), Value: scan.Quote(with[0])})
	default:
		c.likely(at, schema.Excerpt(v)+" has no vendor; the catalogue has "+strings.Join(with, ", "))
	}
}

// routers hints at plugins without effect, and at a model, or another router as model, next to a router in plugins,
// which is the one that routes.
func (c *checker) routers(body []byte) {
	plugins := scan.Get(body, "plugins")
	routes := ""
	for n, v := range scan.Indexed(plugins) {
		id := scan.Text(scan.Get(v, "id"))
		at := member("plugins").at(n)
		off := string(scan.Get(v, "enabled")) == "false"
		if why := preview.Skipped(plugins, n); why != "" && !off {
			c.likely(at, id+" does nothing: "+why, Edit{Pointer: at.pointer()})
		} else if !off && routes == "" && preview.Routes(id) {
			routes = id
		}
	}
	model := scan.Get(body, "model")
	name, prefixed := strings.CutPrefix(scan.Text(model), c.word+"/")
	at, asked := member("model"), routerOf[name]
	switch {
	case routes == "" || name == "" || asked == routes:
	case prefixed && asked != "":
		c.likely(at, schema.Excerpt(model)+" has no effect: the plugin "+routes+" routes the request",
			Edit{Pointer: at.pointer(), Value: scan.Quote(c.word + "/" + slugOf(routes))})
	default: // that services of this API ignore it then is not documented
		c.likely(at, schema.Excerpt(model)+" may have no effect: the plugin "+routes+" chooses the model")
	}
}

// routerOf maps a slug after the service's word to its plugin.
var routerOf = map[string]string{"auto": "auto-router", "auto-beta": "auto-beta-router", "pareto": "pareto-router", "fusion": "fusion"}

func slugOf(plugin string) string {
	for name, p := range routerOf {
		if p == plugin {
			return name
		}
	}
	return ""
}

// format hints at a JSON schema format that lacks what services require of it.
func (c *checker) format(body []byte) {
	v := scan.At(body, "text", "format")
	if kindOf(v) != "json_schema" {
		return
	}
	at := member("text").key("format")
	if inner := scan.Get(v, "json_schema"); scan.KindOf(inner) == scan.Object { // as chat completions have it
		return // its member has another hint
	}
	if scan.IsNull(scan.Get(v, "name")) {
		c.likely(at.key("name"), "is missing; services require one with json_schema", Edit{Pointer: at.key("name").pointer(), Value: []byte(`"answer"`)})
	}
	if scan.IsNull(scan.Get(v, "schema")) {
		c.likely(at.key("schema"), "is missing; without it json_schema asks for nothing")
	}
}

// tool hints at a tool that nobody has, and at members that it does not have.
func (c *checker) tool(at *path, tool []byte) {
	if scan.KindOf(tool) != scan.Object || c.foreignTool(at, tool) {
		return
	}
	kind := kindOf(tool)
	if kind == "" {
		return
	}
	if s := known().tools[c.bare(kind)]; s != nil {
		c.members(at, tool, s, owner{name: "a tool of type " + kind, closed: kind == "function"})
		return
	}
	c.unknownType(at.key("type"), scan.Get(tool, "type"), "tool", known().toolTypes)
}

// unknownType hints at a type that nobody has: one of another service, a server tool without
// the service's word, a misspelt one.
func (c *checker) unknownType(at *path, v []byte, of string, types []string) {
	if !c.countLookup() {
		return
	}
	kind, types := scan.Text(v), c.worded(types)
	name, meant := kind, ""
	word, rest, prefixed := strings.Cut(kind, ":")
	if prefixed {
		name = rest
	}
	if full := c.word + ":" + name; slices.Contains(types, full) {
		meant = full
	} else {
		meant = nearest(kind, types)
	}
	message := schema.Excerpt(v) + " is no type of " + of + " that is known"
	switch {
	case meant == c.word+":"+name && prefixed:
		c.hint(at, schema.Excerpt(v)+" belongs to a service with the word "+word+"; here it is "+meant, Edit{Pointer: at.pointer(), Value: scan.Quote(meant)})
	case meant == c.word+":"+name:
		c.likely(at, schema.Excerpt(v)+" is a server tool, which needs the service's word; did you mean "+meant+"?", Edit{Pointer: at.pointer(), Value: scan.Quote(meant)})
	case meant != "":
		c.likely(at, message+"; did you mean "+meant+"?", Edit{Pointer: at.pointer(), Value: scan.Quote(meant)})
	case prefixed && word != c.word: // what other services have nobody can know
	default:
		c.hint(at, message)
	}
}
