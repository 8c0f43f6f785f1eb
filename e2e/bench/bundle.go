package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/andybalholm/brotli"
)

// bundle joins and minifies the script of a rival's page, as a chat in production
// would, and returns it.
func (b *bench) bundle(r rival) ([]byte, error) {
	out := filepath.Join(b.out, "page", r.Name+".js")
	args := []string{
		filepath.Join(b.root, "e2e", "bench", "page", r.Entry),
		"--bundle", "--minify", "--format=esm", "--target=es2022", "--jsx=automatic", "--legal-comments=none",
		"--log-level=warning", `--define:process.env.NODE_ENV="production"`, "--outfile=" + out,
	}
	if r.Site != "" {
		args = append(args, "--alias:elicitform="+filepath.Join(r.Site, "elicitform.js"))
	}
	cmd := exec.Command(filepath.Join(b.root, "node_modules", ".bin", "esbuild"), args...)
	cmd.Dir = b.root
	if output, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("bundle %s: %w\n%s", r.Entry, err, output)
	}
	return os.ReadFile(out)
}

// compress returns the content as brotli, as small as brotli makes it.
func compress(content []byte) []byte {
	var out bytes.Buffer
	w := brotli.NewWriterLevel(&out, brotli.BestCompression)
	// Writing to memory does not fail.
	_, _ = w.Write(content)
	_ = w.Close()
	return out.Bytes()
}

// frameBytes adds up what the form's frame loads, as it is served.
func frameBytes(site string) (int, error) {
	files, err := filepath.Glob(filepath.Join(site, "frame", "*.br"))
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("%s has no compressed frame", site)
	}
	total := 0
	for _, name := range files {
		info, err := os.Stat(name)
		if err != nil {
			return 0, err
		}
		total += int(info.Size())
	}
	return total, err
}
