// Package app is the program on the screen: the root model with focus, routing
// and layout, and the screens.
package app

import "gatehouse/app/screen"

// Options are all that the playground is given from outside.
type Options = screen.Options

// Connection is one way to a gateway.
type Connection = screen.Connection
