package wording

import "github.com/elicitform/elicitform/internal/schema"

type timeKind struct{}

func (timeKind) hint(w *Words, _ schema.Field) []string { return []string{w.Text(hintTimeOfDay)} }
