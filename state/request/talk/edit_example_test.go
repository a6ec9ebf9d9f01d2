package talk_test

import (
	"encoding/json"
	"fmt"

	"gatehouse/state/request/talk"
)

func ExampleDraft_Set() {
	d, err := talk.ParseDraft([]byte(`{"temperature": 0.20, "plugins": [{"id": "web"}]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := d.Set("/plugins/0/max_results", json.RawMessage("5")); err != nil {
		fmt.Println(err)
	}
	fmt.Println(string(d.Bytes()))
	// Output:
	// {"temperature": 0.20, "plugins": [{"id": "web", "max_results": 5}]}
}

func ExampleConversation_Body() {
	c := talk.NewConversation(talk.NewDraft())
	body, err := c.Body("Which keys should I rotate?", talk.BodyOptions{})
	if err != nil {
		fmt.Println(err)
	}
	fmt.Println(string(body))
	// Output:
	// {
	//   "stream": true,
	//   "input": [
	//     {
	//       "type": "message",
	//       "role": "user",
	//       "content": "Which keys should I rotate?"
	//     }
	//   ]
	// }
}

func ExampleOpen() {
	c, err := talk.Open([]byte(`{"model":"a/b","input":[
		{"role":"user","content":"one"}, {"role":"assistant","content":"first"},
		{"role":"user","content":"two"}]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, turn := range c.Path() {
		fmt.Println(turn.ID, len(turn.Input), "in,", len(turn.Output), "out")
	}
	// Output:
	// 1 1 in, 1 out
	// 2 1 in, 0 out
}

// The document of the builder: an edit of an item is a branch of turns that
// wait, an edit of a field is one of the draft; both are undone in turn.
func ExampleConversation_Edit() {
	c, err := talk.Open([]byte(`{"model":"a/b","input":[{"role":"user","content":"hi"},{"role":"assistant","content":"hello"}]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	o := talk.BodyOptions{}
	left, _ := c.Edit("/temperature", []byte("0.70"), "and now?", o)
	left, _ = c.Edit("/input/0/content", []byte(`"good day"`), left, o)
	fmt.Println(left, len(c.Siblings(c.Current)), c.Pending())
	for c.CanUndo() {
		left, _ = c.Undo(left)
	}
	body, _ := c.Body("", o)
	fmt.Printf("%s\n", body)
	// Output:
	// and now? 2 false
	// {
	//   "model": "a/b",
	//   "input": [
	//     {
	//       "role": "user",
	//       "content": "hi"
	//     },
	//     {
	//       "role": "assistant",
	//       "content": "hello"
	//     }
	//   ]
	// }
}
