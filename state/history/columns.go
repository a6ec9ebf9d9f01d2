package history

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"gatehouse/state"
	"gatehouse/state/answer/figures"
	"gatehouse/state/cost/receipt"
	"gatehouse/state/dialect/lint"
	"gatehouse/state/dialect/usage"
)

// Version is the number of the schema of the databases, in SQLite and in PostgreSQL. Whoever
// changes a table or a column raises it.
const Version = 18

// Column is one thing that the history has of every exchange. The tables of both databases,
// filters, groups, lists and JSON follow from Columns: a new one is a row.
type Column struct {
	Name  string // in databases
	Of    func(e *Entry) Value
	Index Index
	Later bool // later exchanges may change it: null until it is computed
	Team  bool // only the history of a team has it
	Fixed bool // its words come from this program: nothing in them is masked

	Filter Filter
	Group  Group // by its values

	Member string             // of JSON: a.b is b in a; "": it has none
	JSON   func(e *Entry) any // nil: as the value is
	Cell   Cell
}

// Index is which rows the index of a column has.
type Index int

// The indexes.
const (
	NoIndex Index = iota
	Primary
	Unique // in SQLite: PostgreSQL has one a day
	Every
	Filled // only rows with a value
)

// Filter is how a filter asks for a column.
type Filter struct {
	Name    string // by which it is asked for; "": it cannot be
	Match   Match
	Part    bool     // of a Pattern: it is looked for anywhere in the value
	Early   bool     // it is known before the exchange ends
	InBody  bool     // of an Early one: the body of a request may have it
	Values  []string // all that there are; nil: any
	About   string   // for completion; what follows its first comma, colon or semicolon is about the filter alone
	Example string
}

// Match is how a filter compares a value.
type Match int

// The ways to compare.
const (
	Pattern   Match = iota // text, without regard to case; * stands for any run of characters
	Beginning              // text that begins so
	Name                   // a Pattern, of one of several names
	Number                 // a whole number, as text
	Count                  // a number
	Duration               // in microseconds
	Moment                 // a point in time
)

// Group is how exchanges are put into groups by a column.
type Group struct {
	Name  string // "": they are not
	Place int    // among all that groups can be made by
}

// Cell is how a list shows a column.
type Cell struct {
	Title string // "": it does not
	Place int    // from left to right
	Right bool   // its cells end on one line: figures
	Width int    // in cells, whatever the rows have
	Most  int    // its largest width; 0: Width
	Cut   Cut
	Text  func(e *Entry, now time.Time) string // "" for none; nil: the value

	// In a narrow list columns with a Spare are dropped, the largest first; next to a preview with
	// the figures of the selected exchange, those with a Preview.
	Spare, Preview Drop
	Grow           int // which column is widened first; 0: it is not
}

// Drop is when a narrow list drops a column; the zero value is never.
type Drop struct {
	Order    int // the largest is dropped first
	MinWords int // cells: it is dropped if the first words of an exchange would have fewer
}

// Minimal widths of the first words, which the less important columns leave them.
const (
	MinWords  = 20
	FairWords = 28
	GoodWords = 36
)

// Cut is how a cell is shortened.
type Cut int

// The ways to shorten a cell.
const (
	AtEnd Cut = iota
	AtPath
	ToThousands
)

