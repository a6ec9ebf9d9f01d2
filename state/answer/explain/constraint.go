package explain

import (
	"slices"
	"strconv"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state/text/spelling"
)

// limit is a member of a request that can exclude candidates: one of the routing plugins,
// or one of provider. Its texts have the member's {value}, {every} provider that it may
// have excluded, and that {none} is left.
type limit struct {
	field   string
	meaning string // empty: it left no candidates
	remove  string // what removing it does; empty: "remove FIELD"
	relax   string // what a smaller change does; empty for none
	pointer string // of the smaller change; empty: of the member
	value   string // that the smaller change sets
	drops   string // what leaving out one of its elements does; empty: nothing
}

var limits = []limit{
	{field: "max_price", remove: "remove max_price, so that the tier of min_coding_score decides"},
	{
		field: "allowed_models", meaning: "allowed_models{value} matches no model.",
		remove: "remove allowed_models, so that every model ranked for the task is a candidate",
	},
	{field: "excluded_models", meaning: "excluded_models{value} excludes every model that was left.", drops: "stop excluding "},
	{field: "provider.only", meaning: "provider.only{value} leaves no provider: {none}"},
	{field: "provider.ignore", meaning: "provider.ignore{value} excludes {every}.", drops: "stop excluding "},
	{
		field: "provider.order", meaning: "provider.order{value} with allow_fallbacks false leaves no provider: {none}",
		relax: allowFallbacks.Words, pointer: allowFallbacks.Edits[0].Pointer, value: "true",
	},
	{field: "provider.max_price", meaning: "{field}{value} (USD per million tokens) is below the price of {every}."},
	{
		field: "provider.data_collection", meaning: "Data policy: provider.data_collection{value} excludes {every}.",
		relax: "allow providers that collect data (data_collection allow)", value: `"allow"`,
	},
	{
		field: "provider.zdr", meaning: "Data policy: provider.zdr{value} excludes {every}.",
		relax: "allow providers that store prompts (zdr false)", value: "false",
	},
	{field: "provider.quantizations"},
	{field: "provider.require_parameters"},
}

// constraint is a member of the request, or a policy, that excluded candidates.
type constraint struct {
	field      string // as the gateway names it: provider.only, max_price
	detail     string // the gateway's message
	plugin     string // the plugin whose stage reports it
	candidates []byte // of that stage
	cheapest   []byte // what the stage or the error itself names

	dropped       bool // it excluded endpoints, but not necessarily the last one
	onlyInMessage bool // only the message names it

	pointer string // its position in the request; empty for none
	value   []byte // its value in the request
}

// name returns the last part of the field.
func (c constraint) name() string { return c.field[strings.LastIndexByte(c.field, '.')+1:] }

// capsPrice reports whether it is a router's price cap.
func (c constraint) capsPrice() bool { return c.name() == "max_price" && c.plugin != "" }

// limit returns the row of limits; an empty one for an unknown constraint.
func (c constraint) limit() limit {
	for _, l := range limits {
		switch ofProvider := strings.HasPrefix(l.field, "provider."); {
		case l.field == "max_price" && !c.capsPrice():
		case ofProvider && (c.field == l.field || l.field == "provider.max_price" && strings.HasPrefix(c.field, l.field)):
			return l
		case !ofProvider && c.name() == l.field:
			return l
		}
	}
	return limit{}
}

// readConstraints lists what emptied the set of candidates, as reported in the body: the
// constraint of error.metadata or error.availability (wire-notes §7), the plugin stage
// that was emptied, and the constraints that excluded endpoints.
func (r refusal) readConstraints() []constraint {
	var list []constraint
	add := func(c constraint) {
		if c.field == "" {
			return
		}
		for i := range list {
			if known := &list[i]; known.field == c.field {
				if known.plugin == "" {
					known.plugin, known.candidates, known.cheapest = c.plugin, c.candidates, c.cheapest
				}
				return
			}
		}
		list = append(list, c)
	}
	if f := r.Failure; f != nil {
		for _, of := range [][]byte{f.Metadata, f.Available} {
			reported := scan.Get(of, "constraint")
			add(constraint{field: scan.Text(scan.Get(reported, "field")), detail: scan.Text(scan.Get(reported, "detail"))})
		}
		by := scan.Get(f.Available, "excluded_by")
		for _, e := range scan.Elements(by) {
			by = e
			break
		}
		add(constraint{field: scan.Text(by)})
	}
	for _, s := range r.routing.Pipeline {
		add(constraint{field: s.EmptiedBy, detail: s.Summary, plugin: s.Name, candidates: s.Candidates, cheapest: s.Cheapest})
	}
	for _, d := range r.drops {
		if d.Provider != "" {
			add(constraint{field: d.By, dropped: true})
		}
	}
	for i := range list {
		list[i].locate(r.Request)
	}
	if len(list) == 0 {
		return r.namedBy404()
	}
	return list
}

