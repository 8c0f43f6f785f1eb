package elicit

// Value returns the result as the JSON object that answers the request. Only
// an accepted form has a content member: official SDKs refuse "content": null,
// and some refuse any content beside decline or cancel.
func (r Result) Value() Value {
	members := []Member{{Name: "action", Value: StringValue(string(r.Action))}}
	if r.Action == Accept && r.Content != nil {
		members = append(members, Member{Name: "content", Value: *r.Content})
	}
	return Value{Kind: Object, Members: members}
}

// JSON returns the result as JSON text.
func (r Result) JSON() string { return r.Value().JSON() }