var columns = []Column{
	{Name: "id", Of: keyOf, Index: Primary,
		Cell: Cell{Title: "when", Place: 1, Width: 12, Text: Began}},
	{Name: "name", Of: func(e *Entry) Value { return text{&e.ID} }, Index: Unique, Fixed: true, Member: "id"},
	{Name: "undated", Of: func(e *Entry) Value { return truth{&e.Undated} }, Member: "at", JSON: beganJSON},
	{Name: "asked", Of: func(e *Entry) Value { return text{&e.Asked} }, Index: Every, Group: Group{"asked", 3}, Member: "asked",
		Filter: Filter{Name: "model", Early: true, InBody: true, About: "model that was asked for", Example: "model:borealis/*"},
		Cell:   Cell{Title: "asked", Place: 5, Width: 15, Most: 28, Spare: Drop{1, MinWords}, Preview: Drop{1, MinWords}, Grow: 2}},
	{Name: "served", Of: func(e *Entry) Value { return text{&e.Served} }, Index: Every, Group: Group{"served", 1}, Member: "model",
		Filter: Filter{Name: "served", About: "model that answered", Example: "served:*/coder-m"},
		Cell:   Cell{Title: "served", Place: 6, Width: 16, Most: 28, Spare: Drop{5, MinWords}, Preview: Drop{12, FairWords}, Grow: 1}},
	{Name: "provider", Of: func(e *Entry) Value { return text{&e.Provider} }, Index: Every, Group: Group{"provider", 2}, Member: "provider",
		Filter: Filter{Name: "provider", About: "provider that ran the model", Example: "provider:atlas"},
		Cell:   Cell{Title: "provider", Place: 7, Width: 10, Most: 16, Spare: Drop{8, MinWords}, Preview: Drop{15, FairWords}, Grow: 5}},
	{Name: "verdict", Of: func(e *Entry) Value { return text{(*string)(&e.Verdict)} }, Index: Every, Fixed: true, Group: Group{"verdict", 7}, Member: "status", JSON: verdictJSON,
		Filter: Filter{Name: "verdict", About: "how it ended; blocked: by a guardrail", Example: "verdict:failed",
			Values: []string{"completed", "incomplete", "failed", "blocked", "truncated", "cancelled", "unknown"}},
		Cell: Cell{Title: "verdict", Place: 8, Width: 15, Text: verdictCell}},
	{Name: "reason", Of: func(e *Entry) Value { return text{&e.Reason} },
		Filter: Filter{Name: "reason", About: "why it failed or stopped, in the word received; empty: completed without text and call", Example: "reason:rate_limit*"}},
	{Name: "status", Of: func(e *Entry) Value { return always(&e.Status) }, Index: Every, Member: "http_status", JSON: statusJSON,
		Filter: Filter{Name: "status", Match: Count, About: "HTTP status; on a WebSocket that of the error", Example: "status:4xx"}},
	{Name: "by_proxy", Of: func(e *Entry) Value { return truth{&e.ByProxy} }, Member: "proxy_status", JSON: proxyStatusJSON},
	{Name: "origin", Of: func(e *Entry) Value { return text{(*string)(&e.Origin)} }, Index: Every, Fixed: true, Member: "origin",
		Filter: Filter{Name: "origin", Early: true, About: "where it comes from", Example: "origin:send",
			Values: []string{"playground", "send", "rerank", "proxy", "import", "check", "replay", "lab"}},
		Cell: Cell{Title: "origin", Place: 3, Width: 10, Spare: Drop{21, GoodWords}, Preview: Drop{21, GoodWords}}},
	{Name: "shared_by", Of: func(e *Entry) Value { return text{&e.By} }, Index: Every, Team: true, Member: "by",
		Filter: Filter{Name: "by", Early: true, About: "who shared it, in the history of a team", Example: "by:ann"},
		Cell:   Cell{Title: "by", Place: 2, Width: 8, Most: 16, Grow: 4}},
	{Name: "host", Of: func(e *Entry) Value { return text{&e.Host} }, Team: true, Member: "host"},
	{Name: "connection", Of: func(e *Entry) Value { return text{&e.Connection} }, Group: Group{"connection", 13}, Member: "connection",
		Filter: Filter{Name: "connection", Early: true, About: "connection that it went over", Example: "connection:local"}},
	{Name: "method", Of: func(e *Entry) Value { return text{&e.Method} }, Index: Every, Member: "method",
		Filter: Filter{Name: "method", Early: true, About: "HTTP method of the request; WS: a response on a WebSocket", Example: "method:GET"}},
	{Name: "path", Of: func(e *Entry) Value { return text{&e.Path} }, Index: Every, Group: Group{"path", 6}, Member: "path",
		Filter: Filter{Name: "path", Part: true, Early: true, About: "path of the request, or a part of it", Example: "path:/v1/embeddings"},
		Cell:   Cell{Title: RequestTitle, Place: 4, Width: 20, Most: 26, Cut: AtPath, Text: func(e *Entry, _ time.Time) string { return e.Request.String() }, Spare: Drop{22, GoodWords}, Preview: Drop{22, GoodWords}, Grow: 3}},
	{Name: "caller", Of: func(e *Entry) Value { return text{&e.Caller} }, Index: Every, Group: Group{"caller", 5}, Member: "caller",
		Filter: Filter{Name: "caller", Part: true, Early: true, About: "program that made the request, by User-Agent or address", Example: "caller:codex"},
		Cell:   Cell{Title: "caller", Place: 15, Width: 12, Most: 16, Text: callerCell, Spare: Drop{4, MinWords}, Preview: Drop{10, FairWords}}},
	{Name: "lab_case", Of: func(e *Entry) Value { return text{&e.Case} }, Index: Filled, Member: "case",
		Filter: Filter{Name: "case", Early: true, About: "case of a lab, by the name of its check", Example: "case:greets"}},
	{Name: "variant", Of: func(e *Entry) Value { return text{&e.Variant} }, Member: "variant",
		Filter: Filter{Name: "variant", Early: true, About: "variant of a lab", Example: "variant:fast"}},
	{Name: "repeat", Of: func(e *Entry) Value { return optional(&e.Repeat) }, Member: "repeat"},
	{Name: "target", Of: func(e *Entry) Value { return text{&e.Target} }, Member: "target"},
	{Name: "guardrails", Of: func(e *Entry) Value { return names{&e.Guardrails} }, Index: Filled, Group: Group{"guardrail", 9}, Member: "guardrails",
		Filter: Filter{Name: "guardrail", Match: Name, About: "guardrail that acted", Example: "guardrail:*"}},
	{Name: "tools", Of: func(e *Entry) Value { return names{&e.Tools} }, Index: Filled, Group: Group{"tool", 10}, Member: "tools",
		Filter: Filter{Name: "tool", Match: Name, About: "tool that was called", Example: "tool:get_weather"}},
	{Name: "warnings", Of: func(e *Entry) Value { return names{&e.Warnings} }, Index: Filled, Member: "warnings",
		Filter: Filter{Name: "warning", Match: Name, About: "warning code", Example: "warning:no_done"}},
	{Name: "lint", Of: func(e *Entry) Value { return names{&e.Lint} }, Index: Filled, Later: true, Fixed: true, Group: Group{"lint", 11},
		Filter: Filter{Name: "lint", Match: Name, About: "what lint found: a rule, or a level", Example: "lint:error", Values: append([]string{"error", "warning", "note"}, lint.Named()...)}},
	{Name: "cache", Of: func(e *Entry) Value { return text{&e.Cache} }, Index: Every, Later: true, Fixed: true, Group: Group{"cache", 12},
		Filter: Filter{Name: "cache", About: "why the cache was or was not read", Example: "cache:provider-changed", Values: []string{
			"hit", "partial", "first", "edited", "reordered", "tools-changed", "provider-changed", "model-changed", "expired", "below-minimum", "not-asked", "several", "not-reported", "unknown"}}},
	{Name: "receipt", Of: func(e *Entry) Value { return names{&e.Receipt} }, Index: Filled, Later: true, Fixed: true,
		Filter: Filter{Name: "receipt", Match: Name, About: "how the cost compares to the prices, or what is wrong with it", Example: "receipt:differs", Values: receipt.Words()}},
	{Name: "session", Of: func(e *Entry) Value { return text{&e.Session} }, Index: Every, Group: Group{"session", 14}, Member: "session",
		Filter: Filter{Name: "session", Match: Beginning, Early: true, InBody: true, About: "session it belongs to", Example: "session:7k2f*"}},
	{Name: "run", Of: func(e *Entry) Value { return optional(&e.Run) }, Index: Filled, Later: true, Group: Group{"run", 15}, Member: "run", JSON: func(e *Entry) any { return text{new(e.RunName())}.JSON() },
		Filter: Filter{Name: "run", Match: Number, About: "run it belongs to: exchanges that continue one another", Example: "run:12"}},
	{Name: "input", Of: func(e *Entry) Value { return figure(&e.Tokens.Counts[usage.Input]) }, Member: "tokens.input"},
	{Name: "cached", Of: func(e *Entry) Value { return figure(&e.Tokens.Counts[usage.CacheRead]) }, Member: "tokens.cached"},
	{Name: "output", Of: func(e *Entry) Value { return figure(&e.Tokens.Counts[usage.Output]) }, Member: "tokens.output"},
	{Name: "reasoning", Of: func(e *Entry) Value { return figure(&e.Tokens.Counts[usage.Reasoning]) }, Member: "tokens.reasoning"},
	{Name: "estimated", Of: func(e *Entry) Value { return truth{&e.Tokens.Estimated} }, Member: "tokens.estimated"},
	{Name: "tokens", Of: tokensOf, Index: Every,
		Filter: Filter{Name: "tokens", Match: Count, About: "tokens in and out", Example: "tokens>1k"},
		Cell:   Cell{Title: "tokens", Place: 13, Right: true, Width: 14, Most: 20, Cut: ToThousands, Text: func(e *Entry, _ time.Time) string { return tokensCell(e) }, Spare: Drop{3, MinWords}, Preview: Drop{14, FairWords}, Grow: 6}},
	{Name: "cost", Of: func(e *Entry) Value { return figure(&e.Cost) }, Index: Every, Member: "cost",
		Filter: Filter{Name: "cost", Match: Count, About: "cost as reported", Example: "cost>0.01"},
		Cell:   Cell{Title: "cost", Place: 14, Right: true, Width: 8, Text: func(e *Entry, _ time.Time) string { return figures.Dollars(e.Cost) }, Spare: Drop{6, MinWords}, Preview: Drop{16, FairWords}}},
	{Name: "lost", Of: func(e *Entry) Value { return figure(&e.Lost) }, Later: true,
		Filter: Filter{Name: "lost", Match: Count, About: "dollars paid for what was not read from the cache", Example: "lost>0.01"}},
	{Name: "ttfb", Of: func(e *Entry) Value { return micros{figure(&e.TTFBUS)} }, Member: "timing.ttfb_ms"},
	{Name: "ttft", Of: func(e *Entry) Value { return micros{figure(&e.TTFTUS)} }, Index: Every, Member: "timing.ttft_ms",
		Filter: Filter{Name: "ttft", Match: Duration, About: "time to the first token", Example: "ttft>500ms"},
		Cell:   Cell{Title: "ttft", Place: 9, Right: true, Width: 7, Spare: Drop{7, MinWords}, Preview: Drop{13, FairWords}}},
	{Name: "total", Of: func(e *Entry) Value { return micros{figure(&e.TotalUS)} }, Index: Every, Member: "timing.total_ms",
		Filter: Filter{Name: "total", Match: Duration, About: "time to the last byte", Example: "total>10s"},
		Cell:   Cell{Title: "total", Place: 10, Right: true, Width: 7, Spare: Drop{2, MinWords}, Preview: Drop{2, MinWords}}},
	{Name: "lasted", Of: func(e *Entry) Value { return micros{figure(&e.LastedUS)} }, Index: Every, Member: "timing.lasted_ms",
		Filter: Filter{Name: "lasted", Match: Duration, About: "time to the end, with a silence after the last byte", Example: "lasted>30s"},
		Cell:   Cell{Title: "lasted", Place: 11, Right: true, Width: 7, Text: lastedCell, Spare: Drop{23, GoodWords}, Preview: Drop{23, GoodWords}}},
	{Name: "size", Of: func(e *Entry) Value { return always(&e.Size) }, Member: "bytes"},
	{Name: "words", Of: func(e *Entry) Value { return text{&e.Words} }, Member: "words", JSON: func(e *Entry) any { return e.Words }},
	{Name: "spoken", Of: func(e *Entry) Value { return truth{&e.Spoken} }},
	{Name: "purpose", Of: func(e *Entry) Value { return text{(*string)(&e.Purpose)} }, Index: Filled, Fixed: true, Member: "purpose",
		Filter: Filter{Name: "purpose", Early: true, InBody: true, About: "what it is for that is no step of a conversation", Example: "purpose:title", Values: []string{"handshake", "warm-up", "count_tokens", "title"}}},
	{Name: "changed", Of: func(e *Entry) Value { return names{&e.Changed} }, Index: Filled, Fixed: true, Member: "changed",
		Filter: Filter{Name: "changed", Match: Name, About: "what changed the request in the proxy: a rule, or the user by hand", Example: "changed:yes", Values: []string{"yes", "rule", "hand"}}},
	{Name: "fault", Of: func(e *Entry) Value { return text{&e.Fault} }, Index: Filled, Fixed: true, Member: "fault",
		Filter: Filter{Name: "fault", About: "fault on purpose of the proxy that broke the answer; answered: the user gave it; *: any", Example: "fault:*", Values: []string{"cut", "reset", "stall", "status", "slow", "answered"}}},
	{Name: "kind", Of: kindOf, Fixed: true},
	{Name: "base_url", Of: func(e *Entry) Value { return text{&e.BaseURL} }},
	{Name: "service", Of: func(e *Entry) Value { return text{&e.Service} }, Fixed: true},
	{Name: "turn", Of: func(e *Entry) Value { return always(&e.Turn) }},
	{Name: "rate", Of: func(e *Entry) Value { return figure(&e.Rate) }},
	{Name: "gap", Of: gapOf, Later: true},
	{Name: "joined", Of: evidenceOf, Later: true},
	{Name: "thought", Of: func(e *Entry) Value { return figure(&e.ThoughtUS) }},
	{Name: "calls", Of: func(e *Entry) Value { return optional(&e.Calls) }},
}

