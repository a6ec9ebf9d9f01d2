package request

import (
	"gatehouse/gateway/token"

	"github.com/tidwall/gjson"
)

// Tokens is the length of what a model reads of the item.
func (it Item) Tokens() int { return token.Count(it.Text) + token.Count(it.Name) }

// ParseItem reads one element of input, as it stands in a body.
func ParseItem(raw gjson.Result) Item { return parseItem(raw) }
