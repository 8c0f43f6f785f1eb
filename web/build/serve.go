package main

import (
	"context"
	"os"
	"syscall"
)

// serve makes a local site and, at the same time, the local server, and then becomes that server.
func (b *builder) serve(ctx context.Context) error {
	b.local = true
	server := b.path("build", "server")
	build := func(ctx context.Context) error {
		return b.part("server", "compiling the MCP servers of the demo and what serves the pages", func(p *progress) error {
			// git may refuse to name the commit of a folder that belongs to another user.
			return b.goBuild(p, b.command(ctx, "go", "build", "-buildvcs=false", "-o", server, "./web/server"))
		})
	}
	frame, err := b.frame(ctx, build)
	if err != nil {
		return err
	}
	if err := b.site(frame); err != nil {
		return err
	}
	return syscall.Exec(server, []string{server, "-site", b.path("build", "site")}, os.Environ())
}
