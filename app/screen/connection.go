package screen

import (
	"cmp"
	"context"
	"net/http"
	"reflect"

	"gatehouse/app/effect/config"
	"gatehouse/client"
	"gatehouse/client/profile"
	"gatehouse/client/wire"
	"gatehouse/state/request/talk"
	"gatehouse/state/request/validate"
)

// Connection is one way to a gateway: its address, and all that belongs to that.
type Connection struct {
	Name  string // of its profile; empty: there is none
	Local bool   // the local gateway, which has no real model

	// Connect starts the local gateway and returns its address and key. It is asked again
	// after an error.
	Connect func(context.Context) (baseURL, key string, err error)
	BaseURL string      // with its path prefix, for example https://host/api/v1; empty for the local gateway
	Key     profile.Key // where the key of BaseURL is; the zero Key: no Authorization header
	Basic   bool        // the key is user:password, not a bearer key

	Service string      // the word in X-<Word>-Metadata; empty: "service"
	Header  http.Header // further header fields of every request
	CAFile  string      // PEM file of a private authority
	Proxy   string      // address of the proxy to BaseURL; empty: that of the environment
	MaxBody int64       // bytes of an answer that are read at most; 0: the client's default

	Transport client.Transport // how requests to /responses are sent

	Model        string            // of a first request; empty: the server chooses
	Metadata     bool              // the service knows routing metadata
	MessageModel talk.MessageModel // when assistant messages name their model
	NoHistory    bool              // what is sent over it is not saved
}

// ServiceWord is the word that stands for the service's name.
func (c *Connection) ServiceWord() string { return cmp.Or(c.Service, validate.DefaultWord) }

// Exposed is the host that gets the key, or a header that carries one, unencrypted; empty
// for none.
func (c *Connection) Exposed() string {
	sent := c.Key.Value != "" || c.Key.Env != "" || c.Key.Command != nil || c.Key.Keyring != ""
	if !sent && len(wire.KeyHeaders(c.Header)) == 0 {
		return ""
	}
	return profile.Exposed(c.BaseURL)
}

// After is the connection once its settings in the file have changed from was to now. What
// this run gave it besides, a key or a model, stays where the file changed nothing; a key
// stays with its address.
func (c Connection) After(was, now Connection) Connection {
	if was.BaseURL == now.BaseURL && was.Basic == now.Basic && reflect.DeepEqual(was.Key, now.Key) {
		now.Key, now.Basic = c.Key, c.Basic
	}
	if was.Model == now.Model {
		now.Model = c.Model
	}
	if was.Service == now.Service {
		now.Service = c.Service
	}
	return now
}

// LocalModel is the model of a first request on the local gateway.
const LocalModel = "sim/writer"

// FirstModel is the model of a first request; empty: the server chooses.
func (c *Connection) FirstModel() string {
	if c.Model == "" && c.Local {
		return LocalModel
	}
	return c.Model
}

// ConnectionOf is the connection that the settings name; for the local gateway all but
// the way to it.
func ConnectionOf(s config.Settings) Connection {
	header := http.Header{}
	for name, value := range s.Headers {
		header.Set(name, value)
	}
	return Connection{
		Name:         s.AddressProfile(),
		BaseURL:      s.BaseURL,
		Key:          s.Key,
		Basic:        s.Basic,
		Service:      s.Service,
		Header:       header,
		CAFile:       s.CAFile,
		Proxy:        s.Proxy,
		MaxBody:      s.MaxBody,
		Transport:    s.Transport,
		Model:        s.Model,
		Metadata:     s.Known.Metadata,
		MessageModel: s.MessageModel,
		NoHistory:    !s.Persist,
	}
}
