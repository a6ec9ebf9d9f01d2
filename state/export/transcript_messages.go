package export

import (
	"gatehouse/state/dialect"
	"gatehouse/state/dialects"
)

// messages adds what a request of another API asked.
func (t *transcript) messages(body []byte) {
	asked, err := dialects.Read(body)
	if err != nil {
		return
	}
	for _, m := range asked.Messages {
		headed := false
		for _, p := range m.Parts {
			switch p.Kind {
			case dialect.Text:
				if !headed {
					t.line("## " + speaker(m.Role))
				}
				headed = true
				t.quote(p.Text)
			case dialect.Thought:
				t.thought(p.Text)
			case dialect.Call:
				t.called(p.Name, p.ID, p.Text)
			case dialect.Output:
				t.returned(p.ID, p.Text)
			case dialect.Media:
				t.line("**" + codeSpan(p.Name) + "**, not shown")
			case dialect.Other:
				t.other(p.Name, []byte(p.Text))
			}
		}
	}
}
