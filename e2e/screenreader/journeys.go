package main

// journey is a way through the form with a keyboard and a screen reader.
type journey struct {
	name, locale string
	walk         func(*session)
}

var journeys = []journey{
	{"form", "en", form},
	{"errors", "en", mistakes},
	{"round", "en", round},
	{"page", "en", page},
	{"question", "en", question},
	{"approval", "en", approval},
	{"right-to-left", "ar", rightToLeft},
}

// form answers a form, changes an answer, and sends. Arrow keys read on from the focus.
func form(s *session) {
	s.asks(`{
		"message": "Please give the details of your table booking.",
		"requestedSchema": {"type": "object", "properties": {
			"name": {"type": "string", "title": "Name", "description": "As on the booking", "minLength": 2, "maxLength": 40},
			"guests": {"type": "integer", "title": "Guests", "minimum": 1, "maximum": 12},
			"day": {"type": "string", "title": "Day", "format": "date"},
			"terrace": {"type": "boolean", "title": "On the terrace"},
			"meal": {"type": "string", "title": "Meal", "enum": ["lunch", "dinner", "brunch"], "enumNames": ["Lunch", "Dinner", "Brunch"]},
			"wishes": {"type": "array", "title": "Wishes", "items": {"type": "string", "enum": ["High chair", "Window"]}}
		}, "required": ["name", "guests", "meal"]}}`)
	s.tab("Name entry")
	s.types("Ada")
	s.tab("Guests entry")
	s.types("4")
	s.tab("Month entry")
	s.types("3")
	s.tab("Day entry")
	s.types("14")
	s.tab("Year entry")
	s.types("2026")
	s.tab("On the terrace")
	s.key("Space on Yes", "space")
	s.tab("Meal")
	s.key("Down, to the second meal", "Down")
	s.key("Space on the second meal", "space")
	s.tab("High chair")
	s.key("Space on the box", "space")
	s.press("Review")
	s.down(2)
	s.tab("Change “Guests”")
	s.key("Enter on Change", "Return")
	s.key("Backspace", "BackSpace")
	s.types("5")
	s.key("Enter in the field", "Return")
	s.press("Send")
	s.answered(`"accept"`)
	s.down(1)
}

// mistakes continues without answers, follows the error to its field, mends it, and declines.
func mistakes(s *session) {
	s.asks(`{
		"message": "Who comes?",
		"requestedSchema": {"type": "object", "properties": {
			"name": {"type": "string", "title": "Name", "description": "As on the booking", "minLength": 2, "maxLength": 40},
			"mail": {"type": "string", "title": "Email", "format": "email", "description": "For the confirmation."},
			"meal": {"type": "string", "title": "Meal", "description": "The kitchen closes at ten", "enum": ["Lunch", "Dinner"]}
		}, "required": ["name", "mail", "meal"]}}`)
	s.tab("Name entry")
	s.types("A")
	s.press("Review")
	s.down(2)
	s.press("Review")
	s.tab("“Name”: Enter")
	s.key("Enter on the link", "Return")
	s.key("End", "End")
	s.types("da")
	s.tab("Email entry")
	s.types("ada@example.com")
	s.tab("Meal")
	s.key("Space on Lunch", "space")
	s.press("Review")
	s.press("Decline")
	s.answered(`"decline"`)
	s.down(1)
}

// round answers the two requests of a round: a form and a confirmation.
func round(s *session) {
	s.asksRound(`{
		"who": {"method": "elicitation/create", "params": {"message": "Who travels?", "requestedSchema": {"type": "object", "properties": {
			"name": {"type": "string", "title": "Name"}}, "required": ["name"]}}},
		"sure": {"method": "elicitation/create", "params": {"message": "Book the journey now?", "requestedSchema": {"type": "object", "properties": {}}}}}`)
	s.tab("Name entry")
	s.types("Ada")
	s.key("Enter in the field", "Return")
	s.down(1)
	s.press("Confirm")
	s.down(4)
	s.press("Send")
	s.answered(`"accept"`)
}

// page opens a page in another tab, comes back, and says that it is finished.
func page(s *session) {
	s.asks(`{
		"mode": "url", "message": "Sign in to the airline.", "elicitationId": "1", "url": "` + s.chat.address + `/page/elsewhere.html"}`)
	// Orca may not read an element that gets the focus from another document. The person then goes to the next element, and
	// back.
	s.pass("Open localhost")
	s.back("Copy link")
	s.tab("Open localhost")
	s.key("Enter on the link", "Return")
	s.answered(`"accept"`)
	s.key("Ctrl+W closes the other tab", "ctrl+w")
	s.down(2)
	s.press("I have finished")
}

// question answers a question of a coding agent in words of its own. The text before it brings the screen reader into its mode
// for forms, in which the arrows move in a group.
func question(s *session) {
	s.asks(`{
		"message": "Two things before I go on.",
		"requestedSchema": {"type": "object", "properties": {
			"branch": {"type": "string", "title": "Branch"},
			"question_0": {"type": "string", "title": "Parser", "description": "Which parser should stay?", "oneOf": [
				{"const": "Pratt", "title": "Pratt"}, {"const": "Generated", "title": "Generated"}]},
			"question_0_custom": {"type": "string", "title": "Other",
				"_meta": {"_askUserQuestionCustomAnswer": {"questionId": "question_0", "isCustomAnswer": true}}}
		}, "required": ["branch"]}}`)
	s.tab("Branch entry")
	s.types("main")
	s.tab("Pratt")
	s.key("Down, to the second option", "Down")
	s.key("Down, to Other", "Down")
	s.key("Space on Other", "space")
	s.types("neither")
	s.press("Review")
	s.down(2)
	s.press("Send")
	s.answered(`"accept"`)
}

// approval reads a tool call with a covered argument. After the first press on Allow, the form says which part was out of
// view.
func approval(s *session) {
	s.asksApproval(`{
		"tool": {"name": "save_comment", "title": "Save comment", "description": "Adds a comment to an issue.",
			"arguments": {"issue": "ENG-42", "body": "Fixed in 1.4.2", "labels": ["bug"], "api_token": "hunter2"}},
		"message": "The reporter is waiting.", "scopes": ["once", "always"], "reason": true}`)
	// Orca may be silent about the first button of a frame: the person goes on, and back.
	s.pass("If you decline")
	s.back("Show")
	s.tab("If you decline")
	s.press("Allow once")
	s.down(8)
	s.press("Allow once")
	s.answered(`"accept"`)
	s.down(1)
}

// rightToLeft is a form in Arabic, with an error, as far as its review.
func rightToLeft(s *session) {
	s.asks(`{
		"message": "من سيأتي؟",
		"requestedSchema": {"type": "object", "properties": {
			"name": {"type": "string", "title": "الاسم", "description": "كما في الحجز", "minLength": 2, "maxLength": 40},
			"guests": {"type": "integer", "title": "الضيوف", "minimum": 1, "maximum": 12}
		}, "required": ["name", "guests"]}}`)
	s.tab("الاسم")
	s.types("Ada")
	s.tab("مراجعة")
	s.key("Enter on Review", "Return")
	s.types("4")
	s.tab("مراجعة")
	s.key("Enter on Review", "Return")
	s.down(2)
}
