package servers

import (
	"bytes"
	"context"
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
	picture, err := lakePicture()
	if err != nil {
		t.Fatal(err)
	}
	decoded, err := png.Decode(bytes.NewReader(picture))
	if err != nil || decoded.Bounds().Dx() != pictureWidth || decoded.Bounds().Dy() != pictureHeight {
		t.Errorf("%v, %v", decoded.Bounds(), err)
	}
	if sound := chime(); !bytes.HasPrefix(sound, []byte("RIFF")) || len(sound) != 44+sampleRate*12/10 {
		t.Errorf("%d bytes: %q…", len(sound), sound[:12])
	}
	g := visit(t, TravelPath, everything, nil)
	for _, content := range g.call(t, "trip_report").Content {
		if image, ok := content.(*mcp.ImageContent); ok && image.MIMEType == "image/png" && !bytes.Equal(image.Data, picture) {
			t.Error("another picture went out")
		}
	}
}
