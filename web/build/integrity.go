package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha512"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"path"
	"strings"
)

const integrityFile = "integrity.json"

type integrity struct {
	Name    string                    `json:"name"`
	Version string                    `json:"version"`
	Files   map[string]integrityEntry `json:"files"` // all but the file itself and the compressed forms of the others
}

type integrityEntry struct {
	Bytes     int    `json:"bytes"`
	Type      string `json:"type"`
	Integrity string `json:"integrity"` // the SHA-384 in the notation of the integrity attribute and of import maps
}

var frameTypes = map[string]string{
	".css": "text/css", ".html": "text/html", ".js": "text/javascript", ".json": "application/json", ".wasm": "application/wasm",
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

// checkIntegrity compares the frame's files and their compressed forms with their integrity.json.
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
	for name, content := range frame {
		plain := strings.TrimSuffix(strings.TrimSuffix(name, ".br"), ".gz")
		if _, listed := described.Files[plain]; !listed && plain != integrityFile {
			return fmt.Errorf("%s is not in %s", name, integrityFile)
		}
		if unpacked, err := unpack(path.Ext(name), content); err != nil || !bytes.Equal(unpacked, frame[plain]) {
			return fmt.Errorf("%s does not unpack to %s (%v)", name, plain, err)
		}
	}
	return nil
}

func unpack(coding string, content []byte) ([]byte, error) {
	reader := io.Reader(bytes.NewReader(content))
	switch coding {
	case ".br":
		reader = brotliReader(reader)
	case ".gz":
		z, err := gzip.NewReader(reader)
		if err != nil {
			return nil, err
		}
		reader = z
	}
	return io.ReadAll(reader)
}
