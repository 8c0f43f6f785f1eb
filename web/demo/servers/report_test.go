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
	if _, err := png.Decode(bytes.NewReader(lakePicture)); err != nil {
		t.Error(err)
	}
	if !bytes.HasPrefix(chime, []byte("RIFF")) || string(chime[8:12]) != "WAVE" || int(binary.LittleEndian.Uint32(chime[4:])) != len(chime)-8 {
		t.Errorf("%d bytes: %q…", len(chime), chime[:12])
	}
	g := visit(t, TravelPath, everything, nil)
	for _, content := range g.call(t, "trip_report").Content {
		if image, ok := content.(*mcp.ImageContent); ok && image.MIMEType == "image/png" && !bytes.Equal(image.Data, lakePicture) {
			t.Error("another picture went out")
		}
	}
}
