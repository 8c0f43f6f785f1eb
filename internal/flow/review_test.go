package flow

import "testing"

// Rows: N8.
func TestReview_TellsOnceThatServersMiscalculate(t *testing.T) {
	const prices = `{"message":"","requestedSchema":{"type":"object","properties":{
		"price":{"type":"number","multipleOf":0.01},"tip":{"type":"number","multipleOf":0.1}}}}`
	for text, miscounted := range map[string]bool{"19.99": true, "19.98": false} {
		t.Run(text, func(t *testing.T) {
			s, _ := run(open(t, prices), typeText(0, text), typeText(1, "0.2"), Continue)
			if s.Step != Review || s.Snapshot.Miscounted != miscounted {
				t.Errorf("%s: step %v, problems %+v, miscounted %t", text, s.Step, s.Request().Problems, s.Snapshot.Miscounted)
			}
			if want := `{"price":` + text + `,"tip":0.2}`; s.Snapshot.JSON != want {
				t.Errorf("%s is sent, want %s", s.Snapshot.JSON, want)
			}
		})
	}
}
