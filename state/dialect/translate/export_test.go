package translate

// FaultsOf says what is wrong with a request to /responses; empty for nothing.
var FaultsOf func(request []byte) string