// Columns returns all columns, in the order of help and JSON. The caller must not change them.
func Columns() []Column { return columns }

// ColumnOf returns the column of a name in databases.
func ColumnOf(name string) *Column {
	return &columns[slices.IndexFunc(columns, func(c Column) bool { return c.Name == name })]
}

// NamesOf returns the names of columns for a SELECT.
func NamesOf(of []Column) string {
	all := make([]string, len(of))
	for i := range of {
		all[i] = of[i].Name
	}
	return strings.Join(all, ", ")
}

// ScanTargets returns where the values of columns are scanned to.
func ScanTargets(of []Column, e *Entry) []any {
	e.Tokens.Counts = usage.None()
	all := make([]any, len(of))
	for i := range of {
		all[i] = of[i].Of(e)
	}
	return all
}

// Text returns the value of a column in words: names with commas between them, "" for none.
func (c *Column) Text(e *Entry) string {
	switch v := c.Of(e).Get().(type) {
	case string:
		if c.Filter.Match == Name {
			return strings.Trim(v, ",")
		}
		return v
	case int64:
		return strconv.FormatInt(v, 10)
	}
	return ""
}

func beganJSON(e *Entry) any {
	if e.Undated {
		return nil
	}
	return e.Start.UTC().Format(time.RFC3339Nano)
}

