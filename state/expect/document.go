package expect

import _ "embed"

// DocumentName is the name of the check file that ships in the program.
const DocumentName = "@document"

//go:embed document.toml
var document []byte

// Document is the check file that ships in the program: the rules of the API document.
func Document() []byte { return document }
