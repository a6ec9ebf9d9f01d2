// Package profile knows the services that speak this API and their ways, and
// reads keys from where a person keeps them.
package profile
