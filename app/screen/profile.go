package screen

import (
	"net/http"

	"gatehouse/app/config"
)

// ConnectionOf is the connection that the settings name; for the local gateway all but
// the way to it.
func ConnectionOf(s config.Settings) Connection {
	header := http.Header{}
	for name, value := range s.Headers {
		header.Set(name, value)
	}
	return Connection{
		Name:         s.OwnProfile(),
		BaseURL:      s.BaseURL,
		Key:          s.Key,
		Basic:        s.Basic,
		Service:      s.Service,
		Header:       header,
		CAFile:       s.CAFile,
		Proxy:        s.Proxy,
		MaxBody:      s.MaxBody,
		Model:        s.Model,
		Metadata:     s.Known.Metadata,
		MessageModel: s.MessageModel,
		NoHistory:    !s.Persist,
	}
}