// emptying lists the constraints that left no candidate. One that excluded endpoints does
// not count when another endpoint was left or tried.
func (r refusal) emptying() []constraint {
	if len(r.routing.Endpoints) > 0 || len(r.routing.Attempts) > 0 || r.routing.Attempt > 0 {
		return slices.DeleteFunc(slices.Clone(r.constraints), func(c constraint) bool { return c.dropped })
	}
	return r.constraints
}

// besides lists what else limited the providers: the constraints reported to have excluded
// endpoints or, where none is, the request's other provider settings.
func (r refusal) besides(c constraint) []constraint {
	if !strings.HasPrefix(c.field, "provider.") {
		return nil
	}
	if r.reportsDrops() {
		return slices.DeleteFunc(slices.Clone(r.constraints), func(o constraint) bool { return !o.dropped || o.field == c.field })
	}
	return r.unnamed([]constraint{c})
}

// reportsDrops reports whether the metadata lists what excluded which endpoints.
func (r refusal) reportsDrops() bool {
	return slices.ContainsFunc(r.drops, func(d Drop) bool { return d.Provider != "" })
}

// unnamed lists the request's limits on providers besides the constraints in a list.
func (r refusal) unnamed(list []constraint) []constraint {
	var rest []constraint
	for _, field := range limitsInRequest(r.Request) {
		listed := slices.ContainsFunc(list, func(c constraint) bool { return strings.HasPrefix(c.field+".", field+".") })
		if strings.HasPrefix(field, "provider.") && !listed {
			c := constraint{field: field}
			c.locate(r.Request)
			rest = append(rest, c)
		}
	}
	return rest
}

// namedBy404 lists the constraints of the request that a 404 names: by a
// non-null member of error.metadata with that name, which may echo all settings, or else
// in the message.
func (r refusal) namedBy404() []constraint {
	f := r.Failure
	if !r.is404() || f.Document || r.IsRerank() {
		return nil
	}
	var inMetadata, inMessage []constraint
	for _, l := range limits {
		c := constraint{field: l.field, cheapest: scan.Get(f.Metadata, "cheapest")}
		word := c.name()
		if !strings.Contains(word, "_") {
			word = c.field // only and order are words of any sentence, and names of other things
		}
		member := !scan.IsNull(scan.Get(f.Metadata, word)) || !scan.IsNull(scan.Get(f.Metadata, c.field))
		if !member && !strings.Contains(f.Message, word) {
			continue // before the request is gone through, which may be large
		}
		if c.locate(r.Request); c.pointer == "" || c.field == "max_price" && c.plugin == "" {
			continue
		}
		if c.onlyInMessage = !member; member {
			inMetadata = append(inMetadata, c)
		} else {
			inMessage = append(inMessage, c)
		}
	}
	if len(inMetadata) > 0 {
		return inMetadata
	}
	return inMessage
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
func Drops(r wire.Routing) []Drop {
	var list []Drop
	add := func(dropped []byte, stage string) {
		for _, e := range scan.Elements(dropped) {
			list = append(list, Drop{scan.Text(scan.Get(e, "provider")), scan.Text(scan.Get(e, "model")), scan.Text(scan.Get(e, "by")), stage})
		}
	}
	add(scan.At(r.Raw, "params", "dropped"), "")
	for _, s := range r.Pipeline {
		add(s.Dropped, s.Name)
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
			c.pointer, c.value = scan.Pointer(path...), v
			return
		}
	}
}

// limitsInRequest lists the limits that a request has with an effect. It reads the request
// once, which may be large.
func limitsInRequest(request []byte) (fields []string) {
	var parts []string
	for m := range scan.Members(request) {
		if m.Key == "plugins" || m.Key == "provider" {
			parts = append(parts, string(scan.Quote(m.Key))+":"+string(m.Value))
		}
	}
	if len(parts) == 0 {
		return nil
	}
	request = []byte("{" + strings.Join(parts, ",") + "}")
	fallbacks := string(scan.At(request, "provider", "allow_fallbacks")) != "false"
	for _, l := range limits {
		c := constraint{field: l.field}
		c.locate(request)
		switch {
		case scan.IsNull(c.value), l.field == "max_price" && c.plugin == "": // that is provider's
		case l.field == "provider.order" && fallbacks, string(c.value) == "false", scan.DecodesTo(c.value, "allow"):
		default:
			fields = append(fields, l.field)
		}
	}
	return fields
}

