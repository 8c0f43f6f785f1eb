package app

import "testing"

type number int

func TestScopesDistinguishHandlers(t *testing.T) {
	for _, c := range []struct {
		want  string
		parts []any
	}{
		{"", nil},
		{"/1/a/-2", []any{1, "", "a", number(-2), nil}},
		{"/1.5000/true/[1]", []any{1.5, true, []int{1}}},
	} {
		if got := makeEventHandler("click", nil, EventScope(c.parts...)).scope; got != c.want {
			t.Errorf("the scope of %v is %q", c.parts, got)
		}
	}
}

func TestAriaValuesAreText(t *testing.T) {
	e := Elem("p").Aria("a", "x").Aria("b", true).Aria("c", 15).Aria("d", "").(HTML)
	if got := e.attrs(); len(got) != 3 || got[0] != (attribute{"aria-a", "x"}) || got[1] != (attribute{"aria-b", "true"}) || got[2] != (attribute{"aria-c", "15"}) {
		t.Errorf("the attributes are %v", got)
	}
}

func TestAttributesKeepTheirOrderAndRules(t *testing.T) {
	e := Elem("p").ID("b").Class(" one ").Attr("a", " x ").Class("two", "three").Style("c", "d").Style("e", "f").Attr("id", "").Attr("value", " v ").
		Attr("a", "y").Attr("srcset", "1").Attr("srcset", "2").(HTML)
	want := attributes{{"id", "b"}, {"class", "one two three"}, {"a", "y"}, {"style", "c:d;e:f"}, {"value", " v "}, {"srcset", "1, 2"}}
	got := e.attrs()
	if len(got) != len(want) {
		t.Fatalf("the attributes are %v", got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("attribute %d is %v, want %v", i, got[i], want[i])
		}
	}
}
