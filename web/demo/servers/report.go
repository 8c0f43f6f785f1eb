package servers

import (
	_ "embed"
	"encoding/json"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A landscape and a bell of two notes. They were made for this demo: no other rights
// apply to them.
var (
	//go:embed report/lake.png
	lakePicture []byte
	//go:embed report/chime.wav
	chime []byte
)

// reportFacts is the structured content of the report.
const reportFacts = `{"place":"Lago di Sopra","nights":3,"total":{"amount":412.5,"currency":"EUR"},"stops":["Milano","Como","Lago di Sopra"]}`

// itinerary is a text that looks like markup and links, which a chat must not
// take it for.
const itinerary = "# Three days at the lake\n\n" +
	"1. Train to Como, [seats 14A and 14B](https://rail.example/seats)\n" +
	"2. Boat to the island\n" +
	"3. <b>Rest</b> & read\n"

// hostileDrawing is a picture in a format that can hold a program.
const hostileDrawing = `<svg xmlns="http://www.w3.org/2000/svg"><script>alert("This must not run")</script></svg>`

// tripReport asks nothing. Its answer has every kind of content that there is.
func tripReport(*call) (*mcp.CallToolResult, error) {
	size := int64(48213)
	return &mcp.CallToolResult{
		Content: []mcp.Content{
			&mcp.TextContent{
				Text: "Your trip to Lago di Sopra is planned.\nDetails: https://travel.example/trips/7 <script>alert(1)</script>",
				Annotations: &mcp.Annotations{
					Audience: []mcp.Role{"user"}, Priority: 1,
				},
			},
			&mcp.ImageContent{
				Data: lakePicture, MIMEType: "image/png",
				Annotations: &mcp.Annotations{Audience: []mcp.Role{"user", "assistant"}, Priority: 0.5},
			},
			&mcp.AudioContent{Data: chime, MIMEType: "audio/wav"},
			&mcp.ResourceLink{
				URI: "https://travel.example/trips/7/tickets.pdf", Name: "tickets.pdf", Title: "Tickets",
				Description: "Two seats to Como and back", MIMEType: "application/pdf", Size: &size,
				Annotations: &mcp.Annotations{
					Audience: []mcp.Role{"assistant"}, Priority: 0.8, LastModified: "2027-01-12T15:00:58Z",
				},
			},
			&mcp.EmbeddedResource{
				Resource:    &mcp.ResourceContents{URI: "trip://7/itinerary.md", MIMEType: "text/markdown", Text: itinerary},
				Annotations: &mcp.Annotations{LastModified: "2027-01-12T15:00:58Z"},
			},
			&mcp.EmbeddedResource{
				Resource: &mcp.ResourceContents{URI: "trip://7/boarding.pkpass", MIMEType: "application/vnd.apple.pkpass", Blob: []byte("PK\x03\x04 not really")},
			},
			&mcp.ImageContent{Data: []byte(hostileDrawing), MIMEType: "image/svg+xml"},
		},
		StructuredContent: json.RawMessage(reportFacts),
	}, nil
}
