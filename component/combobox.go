package component

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/flow"
	"github.com/elicitform/elicitform/internal/wording"
)

// listStep is how many entries of a long list are drawn at first, and how many
// more when somebody gets near their end.
const listStep = 50

// combobox is a searchable list: the options of a choice that has many, or the
// time zones. What stands in the text belongs to the draft; it counts as an
// answer only when it is an entry. The list opens in the flow of the page and
// not above it, so that it can never be cut off at the frame's edge.
type combobox struct {
	field  *field
	source source
	// entries are made when somebody first uses the list: a form may have a
	// thousand lists that nobody opens.
	entries *entries
	list    flow.Combobox
	drawn   int
	// first is what stands in the text at first. It stays the initial text for
	// good, whatever that would be called later.
	first string
}

// source is what a list chooses from, and where the choice goes.
type source interface {
	// control is the id of the text, label the name of the list.
	control(f *field) string
	label(f *field) string
	// entries are what can be chosen.
	entries(f *field) *entries
	// chosen is the entry that the draft names; -1 for none. shown is what
	// stands in the text for it.
	chosen(f *field) int
	shown(f *field, draft answer.Draft) string
	// typed is the draft for a text, took the one for an entry.
	typed(f *field, text string) answer.Draft
	took(f *field, entry int) answer.Draft
}

// entries are the texts of a list. find finds them by all that belongs to them,
// exact, which zones have elsewhere, by their very text; both are made once,
// because folding a thousand texts with every key would be felt.
type entries struct {
	texts       []string
	find, exact answer.Finder
}

func newCombobox(f *field, from source, first answer.Draft) *combobox {
	return &combobox{field: f, source: from, list: flow.NewCombobox(answer.Finder{}), drawn: listStep, first: from.shown(f, first)}
}

// ready makes the entries.
func (c *combobox) ready() {
	if c.entries == nil {
		c.entries = c.source.entries(c.field)
		c.list = flow.NewCombobox(c.entries.find)
	}
}

func (c *combobox) id() string { return c.source.control(c.field) }

func (c *combobox) listID() string { return c.id() + "-list" }

func (c *combobox) entryID(entry int) string { return c.id() + "-option-" + strconv.Itoa(entry) }

// scope tells the handlers of one list from those of another.
func (c *combobox) scope(name string) app.EventOption { return c.field.scope(c.id(), name) }

// draw draws the text, which explained may say more about, and the list below it.
func (c *combobox) draw(explained func(app.HTMLElemSelfClosing) app.UI) app.UI {
	words := c.field.store.state.Words
	input := void("input").ID(c.id()).Role("combobox").Dir("auto").
		Attr("type", "text").Attr("value", c.first).
		Attr("autocomplete", "off").Spellcheck(false).
		Aria("autocomplete", "list").Aria("controls", c.listID()).
		Aria("expanded", strconv.FormatBool(c.list.Open)).
		On("input", c.typed, c.scope("input")).
		On("keydown", c.key, c.scope("keydown")).
		On("click", c.clicked, c.scope("click")).
		On("blur", c.left, c.scope("blur"))
	if c.list.Open && c.list.Active >= 0 {
		input = input.Aria("activedescendant", c.entryID(c.list.Matches[c.list.Active]))
	}
	return elem("div").Class("combobox").Body(
		explained(input),
		elem("ul").ID(c.listID()).Role("listbox").Class("list").Hidden(!c.list.Open || len(c.list.Matches) == 0).
			Aria("label", c.source.label(c.field)).
			On("mousedown", keepFocus, c.scope("mousedown")).
			On("click", c.pressed, c.scope("take")).
			On("scroll", c.scrolled, c.scope("scroll")).
			Body(c.rows()...),
		elem("p").Class("note").Hidden(!c.list.Open || len(c.list.Matches) > 0).Text(words.Text(wording.NoMatches)),
	)
}

// rows are the entries that match, as many as have been asked for.
func (c *combobox) rows() []app.UI {
	if !c.list.Open {
		return nil
	}
	chosen := c.source.chosen(c.field)
	rows := make([]app.UI, 0, min(c.drawn, len(c.list.Matches)))
	for position, i := range c.list.Matches {
		if position >= c.drawn {
			break
		}
		row := elem("li").ID(c.entryID(i)).Role("option").
			Aria("selected", strconv.FormatBool(i == chosen)).
			Aria("setsize", len(c.list.Matches)).Aria("posinset", position+1)
		if position == c.list.Active {
			row = row.Class("active")
		}
		rows = append(rows, row.Body(elem("bdi").Text(c.entries.texts[i])))
	}
	return rows
}

