package shrink

import "encoding/binary"

// reader takes a wasm file apart. What does not fit sets failed and reads as
// zero from there on, so that callers look at it once in a while only.
type reader struct {
	rest   []byte
	failed bool
}

func (r *reader) fail() {
	r.rest, r.failed = nil, true
}

func (r *reader) byte() byte {
	if len(r.rest) == 0 {
		r.fail()
		return 0
	}
	b := r.rest[0]
	r.rest = r.rest[1:]
	return b
}

func (r *reader) bytes(n uint64) []byte {
	if n > uint64(len(r.rest)) {
		r.fail()
		return nil
	}
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b
}

// unsigned reads an unsigned LEB128 number.
func (r *reader) unsigned() uint64 {
	value, n := binary.Uvarint(r.rest)
	if n <= 0 {
		r.fail()
		return 0
	}
	r.rest = r.rest[n:]
	return value
}

// signed reads a signed LEB128 number.
func (r *reader) signed() (value int64) {
	for shift := 0; shift < 64; shift += 7 {
		b := r.byte()
		value |= int64(b&0x7f) << shift
		if b&0x80 == 0 {
			if b&0x40 != 0 && shift < 57 {
				value |= -1 << (shift + 7)
			}
			return value
		}
	}
	r.fail()
	return 0
}

// appendSigned writes a signed LEB128 number.
func appendSigned(text []byte, value int64) []byte {
	for {
		b := byte(value & 0x7f)
		value >>= 7
		if (value == 0 && b&0x40 == 0) || (value == -1 && b&0x40 != 0) {
			return append(text, b)
		}
		text = append(text, b|0x80)
	}
}
