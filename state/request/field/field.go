// Package field is the list of what there is to set in a request: every field
// of the API document's tables, of its plugins and of its tools, each with its
// type, limits, default and one line of help, as data. Forms are drawn from
// it; whether a request is right is state/request/validate's to say.
package field

// Kind is the control that fits a field's type.
type Kind uint8

// The kinds.
const (
	Text    Kind = iota // a string
	Integer             // a number without fraction
	Number              // any number
	Toggle              // true or false
	Choice              // a string, one of Options, or another one unless Closed
	List                // an array of strings, or of Options' values
	Pairs               // an object from key to value
	Object              // an object whose members are Fields
	Objects             // an array of objects, each with Fields
	JSON                // any value, written as JSON
	Fixed               // shown with Default and the reason in Help, never set
)

// Source is where suggestions for a field's values are from.
type Source uint8

// The sources.
const (
	NoSource  Source = iota
	Models           // the catalogue's text models
	Rerankers        // the catalogue's rerank models
	Providers        // the catalogue's providers
	Patterns         // wildcard patterns over the catalogue's text models
	Names            // the names of the request's function tools
)

// Option is one of a field's values.
type Option struct {
	Value string // of the string; for a Toggle, "true" or "false"
	Help  string // what it does; may be empty
}

// Field is one member that a request, a plugin, a tool or an item may have.
type Field struct {
	Name       string // of the member
	Kind       Kind
	Long       bool // Text: usually of several lines
	Nullable   bool // the document says "or null"
	Required   bool
	Closed     bool     // Choice, List: another value than Options is a fault
	Default    string   // what holds when it is not set, as shown; empty when the document gives none
	Help       string   // one line, from the document
	Deprecated string   // what to use instead; empty for a field in use
	Options    []Option // Choice, List: the values; of another kind, values to start from, as JSON text
	Source     Source

	Min, Max  *float64 // Integer, Number: inclusive; nil for no bound in the document
	MinItems  int      // List, Objects
	MaxItems  int      // List, Objects, Pairs; 0 for no bound
	MaxLength int      // Text, and each string of List, Pairs' values: code points; 0 for no bound
	MaxKey    int      // Pairs: code points of a key; 0 for no bound
	BadInKey  string   // Pairs: characters that no key may hold
	MaxTotal  int      // List: code points of all strings together; 0 for no bound

	Fields []Field // Object, Objects
	Values []Kind  // Pairs: the kinds that a value may be of; nil for Text alone

	// Else is the field as it is for a value of another JSON type, for one that
	// may be either: tool_choice is a word or an object. Nil for no other.
	Else *Field

	// Inert returns why the field has no effect in a request, with the object of the field, or "" if
	// it has. Nil: it always has.
	Inert func(request, object []byte) string
}

// Group is a heading of the builder with the fields below it.
type Group struct {
	Name   string
	Fields []Field
}
