package page

import (
	"cmp"

	"gatehouse/state/dialect"
	"gatehouse/state/dialects"
	"gatehouse/state/figures"
)

// askedMessages are the messages of a request of another API.
func askedMessages(body []byte, masked bool) (all []turn) {
	asked, err := dialects.Read(body)
	if err != nil {
		return nil
	}
	list := asked.Messages
	if n := len(list) - mostItems; n > 0 {
		all = append(all, turn{Who: figures.Counted(n, "earlier message") + " not shown here", Class: "aside"})
		list = list[n:]
	}
	for _, m := range list {
		for _, p := range m.Parts {
			all = append(all, askedPart(m.Role, p, masked))
		}
	}
	return all
}

func askedPart(role string, p dialect.Part, masked bool) turn {
	switch p.Kind {
	case dialect.Text:
		t := turn{Who: who(role), Class: "you", Text: plain(bounded(p.Text))}
		if role == dialect.Assistant {
			t.Class, t.Text = "answer", markdown(p.Text, masked)
		} else if role != dialect.User {
			t.Class, t.Folded = "aside", true
		}
		return t
	case dialect.Thought:
		return turn{Who: "reasoning", Class: "aside", Folded: true, Text: plain(bounded(p.Text))}
	case dialect.Call:
		return turn{Who: name("function_call", p.Name), Class: "aside call", Data: json([]byte(p.Text))}
	case dialect.Output:
		return turn{Who: name("function_call_output", p.ID), Class: "aside", Folded: true, Text: plain(bounded(p.Text))}
	case dialect.Media:
		return turn{Who: cmp.Or(p.Name, "attachment"), Class: "aside", Note: "1 attachment"}
	}
	return turn{Who: cmp.Or(p.Name, "part"), Class: "aside", Folded: true, Data: json([]byte(p.Text))}
}
