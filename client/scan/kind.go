package scan

// Kind is the JSON type of a value.
type Kind uint8

// The kinds. Invalid is what no JSON value begins with.
const (
	Invalid Kind = iota
	Null
	Bool
	Number
	String
	Array
	Object
)

// KindOf returns a value's kind by its first byte.
func KindOf(v []byte) Kind {
	if i := SkipSpace(v, 0); i < len(v) {
		return kindOfByte(v[i])
	}
	return Invalid
}

func kindOfByte(c byte) Kind {
	switch c {
	case '{':
		return Object
	case '[':
		return Array
	case '"':
		return String
	case 't', 'f':
		return Bool
	case 'n':
		return Null
	}
	if c == '-' || c >= '0' && c <= '9' {
		return Number
	}
	return Invalid
}

// IsNull reports whether v is absent or null.
func IsNull(v []byte) bool { return len(v) == 0 || KindOf(v) == Null }
