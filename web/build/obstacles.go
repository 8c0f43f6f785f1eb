package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
)

type obstacle string

func (o obstacle) Error() string { return string(o) }

const (
	needed = "a first build needs about 1 GB in this folder, /tmp and the caches of Go and npm: " +
		"free some, or set TMPDIR, GOCACHE, GOMODCACHE and npm_config_cache to folders on another disk"
	diskFull = obstacle("no space is left on a disk: " + needed)
)

// obstacles have the command that meets them and their sign in its output. .ci/serve reads these sentences.
var obstacles = []struct {
	command  string // with its first arguments; empty for all
	sign     *regexp.Regexp
	obstacle obstacle
}{
	{"", regexp.MustCompile(`no space left on device|\bENOSPC\b`), diskFull},
	{"npm", regexp.MustCompile(`\b(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ERR_SOCKET_TIMEOUT)\b`),
		"npm does not reach its registry: check the network, or name a registry in npm_config_registry or a proxy in npm_config_https_proxy"},
	{"npm", regexp.MustCompile(`\bE40[134]\b`),
		"the registry does not give npm the package that is named above: name another registry in npm_config_registry"},
	{"npm", regexp.MustCompile(`\b(EACCES|EPERM)\b`),
		"npm may not write the file that is named above: give that folder to yourself with chown, or name another cache in npm_config_cache"},
	{"go", regexp.MustCompile(`\bdial tcp|\bproxyconnect |i/o timeout|TLS handshake timeout|connection reset|unexpected EOF|GOPROXY=off`),
		"Go does not reach its module proxy: check the network, or name a proxy for modules in GOPROXY"},
	{"go", regexp.MustCompile(`: reading https?://\S+: [45]\d\d `),
		"the module proxy does not give Go the module that is named above: name another proxy for modules in GOPROXY"},
}

func failure(command []string, printed string, err error) error {
	if err == nil {
		return nil
	}
	if errors.Is(err, exec.ErrNotFound) {
		return obstacle(command[0] + " is missing: .ci/setup says where it comes from")
	}
	line := strings.Join(command, " ")
	for _, known := range obstacles {
		if strings.HasPrefix(line, known.command) && known.sign.MatchString(printed) {
			return known.obstacle
		}
	}
	return fmt.Errorf("%s failed, and says above why (%w)", strings.Join(command[:min(2, len(command))], " "), err)
}

// explain leaves out the operations around an obstacle. npm often fails in strange ways on a full disk, so
// other errors name a disk with less than scarce bytes left.
func (b *builder) explain(err error) error {
	var met obstacle
	if errors.As(err, &met) {
		return met
	}
	if errors.Is(err, syscall.ENOSPC) {
		return diskFull
	}
	if folder, free := b.fullest(); free < scarce {
		return fmt.Errorf("%w; the disk of %s has only %d MB left: %s", err, folder, free>>20, needed)
	}
	return err
}

const scarce = 200 << 20

func (b *builder) fullest() (folder string, free uint64) {
	free = scarce
	folders := []string{b.root, os.TempDir()}
	for _, setting := range [][]string{{"go", "env", "GOCACHE"}, {"go", "env", "GOMODCACHE"}, {"npm", "config", "get", "cache"}} {
		if out, err := b.command(context.Background(), setting[0], setting[1:]...).Output(); err == nil {
			folders = append(folders, strings.TrimSpace(string(out)))
		}
	}
	for _, name := range folders {
		var disk syscall.Statfs_t
		for name != filepath.Dir(name) && syscall.Statfs(name, &disk) != nil {
			name = filepath.Dir(name)
		}
		if bytes := disk.Bavail * uint64(disk.Bsize); bytes < free {
			folder, free = name, bytes
		}
	}
	return folder, free
}
