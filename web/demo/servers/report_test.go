package servers

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"image/png"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func TestTheReportHasEveryKindOfContent(t *testing.T) {
	g := visit(t, TravelPath, everything, nil)
	result := g.call(t, "trip_report")
	kinds := map[string]int{}
	for _, content := range result.Content {
		text, err := json.Marshal(content)
		if err != nil {
			t.Fatal(err)
		}
		var known struct {
			Type     string
			MIMEType string
			Resource struct {
				Text *string
				Blob *string
			}
		}
		if err := json.Unmarshal(text, &known); err != nil {
			t.Fatal(err)
		}
		switch {
		case known.Resource.Text != nil:
			known.Type += " text"
		case known.Resource.Blob != nil:
			known.Type += " blob"
		}
		kinds[known.Type]++
	}
	for _, kind := range []string{"text", "image", "audio", "resource_link", "resource text", "resource blob"} {
		if kinds[kind] == 0 {
			t.Errorf("no %s in %v", kind, kinds)
		}
	}

	list, err := g.ListTools(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range list.Tools {
		if tool.Name != "trip_report" {
			continue
		}
		var schema jsonschema.Schema
		text, err := json.Marshal(tool.OutputSchema)
		if err == nil {
			err = json.Unmarshal(text, &schema)
		}
		if err != nil {
			t.Fatal(err)
		}
		resolved, err := schema.Resolve(nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := resolved.Validate(result.StructuredContent); err != nil {
			t.Error(err)
		}
	}
}

func TestPictureAndSoundAreFilesOfTheirKinds(t *testing.T) {
	g := visit(t, TravelPath, everything, nil)
	pictures, sounds := 0, 0
	for _, content := range g.call(t, "trip_report").Content {
		switch content := content.(type) {
		case *mcp.ImageContent:
			if content.MIMEType == "image/png" {
				pictures++
				if _, err := png.Decode(bytes.NewReader(content.Data)); err != nil {
					t.Error(err)
				}
			}
		case *mcp.AudioContent:
			sounds++
			data := content.Data
			if !bytes.HasPrefix(data, []byte("RIFF")) || string(data[8:12]) != "WAVE" || int(binary.LittleEndian.Uint32(data[4:])) != len(data)-8 {
				t.Errorf("%d bytes: %q…", len(data), data[:12])
			}
		}
	}
	if pictures != 1 || sounds != 1 {
		t.Errorf("%d pictures, %d sounds", pictures, sounds)
	}
}
