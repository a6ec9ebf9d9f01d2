package views

// The intents of the copy and export menu. Of is what one is about, as the program gave it
// to the menu: more than one document can be on its way.
type (
	// ShareDocument makes a document of what the menu was opened for.
	ShareDocument struct {
		Of       any
		As       string // the word of the document
		All      bool   // of the whole session
		File     bool   // it becomes a file, whose path is asked for; else it is copied
		Unmasked bool   // nothing is masked in it: the person saw what that means
	}
	// ShareText makes a file, whose path is asked for, of a part that could be copied.
	ShareText struct {
		What, Ext string
		Text      func() string
	}
	// SaveDocument writes a document that was made, over a file that is there only if
	// told to.
	SaveDocument struct {
		Of      any
		Path    string
		Replace bool
	}
	// AskDocumentPath asks where to write it.
	AskDocumentPath struct{ Of any }
)

func (ShareDocument) intent()   {}
func (ShareText) intent()       {}
func (SaveDocument) intent()    {}
func (AskDocumentPath) intent() {}
