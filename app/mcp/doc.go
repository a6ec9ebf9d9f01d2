// Package mcp serves the history to programs that speak the Model Context Protocol: the tools of
// a server, which read exchanges masked as exports are, and where that is allowed send requests
// within a budget. What a tool answers is bounded and says its size, what was left out, and how to
// ask for that.
package mcp
