// Command build makes everything that is served or published:
//
//	go run ./web/build         build/site, for the server, and the files that elicitform-server embeds
//	go run ./web/build -dist   the npm package in dist/ as well
//	go run ./web/build -server only the latter
//	go run ./web/build -frames build/pages dist
//	                           adds the frame of a package to a site that is published, under the path BASE
//	go run ./web/build -help   all flags
//
// A second run without changes takes a second: the go command builds only what has
// changed, scripts are bundled only when a source has changed, and compressed
// files are kept in build/cache.
package main

import (
	"cmp"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// builder holds the settings that all steps of the build share.
type builder struct {
	root  string // the project's folder
	wasm  string // the Go package that becomes the program in the frame
	quick bool   // whether to compress at a low level
	names bool   // whether to keep the names of functions in the program
	log   io.Writer

	program string // the name of the program's file in the frame's folder, once frameFiles has made it
}

func main() {
	b := &builder{log: os.Stdout}
	flag.StringVar(&b.wasm, "wasm", "./wasm", "package that becomes the wasm")
	flag.BoolVar(&b.quick, "quick", false, "compress faster and worse, for development")
	flag.BoolVar(&b.names, "names", false, "keep the names of functions in the program, for profiles")
	dist := flag.Bool("dist", false, "make the npm package in dist/ too")
	program := flag.String("program", "", "only build the wasm, into the file with this absolute path")
	server := flag.Bool("server", false, "only make the files that elicitform-server embeds")
	deps := flag.Bool("deps", false, "only prepare what tests and linters need: the npm packages and the slim copies of Go modules")
	frames := flag.String("frames", "", "only add the frames of the packages in these folders to the site in this one")
	flag.Parse()

	var err error
	if *frames != "" {
		err = putFrames(*frames, cmp.Or(os.Getenv("BASE"), "/"), flag.Args())
	} else if b.root, err = projectRoot(); err == nil {
		err = b.run(*deps, *dist, *server, *program)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "build:", err)
		os.Exit(1)
	}
}

func (b *builder) run(deps, dist, server bool, program string) error {
	if err := b.slim(); err != nil {
		return err
	}
	if program != "" {
		return b.buildWasm(program)
	}
	if err := b.npmPackages(); err != nil || deps {
		return err
	}
	if err := b.bundle(); err != nil {
		return err
	}
	if err := b.buildWasm(b.wasmFile()); err != nil {
		return err
	}
	frame, err := b.frameFiles()
	if err != nil {
		return err
	}
	if server {
		return b.server(frame)
	}
	site, err := b.siteFiles(frame)
	if err != nil {
		return err
	}
	if site, err = b.compressed(site); err != nil {
		return err
	}
	if err := site.write(b.path("build", "site")); err != nil {
		return err
	}
	if err := b.server(frame); err != nil {
		return err
	}
	if dist {
		return b.dist(frame)
	}
	return nil
}

// projectRoot finds the folder with go.mod: this one or one above it. So the
// command works in each folder of the project.
func projectRoot() (string, error) {
	file, err := (&builder{}).goEnv("GOMOD")
	if err == nil && filepath.Base(file) != "go.mod" {
		err = fmt.Errorf("no go.mod here or above")
	}
	return filepath.Dir(file), err
}

// path returns the path of a file of the project.
func (b *builder) path(parts ...string) string {
	return filepath.Join(append([]string{b.root}, parts...)...)
}

// command prepares a command that runs in the project's folder and prints to the
// terminal.
func (b *builder) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Dir = b.root
	cmd.Stdout, cmd.Stderr = b.log, os.Stderr
	return cmd
}

// output runs a command and returns what it printed.
func (b *builder) output(name string, args ...string) ([]byte, error) {
	cmd := b.command(name, args...)
	cmd.Stdout = nil
	return cmd.Output()
}

// goEnv returns a setting of the go command, such as GOROOT.
func (b *builder) goEnv(name string) (string, error) {
	out, err := b.output("go", "env", name)
	if err != nil {
		return "", fmt.Errorf("find %s: %w", name, err)
	}
	return strings.TrimSpace(string(out)), nil
}

// writeFile writes a file, and makes the folders above it. A file that already has
// the content is not written, so that its time stays the same.
func writeFile(path string, content []byte) error {
	if had, err := os.ReadFile(path); err == nil && string(had) == string(content) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, content, 0o644)
}
