package main

import (
	"context"
	"os"
	"syscall"
)

// serve makes the site without compressed files, builds the local server beside it, and becomes that server.
func (b *builder) serve(ctx context.Context) error {
	b.local = true
	server := b.path("build", "server")
	build := func(ctx context.Context) error {
		return b.part("server", "compiling the MCP servers of the demo and what serves the pages", func() error {
			// git may refuse to say the commit of a folder that belongs to somebody else.
			return execute(b.command(ctx, "go", "build", "-buildvcs=false", "-o", server, "./web/server"))
		})
	}
	if err := together(ctx, b.scripts, b.frameProgram, build); err != nil {
		return err
	}
	frame, err := b.frameFiles(ctx)
	if err != nil {
		return err
	}
	site, err := b.siteFiles(frame)
	if err != nil {
		return err
	}
	if err := site.write(b.path("build", "site")); err != nil {
		return err
	}
	return syscall.Exec(server, []string{server, "-site", b.path("build", "site")}, os.Environ())
}