func verdictJSON(e *Entry) any {
	if e.Verdict == state.Unknown {
		return nil
	}
	return string(e.Verdict)
}

// statusJSON is 0 if no head arrived: the status is one that the proxy sent.
func statusJSON(e *Entry) any {
	switch {
	case e.ByProxy:
		return 0
	case e.Status == StatusUnknown:
		return nil
	}
	return e.Status
}

func proxyStatusJSON(e *Entry) any {
	if !e.ByProxy {
		return nil
	}
	return e.Status
}

// LocalColumns are those of the history of one machine.
func LocalColumns() []Column {
	return slices.DeleteFunc(slices.Clone(columns), func(c Column) bool { return c.Team })
}

// Values are what columns have of an entry whose key is another than in e.
func Values(of []Column, key int64, e *Entry) []any {
	moved := *e
	moved.Key = key
	all := make([]any, len(of))
	for i := range of {
		all[i] = of[i].Of(&moved).Get()
	}
	return all
}

// LaterColumns are those that later exchanges may change.
func LaterColumns() []Column {
	return slices.DeleteFunc(slices.Clone(columns), func(c Column) bool { return !c.Later })
}

// ColumnsOf are those of names in databases, in their order.
func ColumnsOf(names ...string) []Column {
	var all []Column
	for _, name := range names {
		all = append(all, *ColumnOf(name))
	}
	return all
}

// IsText reports whether databases have text in the column.
func (c *Column) IsText() bool { return c.Of(&Entry{}).Type() == textType }

// HasValue is the SQL condition of rows that have a value in the column.
func (c *Column) HasValue() string {
	if c.IsText() {
		return c.Name + " <> ''"
	}
	return c.Name + " IS NOT NULL"
}

// IsFraction reports whether databases have numbers with a fraction in the column.
func (c *Column) IsFraction() bool { return c.Of(&Entry{}).Type().SQLite == "REAL" }

// ValueJSON is the value of the member, as encoding/json writes it.
func (c *Column) ValueJSON(e *Entry) any {
	if c.JSON != nil {
		return c.JSON(e)
	}
	return c.Of(e).JSON()
}

// Mask masks the texts of an entry, but for those with Fixed words.
func (e *Entry) Mask(mask func(string) string) {
	for i := range columns {
		c := &columns[i]
		if c.Fixed || !c.IsText() {
			continue
		}
		switch v := c.Of(e).(type) {
		case text:
			*v.of = mask(*v.of)
		case names:
			clean := make([]string, len(*v.of))
			for i, name := range *v.of {
				clean[i] = mask(name)
			}
			*v.of = clean
		}
	}
}
