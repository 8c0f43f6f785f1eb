package server

import (
	"io/fs"
	"net"

	"github.com/elicitform/elicitform/cmd/elicitform-server/links"
	"github.com/elicitform/elicitform/relay"
)

// newLinks makes what serves questions by link. They are kept where the questions are.
func (s *Server) newLinks(listener net.Addr, site fs.FS, rounds relay.Store) (*links.Links, error) {
	c := s.config
	store := links.NewMemoryStore()
	if s.client != nil {
		store = links.NewRedisStore(s.client, c.RedisPrefix)
	}
	base := c.PublicURL
	if base == "" && !c.Production {
		base = "http://" + listener.String()
	}
	own := c
	own.Origins = nil
	return links.New(links.Options{
		Store: store, Rounds: rounds, Relay: s.relay, Ring: c.Ring, Base: base, Origins: origins(own, listener),
		Identity: c.Identity, Site: site, Logger: s.logger,
	})
}