// keepFocus lets a press on the list leave the focus in the text.
func keepFocus(ctx app.Context, e app.Event) {
	ctx.PreventUpdate()
	prevent(e)
}

func (c *combobox) typed(app.Context, app.Event) {
	f := c.field
	if f.gone() {
		return
	}
	c.ready()
	text := valueOf(c.id())
	c.list, c.drawn = c.list.Typed(text), listStep
	f.apply(flow.Edited{Field: f.Index, Draft: c.source.typed(f, text)})
	f.store.port.Announce(f.store.state.Words.Text(wording.OptionsFound, wording.Count("n", len(c.list.Matches))), true)
}

func (c *combobox) key(_ app.Context, e app.Event) {
	f := c.field
	if f.gone() || flagOf(e, "isComposing") {
		return
	}
	key := textOf(e, "key")
	if strings.HasPrefix(key, "Arrow") {
		c.ready()
	}
	list, taken, handled := c.list.Key(key, c.source.chosen(f))
	c.list = list
	c.drawn = max(c.drawn, list.Active+listStep/2)
	if handled {
		prevent(e)
	}
	if taken >= 0 {
		c.take(taken)
		return
	}
	f.store.alone()
	if list.Open && list.Active >= 0 {
		c.reveal()
	}
}

// reveal scrolls the list to the active entry once it is drawn.
func (c *combobox) reveal() {
	id := c.entryID(c.list.Matches[c.list.Active])
	c.field.store.root.Defer(func(app.Context) {
		if row, ok := elementOf(id); ok {
			callOf(row, "scrollIntoView", map[string]any{"block": "nearest"})
		}
	})
}

// clicked opens the list at what is chosen, with the text selected, so that
// typing takes its place.
func (c *combobox) clicked(app.Context, app.Event) {
	if c.field.gone() || c.list.Open {
		return
	}
	c.field.store.alone()
	c.ready()
	c.list = c.list.Opened(c.source.chosen(c.field))
	c.drawn = max(listStep, c.list.Active+listStep/2)
	if c.list.Active >= 0 {
		if input, ok := elementOf(c.id()); ok {
			callOf(input, "select")
		}
		c.reveal()
	}
}

func (c *combobox) pressed(_ app.Context, e app.Event) {
	if c.field.gone() {
		return
	}
	id := textOf(callOf(memberOf(e, "target"), "closest", "[role=option]"), "id")
	if i, err := strconv.Atoi(strings.TrimPrefix(id, c.id()+"-option-")); err == nil {
		c.take(i)
	}
}

// scrolled draws more of a long list before its end comes into view.
func (c *combobox) scrolled(ctx app.Context, e app.Event) {
	const near = 400
	height, measured := numberOf(e, "target", "scrollHeight")
	top, _ := numberOf(e, "target", "scrollTop")
	seen, _ := numberOf(e, "target", "clientHeight")
	if !measured || height-top-seen > near || c.drawn >= len(c.list.Matches) {
		ctx.PreventUpdate()
		return
	}
	c.field.store.alone()
	c.drawn += 2 * listStep
}

// left takes the entry that the text means, if there is one. The list closes
// when the press is over that has led away from it: all that stands below
// moves up by that, and a click must not miss the button that it began on.
func (c *combobox) left(ctx app.Context, _ app.Event) {
	f := c.field
	if f.gone() || c.entries == nil {
		return
	}
	text := valueOf(c.id())
	c.field.store.port.AfterPress(func() {
		ctx.Dispatch(func(app.Context) {
			c.list = c.list.Closed()
			c.field.store.alone()
		})
	})
	if entry := c.list.Settled(text); c.source.chosen(f) < 0 && entry >= 0 {
		c.choose(entry)
		return
	}
	f.store.alone()
	if text == "" {
		// What stands for no text, if anything does, shows again.
		if shown := c.source.shown(f, f.state().Draft); shown != "" {
			c.write(shown)
		}
	}
}

// take chooses an entry and closes the list.
func (c *combobox) take(entry int) {
	if c.entries == nil || entry < 0 || entry >= len(c.entries.texts) {
		return
	}
	c.list = c.list.Closed()
	c.choose(entry)
}

// choose writes the text of an entry and takes it for the answer.
func (c *combobox) choose(entry int) {
	c.write(c.entries.texts[entry])
	c.field.apply(flow.Edited{Field: c.field.Index, Draft: c.source.took(c.field, entry)})
}

func (c *combobox) write(text string) {
	if input, ok := elementOf(c.id()); ok {
		assign(input, "value", text)
	}
}

// gone reports whether the request ended while an event was on its way.
func (f *field) gone() bool { return f.Index >= len(f.store.state.Fields) }
