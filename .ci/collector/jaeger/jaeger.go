//go:build never

// Package jaeger names the program that is built here.
package jaeger

import _ "github.com/jaegertracing/jaeger/cmd/jaeger"
