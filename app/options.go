// Package app is the program on the screen: the root model with focus, routing
// and layout, and the screens.
package app

import (
	"gatehouse/app/effect/config"
	"gatehouse/app/screen"
)

// Options are all that the playground is given from outside.
type Options = screen.Options

// Connection is one way to a gateway.
type Connection = screen.Connection

// ConnectionOf is the connection that settings name.
func ConnectionOf(s config.Settings) Connection { return screen.ConnectionOf(s) }