// words returns what a constraint excluded, and what the others left it.
func (c constraint) words(others []constraint) string {
	value, field := c.spelled(), named(c.field)
	switch {
	case c.onlyInMessage:
		return "The message names " + field + ", which the request sets:" + value + "."
	case c.capsPrice():
		words := "max_price" + value + " excludes every model"
		switch o := c.cheapestOffer(); {
		case o.priced > 0:
			words += ": the cheapest of " + strconv.Itoa(o.priced) + " priced models, " + named(o.model) + ", costs " + o.price + " USD per million input tokens"
		case o.model != "":
			words += ": the cheapest model the service names, " + named(o.model) + ", costs " + o.price
		case o.price != "":
			words += ": the cheapest model the service names costs " + o.price
		}
		return words + "."
	case c.limit().meaning != "":
		every, none := "every provider of the model", "none of the providers it names serves the model."
		if left := providersLeft(others); left != "" {
			every, none = "every provider that "+left, "it names none that "+left+"."
		}
		return strings.NewReplacer("{field}", field, "{value}", value, "{every}", every, "{none}", none).Replace(c.limit().meaning)
	case strings.HasPrefix(c.name(), "enable_") && c.pointer == "":
		return "Data policy: the guardrail setting " + named(c.name()) + " is off and excludes every provider of the model. The request cannot change it."
	case c.detail != "" && c.pointer == "":
		return "The constraint " + field + " left no candidates: " + spelling.Quoted(c.detail)
	}
	return field + value + " left no candidates."
}

// providersLeft returns which providers some constraints leave; empty for no constraint.
func providersLeft(list []constraint) string {
	var words []string
	for _, c := range list {
		words = append(words, c.setting())
	}
	switch len(words) {
	case 0:
		return ""
	case 1:
		return words[0] + " leaves"
	}
	return strings.Join(words, " and ") + " leave"
}

// setting names a constraint with its value.
func (c constraint) setting() string {
	words := named(c.field) + c.spelled()
	if c.field == "provider.order" { // which excludes nothing otherwise
		words += " with allow_fallbacks false"
	}
	return words
}

// spelled returns the value as spelled in the request, in one line and shortened.
func (c constraint) spelled() string {
	if c.value == nil {
		return ""
	}
	switch scan.KindOf(c.value) {
	case scan.Array:
		var words []string
		for _, e := range scan.Elements(c.value) {
			if len(words) == 4 {
				words = append(words, "…")
				break
			}
			words = append(words, named(scan.AnyText(e)))
		}
		return " (" + strings.Join(words, ", ") + ")"
	case scan.Number:
		return " " + spelling.Shorten(string(c.value), maxWord)
	}
	return " (" + named(scan.AnyText(c.value)) + ")"
}

// offer is the cheapest model that a stage or an error names.
type offer struct {
	model, price, score string // as spelled; the score is for coding
	priced              int    // how many candidates of the stage have a price; 0: the error names it
}

// cheapestOffer returns the candidate of a stage with the lowest price, else the model that an
// error itself names, where its price is above the request's cap.
func (c constraint) cheapestOffer() (o offer) {
	best := 0.0
	for _, e := range scan.Elements(c.candidates) {
		price := scan.Get(e, "price")
		value, err := strconv.ParseFloat(string(price), 64)
		if err != nil {
			continue
		}
		if o.priced++; o.priced == 1 || value < best {
			best, o.model, o.price, o.score = value, scan.Text(scan.Get(e, "model")), string(price), ""
			if score := scan.Get(e, "coding_score"); scan.KindOf(score) == scan.Number {
				o.score = string(score)
			}
		}
	}
	if o.model != "" {
		return o
	}
	o = offer{}
	price := c.cheapest
	if scan.KindOf(price) == scan.Object {
		o.model, price = scan.Text(scan.Get(price, "model")), scan.Get(price, "price")
	}
	limit, _ := strconv.ParseFloat(string(c.value), 64)
	if n, err := strconv.ParseFloat(string(price), 64); err != nil || n <= limit {
		return offer{}
	}
	o.price = string(price)
	return o
}
