package component

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/flow"
)

// answerRow is one answer on review. It is a component of its own, so that the rows that
// are drawn are not drawn again with those after them.
type answerRow struct {
	app.Compo
	store *store
	// Index is the place among the rows of all questions. Snapshot makes go-app draw the
	// row again when review shows something else.
	Index, Snapshot int
}

func (r *answerRow) Render() app.UI {
	r.store.rendering(r)
	r.Snapshot = r.store.answers.snapshot
	rows := r.store.state.Reviewed.Rows
	if r.Index >= len(rows) {
		return elem("div") // Something else is shown by now.
	}
	return r.store.row(rows[r.Index])
}

// answerRows are the rows that are on review.
type answerRows struct {
	// first is the first row of what review shows; with another one, snapshot is another.
	first    *flow.Row
	snapshot int
	drawn    []*answerRow
}

// answerRow is the row at a place. go-app gets the component again that it has, if that
// has not changed.
func (s *store) answerRow(i int) app.UI {
	a := &s.answers
	if first := &s.state.Reviewed.Rows[0]; first != a.first {
		a.first = first
		a.snapshot++
	}
	if i < len(a.drawn) {
		if row := a.drawn[i]; row.Snapshot == a.snapshot {
			return row
		}
		return &answerRow{store: s, Index: i, Snapshot: a.snapshot}
	}
	row := &answerRow{store: s, Index: i, Snapshot: a.snapshot}
	a.drawn = append(a.drawn, row)
	return row
}
