package expect

import (
	"slices"
	"strings"

	"gatehouse/state/json/tree"
)

// Sending is how the request of a check is sent, where not as any other.
type Sending struct {
	Filter     string // a jq filter that makes the body of the request; empty: the request is the body
	Key        string // "none": no key is sent; "wrong": one that is none
	Metadata   string // how routing metadata is asked for: one of the words below; empty: enabled
	FixedModel bool   // --model does not replace the model
}

// The words of Key.
const (
	KeyNone  = "none"
	KeyWrong = "wrong"
)

// The words of Metadata.
const (
	MetadataEnabled      = "enabled"
	MetadataExperimental = "experimental" // under the older name of the header
	MetadataDisabled     = "disabled"
	MetadataNone         = "none" // no header
)

// sending reads how the request of a check is sent.
func (f *file) sending(c *Check, v *value) {
	c.Send.Key = f.choice(v, "key", KeyNone, KeyWrong)
	c.Send.Metadata = f.choice(v, "metadata", MetadataEnabled, MetadataExperimental, MetadataDisabled, MetadataNone)
	if m := v.get("keep_model"); m != nil && f.is("check.keep_model", m, truth, "keep_model = true") {
		c.Send.FixedModel = m.text == "true"
	}
	f.verbatim(c, v)
	m := v.get("request_jq")
	if m == nil || !f.is("check.request_jq", m, text, `request_jq = '.user = "u" * 257'`) {
		return
	}
	c.Send.Filter = m.text
	if err := tree.CheckFilter(nil, m.text); err != nil {
		f.fault(m.line, "check.request_jq: %v", err)
	}
	if v.get("request") == nil {
		f.fault(m.line, "check.request_jq changes the request, and there is none; add request = {…}")
	}
}

// verbatim reads a body that no table can hold, such as JSON that is none.
func (f *file) verbatim(c *Check, v *value) {
	m := v.get("body")
	if m == nil || !f.is("check.body", m, text, `body = '{"input":'`) {
		return
	}
	if v.get("request") != nil {
		f.fault(m.line, "check.body and request are both set; write one of them")
	}
	c.Request = []byte(m.text)
}

func (f *file) choice(v *value, name string, words ...string) string {
	m := v.get(name)
	if m == nil || !f.is("check."+name, m, text, name+` = "`+words[0]+`"`) {
		return ""
	}
	if !slices.Contains(words, m.text) {
		f.fault(m.line, "check.%s is %q; write %s", name, m.text, strings.Join(words, " or "))
	}
	return m.text
}
