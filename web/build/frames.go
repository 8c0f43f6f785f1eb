package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/semver"
)

// addFrames adds the frames of npm packages, each in its folder, to a site under the path base of its host:
//
//	frame/0.1.0/  the frame of version 0.1.0, which never changes
//	frame/0.1/    the frame of the newest version that is compatible with 0.1.0, with the files of the older ones
//
// A published site has the frames of all versions, because it is published as a whole.
func addFrames(site, base string, packages []string) error {
	if len(packages) == 0 {
		return errors.New("no package is named whose frame could be added")
	}
	for _, folder := range packages {
		version, frame, err := packedFrame(folder)
		if err == nil {
			err = keepFrame(filepath.Join(site, "frame", version), frame)
		}
		if err != nil {
			return fmt.Errorf("the frame of %s: %w", folder, err)
		}
	}
	versions, err := frameVersions(site)
	if err != nil {
		return err
	}
	lines := map[string]tree{}
	for _, version := range versions {
		line := lineOf(version)
		if line == "" {
			continue
		}
		frame, err := filesIn(filepath.Join(site, "frame", version), all)
		if err != nil {
			return err
		}
		if lines[line] == nil {
			lines[line] = tree{}
		}
		// A document in a browser's cache names the files of its own version.
		maps.Copy(lines[line], frame)
	}
	for line, files := range lines {
		if err := files.write(filepath.Join(site, "frame", line)); err != nil {
			return err
		}
	}
	return addHeaders(filepath.Join(site, "_headers"), base+"frame/", versions, slices.Sorted(maps.Keys(lines)))
}

func packedFrame(folder string) (version string, frame tree, err error) {
	var packed manifest
	text, err := os.ReadFile(filepath.Join(folder, "package.json"))
	if err == nil {
		err = json.Unmarshal(text, &packed)
	}
	if err != nil {
		return "", nil, err
	}
	if packed.Name != "elicitform" || semver.Canonical("v"+packed.Version) != "v"+packed.Version {
		return "", nil, fmt.Errorf("package.json is of %s %q", packed.Name, packed.Version)
	}
	if frame, err = filesIn(filepath.Join(folder, "frame"), all); err != nil {
		return "", nil, err
	}
	return packed.Version, frame, checkIntegrity(frame, packed.Version)
}

// keepFrame compares the frame with the folder if that exists already.
func keepFrame(dir string, frame tree) error {
	present, err := filesIn(dir, all)
	if errors.Is(err, fs.ErrNotExist) {
		return frame.write(dir)
	}
	if err == nil && !maps.EqualFunc(present, frame, bytes.Equal) {
		err = fmt.Errorf("%s is there with other files, and a version never changes: give this one another number", dir)
	}
	return err
}

func frameVersions(site string) ([]string, error) {
	entries, err := os.ReadDir(filepath.Join(site, "frame"))
	if err != nil {
		return nil, err
	}
	var versions []string
	for _, entry := range entries {
		if name := entry.Name(); semver.Canonical("v"+name) == "v"+name {
			versions = append(versions, name)
		}
	}
	slices.SortFunc(versions, func(a, b string) int { return semver.Compare("v"+a, "v"+b) })
	return versions, nil
}

// lineOf names the compatible versions, like npm's ^: 0.1 or 1. A prerelease is in no line.
func lineOf(version string) string {
	line := strings.TrimPrefix(semver.Major("v"+version), "v")
	switch {
	case semver.Prerelease("v"+version) != "":
		return ""
	case line == "0":
		return strings.TrimPrefix(semver.MajorMinor("v"+version), "v")
	}
	return line
}

const headersBegin = "# the frames\n"

// No two of these rules set the same header of a file, because some hosts send both, and no path has two stars. Everybody may embed the
// frame: no rule has frame-ancestors.
func addHeaders(file, frames string, versions, lines []string) error {
	const forEver = "  Cache-Control: public, max-age=31536000, immutable\n"
	rules := frames + "*\n  Access-Control-Allow-Origin: *\n  X-Content-Type-Options: nosniff\n" +
		"  Content-Security-Policy: sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox\n"
	for _, kind := range []string{"bin", "css", "js", "wasm"} {
		rules += frames + "*." + kind + "\n" + forEver
	}
	for _, version := range versions {
		rules += frames + version + "/*.json\n" + forEver + frames + version + "/index.html\n" + forEver
	}
	for _, line := range lines {
		rules += frames + line + "/index.html\n  Cache-Control: no-cache\n"
	}
	had, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	before, _, _ := strings.Cut(string(had), headersBegin)
	return writeFile(file, []byte(before+headersBegin+rules))
}
