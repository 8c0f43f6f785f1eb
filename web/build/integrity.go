package main

import (
	"crypto/sha512"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"path"
)

const integrityFile = "integrity.json"

type integrity struct {
	Name    string                    `json:"name"`
	Version string                    `json:"version"`
	Files   map[string]integrityEntry `json:"files"` // all but the file itself
}

type integrityEntry struct {
	Bytes     int    `json:"bytes"`
	Type      string `json:"type"`
	Integrity string `json:"integrity"` // the SHA-384 in the notation of the integrity attribute and of import maps
}

var frameTypes = map[string]string{
	".bin": "application/octet-stream", ".css": "text/css", ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm",
}

func entryOf(name string, content []byte) integrityEntry {
	sum := sha512.Sum384(content)
	return integrityEntry{len(content), frameTypes[path.Ext(name)], "sha384-" + base64.StdEncoding.EncodeToString(sum[:])}
}

func integrityOf(frame tree, version string) ([]byte, error) {
	described := integrity{Name: "elicitform", Version: version, Files: map[string]integrityEntry{}}
	for name, content := range frame {
		if frameTypes[path.Ext(name)] == "" {
			return nil, fmt.Errorf("the frame's file %s has no media type", name)
		}
		described.Files[name] = entryOf(name, content)
	}
	text, err := json.MarshalIndent(described, "", "  ")
	return append(text, '\n'), err
}

// checkIntegrity compares the frame's files with their integrity.json.
func checkIntegrity(frame tree, version string) error {
	var described integrity
	if err := json.Unmarshal(frame[integrityFile], &described); err != nil {
		return fmt.Errorf("%s: %w", integrityFile, err)
	}
	if described.Version != version {
		return fmt.Errorf("%s is of version %q, and the package of %q", integrityFile, described.Version, version)
	}
	for name, want := range described.Files {
		if content, there := frame[name]; !there || entryOf(name, content) != want {
			return fmt.Errorf("%s is not the file that %s says", name, integrityFile)
		}
	}
	for name := range frame {
		if _, listed := described.Files[name]; !listed && name != integrityFile {
			return fmt.Errorf("%s is not in %s", name, integrityFile)
		}
	}
	return nil
}
