package check

type Fault struct {
	Path    string `json:"path"`
	Message string `json:"message"`
}
type Checker struct{ word string }

func New(word string) *Checker                          { return &Checker{word} }
func (c *Checker) Responses(body []byte) (int, []Fault) { return 0, nil }
