package main

import "testing"

func TestJumpsForwardAreDirect(t *testing.T) {
	const (
		// A block, the loop, and two blocks, from which a table leads to the end of the inner or the outer one.
		begin = "\x00\x02\x40\x03\x40\x02\x40\x02\x40\x20\x00\x0e\x02\x00\x01\x01\x0b"
		end   = "\x0b\x0b\x0b"
		// A number and a call by address, both as they may stay.
		negative = "\x42\x80\x80\x80\x80\x80\x80\x80\x80\x80\x7f\x1a"
		byPlace  = "\x21\x00\x41\x00\x20\x00\x11\x00\x00"
	)
	for name, c := range map[string]struct{ code, want string }{
		"forward":            {"\x41\x01\x21\x00\x0c\x01\x0b", "\x0c\x00\x0b"},
		"on a condition":     {"\x20\x02\x04\x40\x41\x01\x21\x00\x0c\x02\x0b\x0b", "\x20\x02\x0d\x00\x0b"},
		"in one of two":      {"\x04\x40\x41\x01\x21\x00\x0c\x02\x05\x0b\x0b", "\x04\x40\x0c\x01\x05\x0b\x0b"},
		"from another block": {"\x02\x40\x41\x01\x21\x00\x0c\x02\x0b\x0b", "\x02\x40\x0c\x01\x0b\x0b"},
		"beyond the table":   {"\x41\x09\x21\x00\x0c\x01\x0b", "\x0c\x00\x0b"},
		"back":               {"\x41\x00\x21\x00\x0c\x01\x0b", "\x41\x00\x21\x00\x0c\x01\x0b"},
		"back from the end":  {"\x0b\x41\x01\x21\x00\x0c\x00", "\x0b\x41\x01\x21\x00\x0c\x00"},
		"out of the loop":    {"\x41\x01\x21\x00\x0c\x02\x0b", "\x41\x01\x21\x00\x0c\x02\x0b"},
		"other instructions": {negative + byPlace + "\x0b", negative + byPlace + "\x0b"},
	} {
		if got := jumpDirectly([]byte(begin + c.code + end)); string(got) != begin+c.want+end {
			t.Errorf("%s: %x, want %x", name, got, begin+c.want+end)
		}
	}
	const assembly = "\x01\x01\x7f\x41\x00\x41\x00\x41\x08\xfc\x0b\x00\x0b"
	if got := jumpDirectly([]byte(assembly)); string(got) != assembly {
		t.Errorf("a function without a loop: %x", got)
	}
}
